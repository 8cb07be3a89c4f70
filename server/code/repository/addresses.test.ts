import { expect, onTestFinished, test } from 'vitest'
import { createTag } from '#server/platform/git/writing/update-refs.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import type { Identity } from '#server/transport/session/authenticate.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { codeWorld } from '#test/world/code.ts'

/** The whole server, with a public project. */
async function site() {
  const built = await codeWorld()
  await built.db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', built.project.id).execute()
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<!--weft-->' }
  const known = new KnownIdentities<Identity>()
  const app = await createApp({ db: built.db, services: built.services, known, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  const page = async (url: string) => {
    const reply = await app.inject({ url, headers: { accept: 'text/html' } })
    const json = /<script type="application\/json" id="weft-page">(.*)<\/script>/s.exec(reply.body)?.[1]
    return { status: reply.statusCode, ...(JSON.parse(json ?? '{}') as Record<string, unknown>) }
  }
  return { ...built, app, page }
}

test('pages of the code stand at the addresses of the product, ref and path in one piece', async () => {
  const { page, commit } = await site()
  const id = await commit({ 'src/ä b.ts': '1', 'README.md': '# R' }, { branch: 'main' })
  await commit({ 'x.txt': '1' }, { branch: 'feature/x' })
  const tree = await page('/weft/loom/-/tree/feature/x/src')
  expect(tree).toMatchObject({
    status: 200,
    page: 'code-tree',
    input: { namespace: 'weft/loom', path: 'feature/x/src' },
    data: { ref: { name: 'feature/x' }, path: 'src', entries: [{ name: 'ä b.ts' }] },
  })
  expect(await page('/weft/loom/-/tree')).toMatchObject({ status: 200, input: { namespace: 'weft/loom' } })
  expect(await page('/weft/loom/-/blob/main/src/%C3%A4%20b.ts?plain=1')).toMatchObject({
    status: 200,
    input: { path: 'main/src/ä b.ts' },
    data: { text: '1' },
  })
  for (const url of [
    'commits',
    'commits/main/src',
    `commit/${id}`,
    'branches',
    'tags',
    'compare',
    'compare/main...feature/x',
    'blame/main/README.md',
  ])
    expect(await page(`/weft/loom/-/${url}`), url).toMatchObject({ status: 200 })
  expect(await page('/weft/loom/-/blob/main/none')).toMatchObject({
    ...{ status: 404, operation: null },
    data: { namespace: { full_path: 'weft/loom' } },
  })
})

test('an address of a file that names a folder leads to the folder, one of a folder that names a file to the file', async () => {
  const { app, commit } = await site()
  await commit({ 'docs/ä b.md': '# D', 'README.md': '# R' }, { branch: 'main' })
  const leads = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url: `/weft/loom/-/${url}`, headers: { accept: 'text/html' } })
    return [statusCode, headers.location]
  }
  expect(await leads('blob/main/docs?plain=1')).toEqual([302, '/weft/loom/-/tree/main/docs?plain=1'])
  expect(await leads('blob/main')).toEqual([302, '/weft/loom/-/tree/main'])
  expect(await leads('tree/main/docs/%C3%A4%20b.md')).toEqual([302, '/weft/loom/-/blob/main/docs/%C3%A4%20b.md'])
  expect(await leads('tree/main/none')).toEqual([404, undefined])
  expect(await leads('blob/none/docs')).toEqual([404, undefined])
})

test('DIFF-039 bytes stand at their addresses too', async () => {
  const { app, commit, dir } = await site()
  const id = await commit({ 'src/ä b.ts': '1', 'run.html': '<b>' })
  await createTag(dir, 'v1/2', id)
  const raw = await app.inject('/weft/loom/-/raw/v1/2/src/%C3%A4%20b.ts')
  expect(raw).toMatchObject({ statusCode: 200, body: '1' })
  const html = await app.inject('/weft/loom/-/raw/main/run.html')
  expect(html.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(html.headers['content-security-policy']).toContain('sandbox')
  const forSaving = await app.inject('/weft/loom/-/raw/main/run.html?inline=false')
  expect(forSaving.headers['content-disposition']).toMatch(/^attachment/)
  for (const url of [
    '/weft/loom/-/archive/v1/2/loom.tar.gz',
    '/api/v4/projects/weft%2Floom/repository/archive',
    '/api/v4/projects/weft%2Floom/repository/archive.tar.gz?sha=main',
    '/api/v4/projects/weft%2Floom/repository/archive.zip',
  ])
    expect((await app.inject(url)).statusCode, url).toBe(200)
  const head = await app.inject({
    method: 'HEAD',
    url: '/api/v4/projects/weft%2Floom/repository/files/src%2F%C3%A4%20b%2Ets?ref=main',
  })
  expect(head.headers).toMatchObject({ 'x-gitlab-size': '1', 'x-gitlab-commit-id': id })
  const file = await app.inject('/api/v4/projects/weft%2Floom/repository/files/src%2F%C3%A4%20b%2Ets/raw?ref=main')
  expect(file.body).toBe('1')
  const branch = await app.inject({ method: 'HEAD', url: '/api/v4/projects/weft%2Floom/repository/branches/main' })
  expect(branch.statusCode).toBe(204)
  expect((await app.inject('/weft/loom/refs?find[]=tags')).json()).toEqual({ Tags: ['v1/2'] })
  const archive = await app.inject({ url: '/api/v4/projects/weft%2Floom/repository/files/x?ref=main' })
  expect(archive.json()).toEqual({ message: '404 File Not Found', errors: ['404 File Not Found'] })
})

test('PLATFORM-011 a commit stands as a patch and as a diff beside its page', async () => {
  const { app, commit, page } = await site()
  await commit({ 'a.txt': 'one\n' }, { message: 'First' })
  const id = await commit({ 'a.txt': 'two\n' }, { message: 'Second' })
  const patch = await app.inject(`/weft/loom/-/commit/${id}.patch`)
  expect(patch.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(patch.body).toMatch(new RegExp(`^From ${id} .*\\nFrom: .*\\nDate: .*\\nSubject: \\[PATCH\\] Second\\n`))
  const diff = await app.inject(`/weft/loom/-/commit/${id}.diff`)
  expect(diff.body).toMatch(/^diff --git a\/a\.txt b\/a\.txt\n/)
  expect(diff.body).toContain('\n-one\n+two\n')
  expect((await app.inject(`/weft/loom/-/commit/${'0'.repeat(40)}.patch`)).statusCode).toBe(404)
  expect(await page(`/weft/loom/-/commit/${id}`)).toMatchObject({ status: 200, page: 'code-commit' })
})

test.each([
  ['weft/loom', 'weft/loom'],
  ['weft/loom/cmd/shuttle', 'weft/loom'],
  ['Weft/Loom', 'weft/loom'],
  ['not/there/at/all', 'not/there'],
])('PLATFORM-011 go get finds the repository of %s', async (path, repository) => {
  const { app, services } = await site()
  const { externalUrl } = services.settings
  const reply = await app.inject(`/${path}?go-get=1`)
  const host = new URL(externalUrl).host
  expect(reply.body).toContain(
    `<meta name="go-import" content="${host}/${repository} git ${externalUrl}/${repository}.git">`,
  )
})

test('PERM-002 go get learns nothing of a private project in a subgroup', async () => {
  const { app, build } = await site()
  const group = await build.group({ path: 'guild' })
  const below = await build.group({ path: 'below', parent: group })
  await build.project({ path: 'secret', parent: below })
  expect((await app.inject('/guild/below/secret?go-get=1')).body).toContain('/guild/below git ')
})
