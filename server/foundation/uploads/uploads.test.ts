import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateGroup } from '#contract/foundation/groups.ts'
import { getProject, updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import {
  attachToProject,
  createGroupUpload,
  createProjectUpload,
  deleteProjectUpload,
  listProjectUploads,
  showProjectAvatar,
  showProjectUpload,
  showProjectUploadByPath,
  uploadOperations,
} from '#contract/foundation/uploads.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { textWithFiles } from '#server/foundation/uploads/mail-files.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { sentPicture } from '#test/world/furnished/files.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'weft-uploads-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const found = await world({ settings: { DATA_DIR: join(folder, 'data') } })
  const received = async (filename: string, content: string | Uint8Array) => {
    const path = join(folder, `received-${Math.random()}`)
    await writeFile(path, content)
    return new TemporaryFile(filename, 'text/html', path, Buffer.byteLength(content))
  }
  return { ...found, received }
}

const secretOf = (url: string) => url.split('/').at(-2) ?? ''

test('a file is kept, shown to readers of the project only, and deleted', async () => {
  const { as, project, received } = await place()
  const upload = await as('gus').call(createProjectUpload, {
    id: project.id,
    file: await received('my notes.txt', 'warp'),
  })
  const secret = secretOf(upload.url)
  expect(upload).toEqual({
    id: upload.id,
    alt: 'my_notes.txt',
    url: `/uploads/${secret}/my_notes.txt`,
    fullPath: `/-/project/${project.id}/uploads/${secret}/my_notes.txt`,
    markdown: `[my_notes.txt](/uploads/${secret}/my_notes.txt)`,
  })
  const key = { id: project.id, secret, filename: 'my_notes.txt' }
  const shown = await as('rita').reply(showProjectUpload, key)
  expect(shown).toMatchObject({
    status: 200,
    body: Buffer.from('warp'),
    headers: {
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-length': '4',
    },
  })
  for (const who of ['nina', 'anon'] as const) expect((await as(who).reply(showProjectUpload, key)).status).toBe(404)
  expect((await as('rita').reply(showProjectUpload, { ...key, secret: '0'.repeat(32) })).status).toBe(404)
  await expect(as('rita').call(listProjectUploads, { id: project.id })).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('mina').call(listProjectUploads, { id: project.id })).resolves.toMatchObject([
    { id: upload.id, size: 4, filename: 'my_notes.txt', uploadedBy: { username: 'gus' } },
  ])
  expect((await as('mina').reply(deleteProjectUpload, { id: project.id, uploadId: upload.id })).status).toBe(204)
  expect((await as('rita').reply(showProjectUpload, key)).status).toBe(404)
})

test('PREMIUM-040 an attachment over the size of the settings is refused, and left out of an email', async () => {
  const { as, project, received } = await place()
  await as('root').call(updateApplicationSettings, { maxAttachmentSize: 1 })
  const file = (bytes: number) => received('cone.bin', new Uint8Array(bytes))
  const upload = async (bytes: number) =>
    as('dan').reply(createProjectUpload, { id: project.id, file: await file(bytes) })
  expect((await upload(1024 * 1024)).status).toBe(201)
  expect(await upload(1024 * 1024 + 1)).toMatchObject({
    status: 413,
    body: { message: 'The file is too large. The maximum size is 1 MiB.' },
  })
  const mailed = Object.assign(await file(1024 * 1024 + 1), { contentId: null, isNamed: false })
  expect(await textWithFiles(as('dan').ctx, project.id, 'Look', [mailed])).toBe(
    'Look\n\n*A file was left out: `cone.bin` is larger than 1 MiB.*',
  )
})

test('a file of a group is listed, read by its members and deleted by a maintainer', async () => {
  const { as, build, group, users, received } = await place()
  await build.member({ at: group.id, userId: users.mina.id, level: 40 })
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const { getBySecret, get, list, remove, removeBySecret } = uploadOperations.group
  const keep = async () =>
    as('rita').call(createGroupUpload, { id: group.id, file: await received('my notes.txt', 'warp') })
  const { url } = await keep()
  const key = { id: group.id, secret: secretOf(url), filename: 'my_notes.txt' }
  expect(await as('rita').reply(getBySecret, key)).toMatchObject({ status: 200, body: Buffer.from('warp') })
  expect((await as('nina').reply(getBySecret, key)).status).toBe(404)
  await expect(as('rita').call(list, { id: group.id })).rejects.toMatchObject({ kind: 'forbidden' })
  const [listed] = await as('mina').call(list, { id: group.id })
  expect(listed).toMatchObject({ size: 4, filename: 'my_notes.txt', uploadedBy: { username: 'rita' } })
  const one = { id: group.id, uploadId: listed?.id ?? 0 }
  expect(await as('mina').reply(get, one)).toMatchObject({ status: 200, body: Buffer.from('warp') })
  expect((await as('rita').reply(removeBySecret, key)).status).toBe(403)
  expect((await as('mina').reply(removeBySecret, key)).status).toBe(204)
  expect((await as('mina').reply(remove, one)).status).toBe(404)
})

test.each(['project', 'group'] as const)('the avatar of a %s can be downloaded by those who see it', async kind => {
  const { as, ...found } = await place()
  const { id } = found[kind]
  const { getAvatar } = uploadOperations[kind]
  expect((await as('root').reply(getAvatar, { id })).status).toBe(404)
  const avatar = await sentPicture()
  await (kind === 'project'
    ? as('root').call(updateProject, { id, avatar })
    : as('root').call(updateGroup, { id, avatar }))
  const { status, headers } = await as('mina').reply(getAvatar, { id })
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect((await as('nina').reply(getAvatar, { id })).status).toBe(404)
})

test.each([
  ['cloth.png', 'image/png', 'inline', '!['],
  ['cloth.svg', 'image/svg+xml', 'attachment', '['],
  ['cloth.html', 'application/octet-stream', 'attachment', '['],
  ['cloth.pdf', 'application/pdf', 'inline', '['],
  ['cloth.mp4', 'video/mp4', 'inline', '!['],
])('%s is served as %s, %s, whatever its sender called it', async (filename, type, disposition, start) => {
  const { as, project, received } = await place()
  const { link } = await as('gus').call(attachToProject, {
    namespace: project.fullPath,
    file: await received(filename, '<script>alert(1)</script>'),
  })
  expect(link.markdown.startsWith(start)).toBe(true)
  const shown = await as('gus').reply(showProjectUploadByPath, {
    namespace: project.fullPath,
    secret: secretOf(link.url),
    filename,
  })
  expect(shown.headers).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringContaining(disposition),
  })
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
})

test('a part is sent where a part is asked for, and nothing to who has the file', async () => {
  const { as, project, received } = await place()
  const { link } = await as('gus').call(attachToProject, {
    namespace: project.fullPath,
    file: await received('loom.mp4', '0123456789'),
  })
  const ask = (given: { range?: string; ifRange?: string; ifNoneMatch?: string }) =>
    as('gus').reply(showProjectUpload, { id: project.id, secret: secretOf(link.url), filename: 'loom.mp4', ...given })
  const whole = await ask({})
  expect(whole).toMatchObject({ status: 200, body: Buffer.from('0123456789'), headers: { 'accept-ranges': 'bytes' } })
  const etag = String(whole.headers.etag)
  expect(await ask({ range: 'bytes=2-4' })).toMatchObject({
    status: 206,
    body: Buffer.from('234'),
    headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3', 'content-type': 'video/mp4' },
  })
  expect(await ask({ range: 'bytes=-1', ifRange: etag })).toMatchObject({ status: 206, body: Buffer.from('9') })
  expect(await ask({ range: 'bytes=-1', ifRange: '"another"' })).toMatchObject({ status: 200 })
  expect(await ask({ range: 'bytes=10-' })).toMatchObject({
    status: 416,
    body: { message: '416 Range Not Satisfiable: the file has 10 bytes' },
    headers: { 'content-range': 'bytes */10' },
  })
  expect((await ask({ ifNoneMatch: etag })).status).toBe(304)
})

test('an avatar is an image of at most 200 KiB, and comes off again', async () => {
  const { as, project, received } = await place()
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const changed = await as('mina').call(updateProject, { id: project.id, avatar: await received('face.png', png) })
  const uploadId = Number(changed.avatarUrl?.split('/').at(-1))
  expect(changed.avatarUrl).toBe(`http://weft.test/uploads/-/system/project/avatar/${project.id}/${uploadId}`)
  const shown = await as('gus').reply(showProjectAvatar, { id: project.id, uploadId })
  expect(shown).toMatchObject({ status: 200, body: png, headers: { 'content-type': 'image/png' } })
  expect((await as('nina').reply(showProjectAvatar, { id: project.id, uploadId })).status).toBe(404)
  await expect(
    as('mina').call(updateProject, { id: project.id, avatar: await received('face.png', '<svg/>') }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  await expect(
    as('mina').call(updateProject, {
      id: project.id,
      avatar: await received('face.png', Buffer.concat([png, Buffer.alloc(300_000)])),
    }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  await as('mina').call(updateProject, { id: project.id, avatar: '' })
  await expect(as('gus').call(getProject, { id: project.id })).resolves.toMatchObject({ avatarUrl: null })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a b.txt', 'a_b.txt'],
  ['.htaccess', 'htaccess'],
  ['…', 'file'],
  ['naïve résumé.pdf', 'naïve_résumé.pdf'],
])('the file name %j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

test('PERM-002 uploadDelete deletes a file of a project for those who manage it', async () => {
  const { as, project, received } = await place()
  const file = await received('warp.txt', 'warp')
  const upload = await as('rita').call(createProjectUpload, { id: project.id, file })
  const [secret, filename] = upload.url.split('/').slice(-2)
  const remove = (who: Member, at = `projectPath: "${project.fullPath}"`) =>
    askGraphql(
      as(who).ctx,
      `mutation { uploadDelete(input: { ${at}, secret: "${secret}", filename: "${filename}" }) { errors upload { path size } } }`,
    )
  expect((await remove('dan')).data.uploadDelete).toBeNull()
  expect((await remove('mina', 'groupPath: "weft"')).data.uploadDelete).toBeNull()
  expect((await remove('mina')).data.uploadDelete).toMatchObject({
    errors: [],
    upload: { path: `${secret}/${filename}` },
  })
  expect((await remove('mina')).data.uploadDelete).toBeNull()
})

/** The header of a PNG of 640 by 480 pixels. */
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001e00802000000', 'hex')

test('images in texts carry the size of their uploads, where the author gave none', async () => {
  const { as, project, db, received } = await place()
  const { url } = await as('rita').call(createProjectUpload, { id: project.id, file: await received('a.png', png) })
  const { url: note } = await as('rita').call(createProjectUpload, {
    id: project.id,
    file: await received('a.txt', 'warp'),
  })
  const text = `![a](${url}) ![b](${url}){width=320} ![c](${url}){width=50%} ![d](${note}) ![e](/a.png)`
  const sizes = async (): Promise<readonly string[]> => {
    const { id } = await as('rita').call(createIssue, { id: project.id, title: 'Look', description: text })
    const { descriptionHtml } = await db
      .selectFrom('issuables')
      .select('descriptionHtml')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [...(descriptionHtml ?? '').matchAll(/<img [^>]*>/g)].map(([tag]) =>
      [...tag.matchAll(/(?:width|height)="([^"]*)"/g)].map(([, value]) => value).join(' '),
    )
  }
  expect(await sizes()).toEqual(['640 480', '320 240', '50%', '', ''])
  // Like an upload that was never measured.
  await db.updateTable('uploads').set({ width: null, height: null }).execute()
  expect(await sizes()).toEqual(['640 480', '320 240', '50%', '', ''])
  const kept = await db.selectFrom('uploads').select(['width', 'height']).where('mediaType', '=', 'image/png').execute()
  expect(kept).toEqual([{ width: 640, height: 480 }])
})
