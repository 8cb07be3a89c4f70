import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { protectBranch, protectTag, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import { listBranches } from '#contract/code/refs.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { getProject, listProjects } from '#contract/foundation/projects.ts'
import { blockUser } from '#contract/foundation/users.ts'
import { marksFolder } from '#server/code/repository/push/journal.ts'
import type { PushOptionsHandler, PushWithOptions } from '#server/code/repository/push/push-options.ts'
import { Invalid } from '#server/errors.ts'
import { readRefs } from '#server/platform/git/refs/ref-store.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { flushPkt, pkt } from '#server/platform/git/transport/pkt-line.ts'
import { gitSite } from '#test/world/git-site.ts'

test('a push to a path of one’s own that does not exist makes a private project', async () => {
  const { git, url, work, as, dataDir } = await gitSite()
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
  const { git, url, work, as, db } = await gitSite()
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
    const { git, url, work, db, project, commit } = await gitSite()
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

test('the default branch is not deleted, and a protected one not thrown back', async () => {
  const {
    git,
    url,
    work,
    dir,
    as,
    project: { id },
  } = await gitSite()
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
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(head)
  expect(await git(['push', '--force', url('dan'), 'main:other'], cwd)).toMatchObject({ ok: true })
  await as('mina').call(updateProtectedBranch, { id, name: 'main', allowForcePush: true })
  expect(await git(['push', '--force', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  expect((await git(['push', url('dan'), ':main'], cwd)).text).toContain('The default branch cannot be deleted')
})

test('PLATFORM-011 notes are pushed and fetched, and tell the activity nothing', async () => {
  const { git, url, work, db } = await gitSite()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  await git(['notes', '--ref', 'semantic-release', 'add', '-m', '{"channels":[null]}', 'main'], cwd)
  expect(await git(['push', url('dan'), 'refs/notes/semantic-release'], cwd)).toMatchObject({ ok: true })
  expect(await git(['ls-remote', url('rita'), 'refs/notes/*'], cwd)).toMatchObject({
    text: expect.stringMatching(/^[0-9a-f]{40}\trefs\/notes\/semantic-release\n$/),
  })
  expect(await git(['push', url('rita'), 'main:refs/notes/x'], cwd)).toMatchObject({ ok: false })
  expect(await git(['push', url('dan'), ':refs/notes/semantic-release'], cwd)).toMatchObject({ ok: true })
  expect((await git(['ls-remote', url('rita'), 'refs/notes/*'], cwd)).text).toBe('')
  const told = await db.selectFrom('events').select('payload').where('name', '=', 'ref.pushed').execute()
  expect(told).toMatchObject([{ payload: { ref: 'main' } }])
})

test('PLATFORM-011 a mirror of another forge ends well, twice, and leaves the refs of the server alone', async () => {
  const { git, url, work, dir } = await gitSite()
  const cwd = await work()
  const others = ['pull/1/head', 'merge-requests/1/head', 'keep-around/x', 'remotes/origin/main', 'stash', 'replace/x']
  for (const ref of others) await git(['update-ref', `refs/${ref}`, 'HEAD'], cwd)
  await git(['tag', 'v1'], cwd)
  const first = await git(['push', '--mirror', url('dan')], cwd)
  expect(first).toMatchObject({ ok: true, text: expect.stringContaining('remote: 2 refs were ignored') })
  await git(['update-ref', '-d', 'refs/stash'], cwd)
  expect(await git(['push', '--mirror', '--atomic', url('dan')], cwd)).toMatchObject({ ok: true })
  expect((await readRefs(dir)).refs.map(({ name }) => name)).toEqual(
    ['heads/main', 'pull/1/head', 'remotes/origin/main', 'replace/x', 'tags/v1'].map(name => `refs/${name}`),
  )
  expect(await findRef(dir, 'branch', 'main')).not.toBeNull()
  expect((await git(['push', url('dan'), ':refs/merge-requests/1/head'], cwd)).text).toContain('The server manages')
  expect((await git(['push', url('dan'), 'main:refs/pipelines'], cwd)).text).toContain('not allowed')
})

test('PERM-002 a push that changes files of code owners is refused where they have to approve, whatever else it brings', async () => {
  const { git, url, work, as, dir } = await gitSite()
  const cwd = await work()
  const commit = async (path: string, content: string) => {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), content)
    await git(['add', '--', path], cwd)
    await git(['commit', '-m', `Write ${path}`], cwd)
  }
  await commit('docs/CODEOWNERS', '/owned/ @mina\n')
  await commit('owned/ä file', 'one')
  await git(['push', url('dan'), 'main', 'main:free'], cwd)
  const rule = { id: 'weft/loom', name: 'main', pushAccessLevel: 30, codeOwnerApprovalRequired: true }
  await as('mina').call(protectBranch, rule)
  await commit('plain.txt', 'two')
  expect(await git(['push', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  const before = (await findRef(dir, 'branch', 'main'))?.commitId
  await commit('owned/ä file', 'two')
  const pushed = await git(['push', url('dan'), 'main', 'main:free'], cwd)
  expect(pushed.text).toContain('remote: Code owners must approve changes to owned/ä file. Push to another branch')
  expect([(await findRef(dir, 'branch', 'main'))?.commitId, (await findRef(dir, 'branch', 'free'))?.commitId]).toEqual([
    before,
    (await git(['rev-parse', 'HEAD'], cwd)).text.trim(),
  ])
  const many = Array.from({ length: 101 }, (_, at) => `main:refs/heads/many-${at}`)
  expect((await git(['push', url('dan'), 'main', ...many], cwd)).text).toContain('Code owners must approve')
})

test('PERM-002 a push to protected branches and tags is refused ref by ref, with the reason', async () => {
  const { git, url, work, as, dir } = await gitSite()
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
  expect(deleted.text).toContain(
    'The protected branch release/1 can be deleted only in the web interface or through the API.',
  )
  expect(deleted.text).toContain('The protected tag v1 can be deleted only in the web interface or through the API.')
})

test('PLATFORM-011 push options are read, recorded and acted upon, and what fails is told', async () => {
  const { git, url, work, services, db } = await gitSite()
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

test.each([
  ['of a line of 22 MB', `${'a'.repeat(22_000_000)}`, /^a{199}…$/],
  ['whose title is followed by 22 MB', `Small\n\n${'a'.repeat(22_000_000)}`, /^Small$/],
])(
  'a push of a commit with a message %s is recorded by its first words, and its branch listed',
  async (_what, message, title) => {
    const { git, url, work, commit, db, as, project } = await gitSite()
    await commit({ 'a.txt': 'a' })
    const cwd = await work()
    await writeFile(join(cwd, 'message'), message)
    await git(['commit', '--amend', '-q', '-F', 'message'], cwd)
    expect(await git(['push', url('dan'), 'HEAD:huge'], cwd)).toMatchObject({ ok: true })
    const { payload } = await db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'ref.pushed')
      .executeTakeFirstOrThrow()
    expect(payload).toMatchObject({ ref: 'huge', commitTitle: expect.stringMatching(title) })
    const branches = (await as('dan').call(listBranches, { id: project.id })) as readonly { readonly name: string }[]
    expect(branches.map(({ name }) => name)).toEqual(['huge', 'main'])
  },
)

test('a push costs a fixed number of statements, however many refs it moves', async () => {
  const { git, url, work, token, statements } = await gitSite()
  const cwd = await work()
  const address = url('dan', 'weft/loom', await token('dan', ['write_repository']))
  await git(['push', address, 'main'], cwd)
  const push = (...refs: readonly string[]) =>
    statements(async () => expect(await git(['push', address, ...refs], cwd)).toMatchObject({ ok: true }))
  // Token and project, twice; the rules for its branches; the push with its events; the merge requests of its branches.
  expect(await push('main:one')).toBe(7)
  expect(await push('main:two', 'main:three', 'main:refs/tags/v1')).toBe(7)
})

test('PLATFORM-011 after a push a project tells its README and its languages', async () => {
  const { git, url, work, as, project, deliver } = await gitSite()
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

test.each<[string, string, (here: Awaited<ReturnType<typeof gitSite>>) => Promise<unknown>]>([
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
  const here = await gitSite()
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
