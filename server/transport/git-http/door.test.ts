import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import {
  createGroupDeployToken,
  createProjectDeployToken,
  revokeProjectDeployToken,
} from '#contract/foundation/deploy-tokens.ts'
import { createProjectAccessToken, revokeProjectAccessToken } from '#contract/foundation/place-tokens.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { marksFolder } from '#server/code/repository/push/journal.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { flushPkt, pkt } from '#server/platform/git/transport/pkt-line.ts'
import { gitSite } from '#test/world/git-site.ts'

const shaPush = `${'0'.repeat(40)} ${'a'.repeat(40)} refs/heads/x\0report-status object-format=sha256`

test('clone, push and fetch with a password; the house hears of the push', async () => {
  const { git, url, work, folder, dir, db, project, deliver, services } = await gitSite()
  const cwd = await work()
  expect(await git(['push', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  const head = (await git(['rev-parse', 'HEAD'], cwd)).text.trim()
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(head)
  const event = await db
    .selectFrom('events')
    .selectAll()
    .where('name', '=', 'repository.pushed')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    namespaceId: project.id,
    payload: { projectId: project.id, refs: [{ ref: 'refs/heads/main', before: null, after: head }] },
  })
  expect(event.topics).toContain(`repository:${project.id}`)
  await deliver()
  expect(
    (await db.selectFrom('projects').select('commitCount').where('id', '=', project.id).executeTakeFirst())
      ?.commitCount,
  ).toBe(1)

  expect(await git(['clone', url('rita'), 'clone'])).toMatchObject({ ok: true })
  await writeFile(join(cwd, 'b.txt'), 'two\n')
  await git(['add', '.'], cwd)
  await git(['commit', '-m', 'Second'], cwd)
  await git(['push', url('dan'), 'main'], cwd)
  expect(await git(['pull', '--ff-only'], join(folder, 'clone'))).toMatchObject({ ok: true })
  expect(existsSync(join(folder, 'clone', 'b.txt'))).toBe(true)
  expect(await readdir(marksFolder(services.settings))).toEqual([])
})

test('a token does as much as its scopes say', async () => {
  const { git, url, work, token } = await gitSite()
  const cwd = await work()
  const push = (secret: string) => git(['push', url('anything', 'weft/loom', secret), 'main'], cwd)
  const refused = await push(await token('dan', ['read_repository']))
  expect(refused).toMatchObject({ ok: false })
  // A 401 would make git ask for another password and erase the one it has stored.
  expect(refused.text).toContain('remote: The token needs the write_repository scope')
  expect(refused.text).toContain('403')
  expect(await push(await token('dan', ['write_repository']))).toMatchObject({ ok: true })
  expect(await push(await token('dan', ['api']))).toMatchObject({ ok: true })
  expect(await push(await token('rita', ['write_repository']))).toMatchObject({ ok: false })
  expect(await git(['ls-remote', url('x', 'weft/loom', await token('rita', ['read_repository']))])).toMatchObject({
    ok: true,
  })
  expect(await git(['ls-remote', url('x', 'weft/loom', await token('rita', ['read_api']))])).toMatchObject({
    ok: false,
  })
  expect(await git(['ls-remote', url('x', 'weft/loom', 'glpat-unknown')])).toMatchObject({ ok: false })
})

test('PERM-002 a bot with an access token of a project clones, pushes a branch, opens a merge request and comments', async () => {
  const { as, build, git, url, work, folder, project } = await gitSite()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  const other = await build.project({ visibility: 'private' })
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const wanted = { id: project.id, name: 'Robot', scopes: ['api' as const], accessLevel: 30, expiresAt }
  const made = await as('mina').call(createProjectAccessToken, wanted)
  const from = url('anything', project.fullPath, made.token)
  expect(await git(['clone', from, 'robot'])).toMatchObject({ ok: true })
  const clone = join(folder, 'robot')
  await git(['switch', '-c', 'change'], clone)
  await writeFile(join(clone, 'b.txt'), 'two\n')
  await git(['add', '.'], clone)
  await git(['commit', '-m', 'Second'], clone)
  expect(await git(['push', 'origin', 'change'], clone)).toMatchObject({ ok: true })
  const bot = as(made.userId, { tokenId: made.id })
  const branches = { sourceBranch: 'change', targetBranch: 'main' }
  const { iid, author } = await bot.call(createMergeRequest, { id: project.id, ...branches, title: 'Change' })
  expect(author).toMatchObject({ id: made.userId, name: 'Robot' })
  const note = { id: project.id, mergeRequestIid: iid, body: 'Done' }
  expect(await bot.call(mergeRequestDiscussion.createNote, note)).toMatchObject({ author: { id: made.userId } })
  expect(await git(['ls-remote', url('anything', other.fullPath, made.token)])).toMatchObject({ ok: false })
  await as('mina').call(revokeProjectAccessToken, { id: project.id, tokenId: made.id })
  expect(await git(['fetch', 'origin'], clone)).toMatchObject({ ok: false })
})

test.each([
  ['anon', null, 401],
  ['a wrong password', 'dan:wrong', 401],
  ['a name with a null character', 'dan\0:wrong', 401],
  ['a deploy token with a null character', 'dan\0:gldt-\0', 401],
  ['nina, no member', 'nina:correct horse', 404],
  ['gus, a guest', 'gus:correct horse', 403],
  ['rita', 'rita:correct horse', 200],
] as const)('PERM-002 fetching a private project as %s', async (_who, credentials, status) => {
  const { port, commit } = await gitSite()
  await commit({ 'a.txt': 'a' })
  const authorization =
    credentials === null ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/info/refs?service=git-upload-pack`, {
    headers: authorization,
  })
  expect(reply.status).toBe(status)
  expect(reply.headers.has('www-authenticate')).toBe(status === 401)
  if (status !== 200) expect(await reply.text()).not.toContain('Loom')
})

test('PREMIUM-040 Git takes access tokens alone where the settings say so', async () => {
  const { port, commit, token, as } = await gitSite()
  await commit({ 'a.txt': 'a' })
  const fetchAs = async (credentials: string) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    const address = `http://127.0.0.1:${port}/weft/loom.git/info/refs?service=git-upload-pack`
    const { status, text } = await fetch(address, { headers: { authorization } }).then(async reply => ({
      status: reply.status,
      text: await reply.text(),
    }))
    return [status, status === 200 ? '' : text]
  }
  expect(await fetchAs('rita:correct horse')).toEqual([200, ''])
  await as('root').call(updateApplicationSettings, { passwordAuthenticationEnabledForGit: false })
  expect(await fetchAs('rita:correct horse')).toEqual([
    401,
    'This site does not accept passwords for Git. Use a personal access token as the password.\n',
  ])
  expect(await fetchAs(`rita:${await token('rita', ['read_repository'])}`)).toEqual([200, ''])
})

test('everybody fetches a public project; nobody pushes to it without a name', async () => {
  const { git, url, work, commit, db, project } = await gitSite()
  await commit({ 'a.txt': 'a' })
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', project.id).execute()
  expect(await git(['clone', url(null), 'open'])).toMatchObject({ ok: true })
  const cwd = await work()
  const pushed = await git(['push', '--force', url(null), 'main:other'], cwd)
  expect(pushed).toMatchObject({ ok: false })
  expect(pushed.text).toContain('could not read Username')
})

test('a partial clone fetches what it lacks when it is needed', async () => {
  const { git, url, commit, folder } = await gitSite()
  await commit({ 'big.txt': 'old '.repeat(10_000) })
  await commit({ 'big.txt': 'new '.repeat(10_000), 'small.txt': 's' })
  expect(await git(['clone', '--filter=blob:none', '--no-checkout', url('rita'), 'partial'])).toMatchObject({
    ok: true,
  })
  const cwd = join(folder, 'partial')
  const missing = await git(['rev-list', '--objects', '--all', '--missing=print'], cwd)
  expect(missing.text.split('\n').filter(line => line.startsWith('?'))).toHaveLength(3)
  expect((await git(['show', 'HEAD~1:big.txt'], cwd)).text).toContain('old old')
})

test('a renamed project is fetched under its former path', async () => {
  const { commit, as, project, port, services } = await gitSite()
  await commit({ 'a.txt': 'a' })
  await as('olga').call(updateProject, { id: project.id, path: 'frame' })
  const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/info/refs?service=git-upload-pack`, {
    redirect: 'manual',
    headers: { authorization: `Basic ${Buffer.from('rita:correct horse').toString('base64')}` },
  })
  expect(reply.status).toBe(301)
  expect(reply.headers.get('location')).toBe(
    `${services.settings.externalUrl}/weft/frame.git/info/refs?service=git-upload-pack`,
  )
})

test('git archive over HTTP gives the files of a branch to those who can read the code', async () => {
  const { git, url, work, port } = await gitSite()
  await git(['push', url('dan'), 'main'], await work())
  // The header as Git sends it since 2.44.
  const ask = (who: string | null) =>
    fetch(`http://127.0.0.1:${port}/weft/loom.git/git-upload-archive`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-upload-archive-request',
        ...(who !== null && { authorization: `Basic ${Buffer.from(`${who}:correct horse`).toString('base64')}` }),
      },
      body: Buffer.concat([pkt('argument --format=tar\n'), pkt('argument main\n'), flushPkt]),
    })
  const archive = await ask('rita')
  expect([archive.status, archive.headers.get('content-type')]).toEqual([
    200,
    'application/x-git-upload-archive-result',
  ])
  const bytes = await archive.text()
  expect(bytes.slice(0, 12)).toBe('0008ACK\n0000')
  expect(bytes).toContain('a.txt')
  expect((await ask('gus')).status).toBe(403)
  expect((await ask(null)).status).toBe(401)
})

test('a client of old and a request that is no git get a plain refusal', async () => {
  const { port } = await gitSite()
  const dumb = await fetch(`http://127.0.0.1:${port}/weft/loom.git/info/refs?service=git-other`)
  expect(dumb.status).toBe(403)
  const authorization = `Basic ${Buffer.from('dan:correct horse').toString('base64')}`
  const nonsense = await fetch(`http://127.0.0.1:${port}/weft/loom.git/git-receive-pack`, {
    method: 'POST',
    headers: { authorization },
    body: 'nonsense',
  })
  expect(nonsense.status).toBe(400)
})

test.each([
  ['nothing', ''],
  ['random bytes', Buffer.from(Array.from({ length: 400 }, (_each, at) => (at * 7919) % 256))],
  ['bytes that begin as a line does', Buffer.concat([Buffer.from('00ff'), Buffer.alloc(60, 7)])],
  ['a line that means nothing', `${pkt('want nothing\n')}0000`],
  ['a command that there is not', `${pkt('command=dance')}0000`],
  ['half a request', pkt(`want ${'a'.repeat(40)}\n`)],
  ['a push by hashes that the repository does not have', `${pkt(shaPush)}0000PACK`],
])('%s instead of the git protocol: the client is told so, by every version', async (_what, body) => {
  const { work, git, url, port } = await gitSite()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  const authorization = `Basic ${Buffer.from('dan:correct horse').toString('base64')}`
  const statuses: number[] = []
  for (const version of ['0', '1', '2']) {
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/${service}`, {
        method: 'POST',
        headers: {
          authorization,
          'git-protocol': `version=${version}`,
          'content-type': `application/x-${service}-request`,
        },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })
      await reply.arrayBuffer().catch(() => undefined)
      statuses.push(reply.status)
    }
  }
  expect(statuses.filter(status => status >= 500)).toEqual([])
})

test.each(['objects/batch', 'locks/verify'])('Git LFS is answered in its own form: %s', async path => {
  const { port } = await gitSite()
  const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/info/lfs/${path}`, {
    method: 'POST',
    headers: { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', objects: [] }),
  })
  expect(reply.status).toBe(501)
  expect(reply.headers.get('content-type')).toContain('application/vnd.git-lfs+json')
  expect(await reply.json()).toEqual({ message: expect.stringContaining('does not store Git LFS objects') })
})

test('PERM-002 a deploy token clones what it is for, and pushes nothing', async () => {
  const { git, url, work, folder, as, project, group, build } = await gitSite()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  const elsewhere = await build.group({ path: 'guild' })
  const make = { name: 'machine', scopes: ['read_repository'], username: 'robot' }
  const root = as('root')
  const tokens = {
    project: await root.call(createProjectDeployToken, { ...make, id: project.id }),
    group: await root.call(createGroupDeployToken, { ...make, id: group.id }),
    elsewhere: await root.call(createGroupDeployToken, { ...make, id: elsewhere.id }),
    expired: await root.call(createProjectDeployToken, { ...make, id: project.id }),
    revoked: await root.call(createProjectDeployToken, { ...make, id: project.id }),
  }
  await root.call(revokeProjectDeployToken, { namespace: project.fullPath, tokenId: tokens.revoked.id })
  const past = new Date(Date.now() - 3_600_000).toISOString()
  const { db } = root.ctx
  await db.updateTable('deployTokens').set({ expiresAt: past }).where('id', '=', tokens.expired.id).execute()
  const clone = (name: string, token: string, username = 'robot') =>
    git(['clone', url(username, 'weft/loom', token), join(folder, name)])
  expect(await clone('one', tokens.project.token)).toMatchObject({ ok: true })
  expect(await clone('two', tokens.group.token)).toMatchObject({ ok: true })
  const refused = await Promise.all([
    clone('three', tokens.elsewhere.token),
    clone('four', tokens.expired.token),
    clone('five', tokens.revoked.token),
    clone('six', tokens.project.token, 'dan'),
    git(['push', url('robot', 'weft/loom', tokens.project.token), 'main:other'], cwd),
  ])
  expect(refused.map(each => each.ok)).toEqual([false, false, false, false, false])
  expect(refused[0]?.text).toContain('not found')
  expect(refused[4]?.text).toContain('403')
})

test('PERM-002 with a disabled repository, a deploy token clones nothing', async () => {
  const { git, url, work, folder, as, project } = await gitSite()
  await git(['push', url('dan'), 'main'], await work())
  const make = { id: project.id, name: 'machine', scopes: ['read_repository'] }
  const { username, token } = await as('root').call(createProjectDeployToken, make)
  await as('root').call(updateProject, { id: project.id, repositoryAccessLevel: 'disabled' })
  const outcome = await git(['clone', url(username.replace('+', '%2B'), 'weft/loom', token), join(folder, 'one')])
  expect(outcome.ok).toBe(false)
})
