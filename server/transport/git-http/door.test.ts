import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { protectBranch, protectTag, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import {
  createGroupDeployToken,
  createProjectDeployToken,
  revokeProjectDeployToken,
} from '#contract/foundation/deploy-tokens.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { getProject, listProjects, updateProject } from '#contract/foundation/projects.ts'
import { blockUser } from '#contract/foundation/users.ts'
import { marksFolder, recordLostPushes, takenName } from '#server/code/repository/push/lost-pushes.ts'
import type { PushOptionsHandler, PushWithOptions } from '#server/code/repository/push/push-options.ts'
import { transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { createToken } from '#server/foundation/tokens/create.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { flushPkt, pkt } from '#server/platform/git/transport/pkt-line.ts'
import { rewriteAddress } from '#server/transport/address.ts'
import { codeWorld } from '#test/world/code.ts'
import { openGitDoor } from './door.ts'

const run = promisify(execFile)

interface Outcome {
  readonly ok: boolean
  readonly text: string
}

/** A world with the git door listening, and a person's own git beside it. */
async function site() {
  const built = await codeWorld()
  const app = Fastify({
    rewriteUrl: request => rewriteAddress(request.url ?? '/'),
    routerOptions: { maxParamLength: 4096 },
  })
  openGitDoor(app, { db: built.db, services: built.services })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'weft-person-'))
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await built.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword('correct horse') })
    .where('username', 'in', ['dan', 'rita', 'gus', 'nina'])
    .execute()
  const git = async (args: readonly string[], cwd = folder): Promise<Outcome> => {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: 'Dan',
      GIT_AUTHOR_EMAIL: 'dan@weft.test',
      GIT_COMMITTER_NAME: 'Dan',
      GIT_COMMITTER_EMAIL: 'dan@weft.test',
      LC_ALL: 'C',
    }
    return run('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).then(
      ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
      (error: { readonly stderr?: string }) => ({ ok: false, text: error.stderr ?? '' }),
    )
  }
  return {
    ...built,
    folder,
    port,
    git,
    /** The address as somebody clones from it. */
    url: (who: string | null, path = 'weft/loom', secret = 'correct%20horse') =>
      `http://${who === null ? '' : `${who}:${secret}@`}127.0.0.1:${port}/${path}.git`,
    /** A repository of dan's with one commit on main. */
    work: async (name = 'work') => {
      const cwd = join(folder, name)
      await git(['init', cwd])
      await writeFile(join(cwd, 'a.txt'), 'one\n')
      await git(['add', '.'], cwd)
      await git(['commit', '-m', 'First'], cwd)
      return cwd
    },
    token: async (who: 'dan' | 'rita', scopes: readonly string[]) =>
      transact(built.as('root').ctx, ctx =>
        createToken(ctx, { userId: built.users[who].id, name: 'git', scopes }, false).then(made => made.token),
      ),
  }
}

test('clone, push and fetch with a password; the house hears of the push', async () => {
  const { git, url, work, folder, dir, db, project, deliver, services } = await site()
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
  const { git, url, work, token } = await site()
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

test.each([
  ['anon', null, 401],
  ['a wrong password', 'dan:wrong', 401],
  ['a name with a null character', 'dan\0:wrong', 401],
  ['a deploy token with a null character', 'dan\0:gldt-\0', 401],
  ['nina, no member', 'nina:correct horse', 404],
  ['gus, a guest', 'gus:correct horse', 403],
  ['rita', 'rita:correct horse', 200],
] as const)('PERM-002 fetching a private project as %s', async (_who, credentials, status) => {
  const { port, commit } = await site()
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

test('everybody fetches a public project; nobody pushes to it without a name', async () => {
  const { git, url, work, commit, db, project } = await site()
  await commit({ 'a.txt': 'a' })
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', project.id).execute()
  expect(await git(['clone', url(null), 'open'])).toMatchObject({ ok: true })
  const cwd = await work()
  const pushed = await git(['push', '--force', url(null), 'main:other'], cwd)
  expect(pushed).toMatchObject({ ok: false })
  expect(pushed.text).toContain('could not read Username')
})

test('a push to a path of one’s own that does not exist makes a private project', async () => {
  const { git, url, work, as, dataDir } = await site()
  const cwd = await work()
  await git(['branch', '-m', 'trunk'], cwd)
  const pushed = await git(['push', url('dan', 'dan/fresh'), 'trunk'], cwd)
  expect(pushed).toMatchObject({ ok: true })
  expect(pushed.text).toContain('trunk is now the default branch')
  expect(pushed.text).toMatch(/remote: The private project dan\/fresh was created: http\S+\/dan\/fresh/)
  const made = await as('dan').call(getProject, { id: 'dan/fresh' })
  expect(made).toMatchObject({ visibility: 'private', defaultBranch: 'trunk', emptyRepo: false })
  expect((await findRef(repositoryDir(dataDir, made.id), 'branch', 'trunk'))?.name).toBe('trunk')
  for (const path of ['rita/theirs', 'none/at/all', 'weft/fresh', 'single'])
    expect(await git(['push', url('nina', path), 'trunk'], cwd), path).toMatchObject({ ok: false })
})

test('a push that only asks makes no project, and one to an impossible path says why', async () => {
  const { git, url, work, as, db } = await site()
  const cwd = await work()
  expect(await git(['push', '--dry-run', url('dan', 'dan/asked'), 'main'], cwd)).toMatchObject({ ok: true })
  await expect(as('dan').call(getProject, { id: 'dan/asked' })).rejects.toMatchObject({ kind: 'not_found' })
  expect((await git(['push', url('dan', 'dan/-no'), 'main'], cwd)).text).toMatch(/remote: .*Path can contain only/)
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('fullPath', '=', 'weft').execute()
  expect((await git(['push', url('rita', 'weft/fresh'), 'main'], cwd)).text).toContain(
    'remote: You cannot create projects in weft',
  )
})

test.each([
  ['rita', 'a reporter', {}, 'You need at least the Developer role to push to this project'],
  ['gus', 'a guest', {}, 'You need at least the Developer role to push to this project'],
  ['dan', 'a developer in an archived project', { archived: true }, 'The project is archived. Unarchive it'],
  ['dan', 'a developer where code is disabled', { code: 'disabled' }, 'The repository of this project is disabled'],
] as const)(
  'a refused push says why: %s, %s',
  async (who, _role, state: { archived?: true; code?: string }, reason) => {
    const { git, url, work, db, project, commit } = await site()
    await commit({ 'a.txt': 'a' })
    const cwd = await work()
    if (state.archived)
      await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
    if (state.code !== undefined)
      await db.updateTable('projects').set({ repositoryAccessLevel: state.code }).where('id', '=', project.id).execute()
    const pushed = await git(['push', url(who), 'main:other'], cwd)
    expect(pushed).toMatchObject({ ok: false })
    expect(pushed.text).toContain(`remote: ${reason}`)
  },
)

test.each(['objects/batch', 'locks/verify'])('Git LFS is answered in its own form: %s', async path => {
  const { port } = await site()
  const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/info/lfs/${path}`, {
    method: 'POST',
    headers: { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', objects: [] }),
  })
  expect(reply.status).toBe(501)
  expect(reply.headers.get('content-type')).toContain('application/vnd.git-lfs+json')
  expect(await reply.json()).toEqual({ message: expect.stringContaining('does not store Git LFS objects') })
})

test('the default branch is not deleted, a protected one not thrown back, and only branches and tags are pushed', async () => {
  const {
    git,
    url,
    work,
    dir,
    as,
    project: { id },
  } = await site()
  const cwd = await work()
  await as('mina').call(protectBranch, { id, name: 'main', pushAccessLevel: 30 })
  await git(['push', url('dan'), 'main'], cwd)
  const head = (await findRef(dir, 'branch', 'main'))?.commitId
  const deleted = await git(['push', url('dan'), ':main'], cwd)
  expect(deleted).toMatchObject({ ok: false })
  expect(deleted.text).toContain('The default branch cannot be deleted')
  await git(['commit', '--amend', '-m', 'Rewritten'], cwd)
  const forced = await git(['push', '--force', url('dan'), 'main'], cwd)
  expect(forced.text).toContain('Force pushes to a protected branch')
  const both = await git(['push', url('dan'), 'HEAD:refs/environments/x', 'HEAD:refs/heads/beside'], cwd)
  expect(both.text).toContain('Only branches and tags')
  expect(both.text).toContain('[new branch]')
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(head)
  expect(await git(['push', '--force', url('dan'), 'main:other'], cwd)).toMatchObject({ ok: true })
  await as('mina').call(updateProtectedBranch, { id, name: 'main', allowForcePush: true })
  expect(await git(['push', '--force', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  expect((await git(['push', url('dan'), ':main'], cwd)).text).toContain('The default branch cannot be deleted')
})

test('PERM-002 a push to protected branches and tags is refused ref by ref, with the reason', async () => {
  const { git, url, work, as, dir } = await site()
  const cwd = await work()
  await git(['push', url('dan'), 'main', 'main:release/1', 'main:refs/tags/v1'], cwd)
  await as('mina').call(protectBranch, { id: 'weft/loom', name: 'release/*' })
  await as('mina').call(protectTag, { id: 'weft/loom', name: 'v*' })
  await git(['commit', '--allow-empty', '-m', 'Second'], cwd)
  const refs = ['HEAD:release/1', 'HEAD:refs/heads/release/2', 'HEAD:refs/tags/v2', '+HEAD:refs/tags/v1', 'HEAD:free']
  const pushed = await git(['push', url('dan'), ...refs, ':main'], cwd)
  for (const reason of [
    'You are not allowed to push to the protected branch release/1',
    'You are not allowed to create the protected branch release/2',
    'You are not allowed to create the protected tag v2',
    'The protected tag v1 cannot be changed',
  ])
    expect(pushed.text).toContain(`remote: ${reason}`)
  expect(await findRef(dir, 'branch', 'free')).not.toBeNull()
  const deleted = await git(['push', url('dan'), ':release/1', ':refs/tags/v1'], cwd)
  expect(deleted.text).toContain('The protected branch release/1 can be deleted only on the web or by the API')
  expect(deleted.text).toContain('The protected tag v1 can be deleted only on the web or by the API')
})

test('PLATFORM-011 push options are read, recorded and acted upon, and what fails is told', async () => {
  const { git, url, work, services, db } = await site()
  const cwd = await work()
  const heard: PushWithOptions[] = []
  const handler: PushOptionsHandler = {
    concerns: options => options.mergeRequest !== null,
    run: async (_ctx, push) => {
      heard.push(push)
      if (push.options.mergeRequest?.target === 'none') throw new Invalid('There is no branch none')
      return ['A merge request could be here']
    },
  }
  Object.assign(services.plugs, { pushOptions: [handler] })
  const options = ['merge_request.create', 'merge_request.title=One: two', 'nonsense'].flatMap(each => ['-o', each])
  const pushed = await git(['push', ...options, url('dan'), 'main'], cwd)
  expect(pushed).toMatchObject({ ok: true })
  expect(pushed.text).toContain('remote: A merge request could be here')
  expect(pushed.text).toContain('remote: The push option nonsense is unknown')
  expect(heard[0]).toMatchObject({
    refs: [{ ref: 'refs/heads/main', before: null }],
    options: { mergeRequest: { create: true, title: 'One: two' } },
  })
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'repository.pushed')
    .executeTakeFirst()
  expect(event?.payload).toMatchObject({ options: { mergeRequest: { create: true, target: null } } })
  const failed = await git(['push', '-o', 'merge_request.target=none', url('dan'), 'main:other'], cwd)
  expect(failed).toMatchObject({ ok: true })
  expect(failed.text).toContain('remote: There is no branch none')
  expect(await git(['push', url('dan'), ':other'], cwd)).toMatchObject({ ok: true })
  expect(heard).toHaveLength(2)
})

test('PLATFORM-011 after a push a project tells its README and its languages', async () => {
  const { git, url, work, as, project, deliver } = await site()
  const cwd = await work()
  await writeFile(join(cwd, 'readme.txt'), 'Plain\n')
  await writeFile(join(cwd, 'README.md'), '# Loom\n')
  await writeFile(join(cwd, 'loom.ts'), 'export const warp = 1\n')
  await git(['add', '.'], cwd)
  await git(['commit', '-m', 'Tell'], cwd)
  expect((await as('dan').call(getProject, { id: project.id })).readmeUrl).toBeNull()
  await git(['push', url('dan'), 'main'], cwd)
  await deliver()
  const shown = await as('dan').call(getProject, { id: project.id })
  expect(shown.readmeUrl).toBe(`${shown.webUrl}/-/blob/main/README.md`)
  expect(await as('dan').call(listProjects, { withProgrammingLanguage: 'TypeScript' })).toHaveLength(1)
  await git(['rm', '-q', 'README.md', 'readme.txt'], cwd)
  await git(['commit', '-m', 'Tell nothing'], cwd)
  await git(['push', url('dan'), 'main'], cwd)
  await deliver()
  expect((await as('dan').call(getProject, { id: project.id })).readmeUrl).toBeNull()
})

test('a partial clone fetches what it lacks when it is needed', async () => {
  const { git, url, commit, folder } = await site()
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

test('a push that breaks off in the middle leaves the repository untouched', async () => {
  const { git, url, work, dir, port, folder, db } = await site()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  const before = await readdir(join(dir, 'objects'))
  await writeFile(
    join(cwd, 'noise.bin'),
    Buffer.from(Array.from({ length: 300_000 }, (_each, index) => (index * 7919) % 251)),
  )
  await git(['add', '.'], cwd)
  await git(['commit', '-m', 'Noise'], cwd)
  const head = (await git(['rev-parse', 'HEAD'], cwd)).text.trim()
  const old = (await git(['rev-parse', 'HEAD~1'], cwd)).text.trim()
  const packed = await run('git', ['rev-list', '--objects', `${old}..${head}`], { cwd })
  await writeFile(join(folder, 'objects'), packed.stdout)
  await run('sh', ['-c', `git pack-objects --stdout < "${join(folder, 'objects')}" > "${join(folder, 'pack')}"`], {
    cwd,
  })
  const pack = await readFile(join(folder, 'pack'))
  const command = pkt(`${old} ${head} refs/heads/main\0report-status side-band-64k`)
  const body = Buffer.concat([command, Buffer.from('0000'), pack])
  await new Promise<void>(resolve => {
    const request = httpRequest({
      port,
      path: '/weft/loom.git/git-receive-pack',
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('dan:correct horse').toString('base64')}`,
        'content-type': 'application/x-git-receive-pack-request',
        'content-length': body.length,
      },
    })
    request.on('error', () => resolve())
    request.on('close', () => resolve())
    request.write(body.subarray(0, Math.floor(body.length / 2)), () => request.destroy())
  })
  await expect
    .poll(async () => (await readdir(join(dir, 'objects'))).filter(name => name.startsWith('tmp_objdir')))
    .toEqual([])
  expect(await readdir(join(dir, 'objects'))).toEqual(before)
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(old)
  expect(await git(['push', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(head)
  const events = await db.selectFrom('events').select('id').where('name', '=', 'repository.pushed').execute()
  expect(events).toHaveLength(2)
})

test.each(['the next push to the project', 'a start', 'the start after one that died as well'] as const)(
  'a push whose process died before the house heard of it is made up for by %s',
  async by => {
    const { as, git, url, work, commit, db, users, project, services } = await site()
    const head = await commit({ 'a.txt': 'a' })
    const cwd = await work()
    const folder = marksFolder(services.settings)
    await mkdir(folder, { recursive: true })
    const updates = [
      { ref: 'refs/heads/main', before: null, after: head },
      { ref: 'refs/heads/never', before: null, after: head },
    ]
    const mark = { boot: 'another', host: hostname(), pid: 2 ** 22 - 1, actorId: users.mina.id, updates }
    const isTaken = by === 'the start after one that died as well'
    const name = isTaken ? takenName(project.id, { pid: mark.pid, boot: mark.boot }) : `${project.id}.lost.json`
    await writeFile(join(folder, name), JSON.stringify(mark))
    await writeFile(join(folder, `${project.id}.cut.json`), JSON.stringify(mark).slice(0, 40))
    const isPush = by === 'the next push to the project'
    if (isPush) expect(await git(['push', url('dan'), 'main:other'], cwd)).toMatchObject({ ok: true })
    else await recordLostPushes(as('anon').ctx)
    const events = await db
      .selectFrom('events')
      .select(['actorId', 'payload'])
      .where('name', '=', 'repository.pushed')
      .where('namespaceId', '=', project.id)
      .orderBy('id')
      .execute()
    expect(events).toHaveLength(isPush ? 2 : 1)
    expect(events[0]).toMatchObject({ actorId: users.mina.id, payload: { refs: [updates[0]] } })
    expect(await readdir(folder)).toEqual([`${project.id}.cut.json`])
  },
)

test('a start removes what a push had brought when its server was killed, and nothing of a push that still runs', async () => {
  const { as, commit, users, project, services, dir } = await site()
  const head = await commit({ 'a.txt': 'a' })
  const folder = marksFolder(services.settings)
  await mkdir(folder, { recursive: true })
  const quarantine = (name: string) => join(dir, 'objects', `tmp_objdir-incoming-${name}`)
  const mark = (name: string, pid: number) =>
    writeFile(
      join(folder, `${project.id}.${name}.json`),
      JSON.stringify({
        boot: 'another',
        host: hostname(),
        pid,
        actorId: users.mina.id,
        updates: [{ ref: 'refs/heads/never', before: null, after: head }],
      }),
    )
  await mkdir(join(quarantine('dead'), 'pack'), { recursive: true })
  await utimes(quarantine('dead'), 1, 1)
  await mark('dead', 2 ** 22 - 1)
  await mark('live', process.ppid)
  await mkdir(quarantine('live'))
  await recordLostPushes(as('anon').ctx)
  const left = (await readdir(join(dir, 'objects'))).filter(name => name.startsWith('tmp_objdir-'))
  expect(left).toEqual([basename(quarantine('live'))])
})

test('a renamed project is fetched under its former path', async () => {
  const { commit, as, project, port, services } = await site()
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

test('a client of old and a request that is no git get a plain refusal', async () => {
  const { port } = await site()
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
])('%s instead of the git protocol: the client is told so, by every version', async (_what, body) => {
  const { work, git, url, port } = await site()
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

test('PERM-002 a deploy token clones what it is for, and pushes nothing', async () => {
  const { git, url, work, folder, as, project, group, build } = await site()
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
  const { git, url, work, folder, as, project } = await site()
  await git(['push', url('dan'), 'main'], await work())
  const make = { id: project.id, name: 'machine', scopes: ['read_repository'] }
  const { username, token } = await as('root').call(createProjectDeployToken, make)
  await as('root').call(updateProject, { id: project.id, repositoryAccessLevel: 'disabled' })
  const outcome = await git(['clone', url(username.replace('+', '%2B'), 'weft/loom', token), join(folder, 'one')])
  expect(outcome.ok).toBe(false)
})

test.each<[string, string, (here: Awaited<ReturnType<typeof site>>) => Promise<unknown>]>([
  [
    'lost the role',
    'You can no longer push to this project',
    ({ as, project, users }) => as('olga').call(removeProjectMember, { id: project.id, userId: users.dan.id }),
  ],
  [
    'was blocked',
    'You can no longer push to this project',
    ({ as, users }) => as('root').call(blockUser, { id: users.dan.id }),
  ],
  [
    'had the branch protected',
    'You are not allowed to create the protected branch late',
    ({ as, project }) => as('mina').call(protectBranch, { id: project.id, name: 'late' }),
  ],
])('PERM-002 a push of somebody who %s while the pack arrives moves nothing', async (_what, reason, lose) => {
  const here = await site()
  const { git, work, port, dir, token } = here
  const cwd = await work()
  const secret = await token('dan', ['write_repository'])
  const head = (await git(['rev-parse', 'HEAD'], cwd)).text.trim()
  await git(['repack', '-adq'], cwd)
  const folder = join(cwd, '.git/objects/pack')
  const name = (await readdir(folder)).find(each => each.endsWith('.pack')) ?? ''
  const pack = await readFile(join(folder, name))
  const push = () => {
    const request = httpRequest({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/weft/loom.git/git-receive-pack', auth: `dan:${secret}` },
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
    })
    const answer = new Promise<string>((resolve, reject) => {
      request.on('error', reject).on('response', reply => {
        let text = ''
        reply.on('data', chunk => {
          text += chunk
        })
        reply.on('end', () => resolve(text))
      })
    })
    const commands = pkt(`${'0'.repeat(40)} ${head} refs/heads/late\0 report-status side-band-64k`)
    request.write(Buffer.concat([commands, flushPkt, pack.subarray(0, 20)]))
    return { answer, end: () => request.end(pack.subarray(20)) }
  }
  const pushing = push()
  await vi.waitFor(async () => expect(await readdir(marksFolder(here.services.settings))).toHaveLength(1))
  await lose(here)
  const now = performance.now()
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000)
  onTestFinished(() => later.mockRestore())
  pushing.end()
  const said = await pushing.answer
  expect(said).toContain(`ng refs/heads/late ${reason}`)
  expect(await findRef(dir, 'branch', 'late')).toBeNull()
})
