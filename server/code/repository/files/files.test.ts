import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getBlame, getFile, getRawFile, headFile } from '#contract/code/files/files.ts'
import { getArchiveAs, getBlob, getLanguages, getRawBlob, listTree } from '#contract/code/repository.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { processesOf } from '#server/platform/git/processes/spawner.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'
type JsonBody = Readonly<Record<string, unknown>>

test('the tree comes in pages, by number and by token, flat and deep', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'b/x.ts': 'x', 'b/c/y.ts': 'y', 'a.txt': 'a', 'ü☃.txt': 'u' })
  const flat = await as('rita').reply(listTree, { id, perPage: 2 })
  expect((flat.body as JsonBody[]).map(each => [each.name, each.type, each.mode])).toEqual([
    ['b', 'tree', '040000'],
    ['a.txt', 'blob', '100644'],
  ])
  expect(flat.headers).toMatchObject({ 'x-total': '3', 'x-next-page': '2', 'x-total-pages': '2' })
  const deep = await as('rita').call(listTree, { id, recursive: true, perPage: 100 })
  expect(deep.map(entry => entry.path).sort()).toEqual(['a.txt', 'b', 'b/c', 'b/c/y.ts', 'b/x.ts', 'ü☃.txt'])
  const first = await as('rita').reply(listTree, { id, pagination: 'keyset', perPage: 1 })
  expect(first.headers.link).toContain('page_token=b')
  expect(first.headers['x-total']).toBeUndefined()
  const second = await as('rita').reply(listTree, { id, pagination: 'keyset', perPage: 5, pageToken: 'b' })
  expect((second.body as JsonBody[]).map(each => each.name)).toEqual(['a.txt', 'ü☃.txt'])
  expect(second.headers.link).toBeUndefined()
  expect((await as('rita').reply(listTree, { id, path: 'none' })).status).toBe(404)
  expect((await as('rita').reply(listTree, { id, ref: 'none' })).status).toBe(404)
})

test('all of a deep tree comes page by page, each by as few folders as it shows, without a process of git', async () => {
  const { as, commit } = await codeWorld()
  const paths = ['a.txt', 'a/b/c/d.txt', 'a/b/e.txt', 'a0.txt', 'b/f.txt', 'b/g.txt', 'z.txt']
  await commit(Object.fromEntries(paths.map(path => [path, path])))
  const asked = { id, recursive: true, pagination: 'keyset', perPage: 3 } as const
  const page = async (pageToken?: string, path?: string) => {
    const { body, headers } = await as('rita').reply(listTree, { ...asked, pageToken, path })
    return { paths: (body as JsonBody[]).map(each => each.path), hasNext: headers.link !== undefined }
  }
  const whole = (await as('rita').call(listTree, { id, recursive: true, perPage: 100 })).map(entry => entry.path)
  expect(whole).toEqual([
    'a.txt',
    'a',
    'a/b',
    'a/b/c',
    'a/b/c/d.txt',
    'a/b/e.txt',
    ...paths.slice(3, 4),
    'b',
    ...paths.slice(4),
  ])
  const seen: string[] = []
  let token: string | undefined
  let more = true
  const all = async () => {
    while (more) {
      const found = await page(token)
      seen.push(...(found.paths as string[]))
      token = seen.at(-1)
      more = found.hasNext
    }
  }
  expect(await processesOf(all)).toBe(0)
  expect(seen).toEqual(whole)
  expect(await page('a/b/c', 'a')).toEqual({ paths: ['a/b/c/d.txt', 'a/b/e.txt'], hasNext: false })
  expect((await page('no such entry')).paths).toEqual(whole.slice(0, 3))
  expect((await as('rita').reply(listTree, { ...asked, path: 'none' })).status).toBe(404)
})

test('a file comes with its content, in headers alone, and raw', async () => {
  const { as, commit } = await codeWorld()
  const text = 'grüße\n'
  const first = await commit({ 'a/ü b.txt': text })
  const second = await commit({ 'other.txt': '1' })
  const file = (await as('rita').reply(getFile, { id, filePath: 'a/ü b.txt', ref: 'HEAD' })).body as JsonBody
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(file).toMatchObject({
    file_name: 'ü b.txt',
    file_path: 'a/ü b.txt',
    size: 8,
    encoding: 'base64',
    content: Buffer.from(text).toString('base64'),
    content_sha256: sha256,
    ref: 'HEAD',
    commit_id: second,
    last_commit_id: first,
    execute_filemode: false,
  })
  const head = await as('rita').reply(headFile, { id, filePath: 'a/ü b.txt', ref: 'main' })
  expect(head.headers).toMatchObject({
    'x-gitlab-blob-id': file.blob_id,
    'x-gitlab-content-sha256': sha256,
    'x-gitlab-size': '8',
    'x-gitlab-file-name': '%C3%BC%20b.txt',
    'x-gitlab-last-commit-id': first,
  })
  const raw = await as('rita').reply(getRawFile, { id, filePath: 'a/ü b.txt' })
  expect(String(raw.body)).toBe(text)
  expect(raw.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect((await as('rita').reply(getFile, { id, filePath: 'none', ref: 'main' })).body).toEqual({
    message: '404 File Not Found',
  })
  expect((await as('rita').reply(getFile, { id, filePath: 'a', ref: 'main' })).status).toBe(404)
  expect((await as('rita').reply(getFile, { id, filePath: 'a' })).body).toEqual({ error: 'ref is missing' })
  const blob = await as('rita').reply(getBlob, { id, sha: String(file.blob_id) })
  expect(blob.body).toEqual({ size: 8, encoding: 'base64', content: file.content, sha: file.blob_id })
  expect(String((await as('rita').reply(getRawBlob, { id, sha: String(file.blob_id) })).body)).toBe(text)
  expect((await as('rita').reply(getBlob, { id, sha: 'f'.repeat(40) })).body).toEqual({ message: '404 Blob Not Found' })
  const blame = await as('rita').call(getBlame, { id, filePath: 'a/ü b.txt', ref: 'main' })
  expect(blame).toMatchObject([{ commit: { id: first }, lines: ['grüße'] }])
  expect(
    (await as('rita').reply(getBlame, { id, filePath: 'a/ü b.txt', ref: 'main', range: { start: 5, end: 9 } })).status,
  ).toBe(400)
})

test('a huge file is streamed, and not held in an answer', async () => {
  const { as, commit } = await codeWorld()
  const bytes = Buffer.alloc(24 * 1024 * 1024, 'line of text\n')
  await commit({ 'huge.txt': bytes })
  const raw = await as('rita').reply(getRawFile, { id, filePath: 'huge.txt' })
  expect(raw.headers['content-length']).toBe(String(bytes.length))
  expect((raw.body as Buffer).equals(bytes)).toBe(true)
  const head = await as('rita').reply(headFile, { id, filePath: 'huge.txt', ref: 'main' })
  expect(head.headers['x-gitlab-content-sha256']).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect((await as('rita').reply(getFile, { id, filePath: 'huge.txt', ref: 'main' })).status).toBe(413)
})

test('languages by bytes, and an archive of a folder', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.ts': 'x'.repeat(750), 'b.css': 'y'.repeat(250), 'README.md': 'z'.repeat(999), 'vendor/v.js': 'v' })
  expect((await as('rita').reply(getLanguages, { id })).body).toEqual({ TypeScript: 75, CSS: 25 })
  const tar = await as('rita').reply(getArchiveAs, { id, format: 'tar', path: 'vendor' })
  const text = (tar.body as Buffer).toString('latin1')
  expect(text).toContain('vendor/v.js')
  expect(text).not.toContain('a.ts')
  expect((await as('rita').reply(getArchiveAs, { id, format: 'exe' })).status).toBe(404)
  expect((await as('rita').reply(getArchiveAs, { id, format: 'zip', sha: 'none' })).status).toBe(404)
})

test('an archive leaves paths out, also all that there is, and takes their names as they are', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'src/a.ts': 'aa', 'src/b*.ts': 'bb', 'src/bb.ts': 'cc', 'docs/d.md': 'dd' })
  const namesWithout = async (excludePaths: readonly string[], path?: string) => {
    const given = { id, format: 'tar', excludePaths, ...(path !== undefined && { path }) }
    const { status, body } = await as('rita').reply(getArchiveAs, given)
    expect(status).toBe(200)
    return (body as Buffer).toString('latin1').match(/[abd]b?\*?\.(?:ts|md)(?=\0)/g) ?? []
  }
  expect(await namesWithout(['docs', 'src/b*.ts', 'none', '../x'])).toEqual(['a.ts', 'bb.ts'])
  expect(await namesWithout(['src/a.ts'], 'src')).toEqual(['b*.ts', 'bb.ts'])
  expect(await namesWithout(['docs', 'src'])).toEqual([])
  await commit({ 'docs/d.md': null })
  expect(await namesWithout(['/src/'])).toEqual([])
  const many = { id, format: 'zip', excludePaths: Array.from({ length: 101 }, (_, at) => `${at}`) }
  expect((await as('rita').reply(getArchiveAs, many)).body).toEqual({
    message: { exclude_paths: ['can contain at most 100 paths'] },
  })
})

test('PREMIUM-040 the contents of one file are sent so many times a minute, whoever wants them', async () => {
  const { as, commit } = await codeWorld({ settings: { RATE_LIMITS: 'on' } })
  await commit({ 'a.txt': 'a', 'b.txt': 'b' })
  await as('root').call(updateApplicationSettings, { rawBlobRequestLimit: 2 })
  const status = async (who: 'dan' | 'rita', filePath: string) =>
    (await as(who).reply(getRawFile, { id, filePath })).status
  expect([await status('dan', 'a.txt'), await status('rita', 'a.txt')]).toEqual([200, 200])
  expect([await status('dan', 'a.txt'), await status('dan', 'b.txt')]).toEqual([429, 200])
})
