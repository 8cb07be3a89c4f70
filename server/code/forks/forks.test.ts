import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { codeComparePage, comparableProjects } from '#contract/code/code-pages.ts'
import { createCommit, listCommits } from '#contract/code/commits/commits.ts'
import * as contract from '#contract/code/forks.ts'
import { protectBranch, unprotectBranch } from '#contract/code/protected-refs.ts'
import { listBranches } from '#contract/code/refs.ts'
import { compareRefs } from '#contract/code/repository.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { createProject, deleteProject, getProject, updateProject } from '#contract/foundation/projects.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { commitFiles } from '#server/platform/git/writing/commit-files.ts'
import { codeWorld } from '#test/world/code.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'
import { bringCommit } from './bring-objects.ts'

/** weft/loom with two commits, and its fork in a private group of rita's, copied. */
async function forkedWorld() {
  const built = await codeWorld()
  const { as, build, users, project, commit, dataDir, deliver } = built
  const crew = await build.group({ path: 'crew', members: { [users.rita.id]: 50 } })
  await commit({ 'a.txt': 'a' })
  const head = await commit({ 'a.txt': 'b' })
  const side = await commit({ 'side.txt': 's' }, { branch: 'side' })
  const fork = await as('rita').call(contract.forkProject, { id: project.id, namespaceId: crew.id })
  await deliver()
  const dir = repositoryDir(dataDir, fork.id)
  const commitToFork = async (path: string, content: string) =>
    (
      await commitFiles(dir, {
        branch: 'main',
        message: 'In the fork',
        author: ann,
        actions: [{ action: 'create', path, content: Buffer.from(content) }],
      })
    ).commitId
  return { ...built, crew, head, side, fork, forkDir: dir, commitToFork }
}

test.each<[Member | 'anon', number]>([
  ['olga', 201],
  ['rita', 201],
  ['gus', 403],
  ['nina', 404],
  ['anon', 404],
])('PERM-001 %s forks a private project into a group of their own: %i', async (who, status) => {
  const { as, build, users, project, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  const members = who === 'anon' ? {} : { [users[who].id]: 50 }
  await build.group({ path: 'crew', members })
  const reply = await as(who).reply(contract.forkProject, { id: project.id, namespacePath: 'crew' })
  expect(reply.status).toBe(status)
})

test('a fork has the branches, the files and the network of its source, and names it', async () => {
  const { as, project, fork, head, side } = await forkedWorld()
  expect(fork).toMatchObject({ pathWithNamespace: 'crew/loom', importStatus: 'scheduled', visibility: 'private' })
  const shown = await as('rita').call(getProject, { id: fork.id })
  expect(shown).toMatchObject({
    importStatus: 'finished',
    emptyRepo: false,
    forkedFromProject: { id: project.id, pathWithNamespace: 'weft/loom' },
  })
  const branches = await as('rita').call(listBranches, { id: fork.id, sort: 'name_asc' })
  expect(branches.map(each => [each.name, each.commit.id])).toEqual([
    ['main', head],
    ['side', side],
  ])
  expect(await as('rita').call(getProject, { id: project.id })).toMatchObject({ forksCount: 1 })
  expect(await sameNetwork(as('rita').ctx, project.id, fork.id)).toBe(true)
})

test('only the branch that was asked for is copied, without the objects of others', async () => {
  const { as, build, users, project, commit, deliver } = await codeWorld()
  await build.group({ path: 'crew', members: { [users.rita.id]: 50 } })
  const head = await commit({ 'a.txt': 'a' })
  const side = await commit({ 'side.txt': 's' }, { branch: 'side' })
  const fork = await as('rita').call(contract.forkProject, { id: project.id, namespace: 'crew', branches: 'main' })
  await deliver()
  expect((await as('rita').call(listBranches, { id: fork.id })).map(each => each.commit.id)).toEqual([head])
  expect((await as('rita').reply(listCommits, { id: fork.id, refName: side })).status).toBe(404)
})

test('a fork stays whole when the repository of its source is deleted', async () => {
  const { forkDir, dir } = await forkedWorld()
  await rm(dir, { recursive: true })
  expect(execFileSync('git', ['fsck', '--strict', '--full'], { cwd: forkDir, encoding: 'utf8', stdio: 'pipe' })).toBe(
    '',
  )
})

test('a fork keeps its code, and its network with other forks, when its source is deleted', async () => {
  const { as, build, db, users, project, fork, head, deliver } = await forkedWorld()
  await build.group({ path: 'guild', members: { [users.rita.id]: 50 } })
  const other = await as('rita').call(contract.forkProject, { id: project.id, namespacePath: 'guild' })
  await deliver()
  await deletingAtOnce(db)
  await as('olga').call(deleteProject, { id: project.id })
  await deliver()
  expect((await as('root').reply(getProject, { id: project.id })).status).toBe(404)
  expect(await as('rita').call(getProject, { id: fork.id })).not.toHaveProperty('forkedFromProject')
  expect((await as('rita').call(listCommits, { id: fork.id }))[0]?.id).toBe(head)
  expect(await sameNetwork(as('rita').ctx, fork.id, other.id)).toBe(true)
})

test('BRANCH-026, BRANCH-028, BRANCH-034 forks are listed by access level, merge requests and visibility', async () => {
  const { as, project, fork, crew, build, users } = await forkedWorld()
  const filters = { withMergeRequestsEnabled: true, minAccessLevel: 30, visibility: 'private' } as const
  const list = (who: Member) => as(who).call(contract.listForks, { id: project.id, ...filters })
  expect(await list('rita')).toMatchObject([
    { id: fork.id, nameWithNamespace: 'crew / Loom', pathWithNamespace: 'crew/loom', namespace: { fullPath: 'crew' } },
  ])
  expect(await list('dan')).toEqual([])
  await build.member({ at: crew.id, userId: users.dan.id, level: 20 })
  expect(await list('dan')).toEqual([])
  await build.member({ at: fork.id, userId: users.dan.id, level: 30 })
  expect(await list('dan')).toMatchObject([{ id: fork.id }])
  await as('rita').call(updateProject, { id: fork.id, mergeRequestsAccessLevel: 'disabled' })
  expect(await list('rita')).toEqual([])
})

test('a name that is taken, a wider visibility and a foreign namespace are refused', async () => {
  const { as, project, crew, group } = await forkedWorld()
  const fork = async (given: object) =>
    (await as('rita').reply(contract.forkProject, { id: project.id, namespaceId: crew.id, ...given })).status
  expect(await fork({})).toBe(409)
  expect(await fork({ path: 'other', visibility: 'public' })).toBe(400)
  expect(await fork({ namespaceId: group.id, path: 'other' })).toBe(403)
})

test('no fork is seen by more people than its source, also when the source changes later', async () => {
  const { as, build, users, project, group, commit, deliver } = await codeWorld()
  const open = await build.group({ path: 'open', visibility: 'public', members: { [users.olga.id]: 50 } })
  await commit({ 'a.txt': 'a' })
  const root = as('root')
  await root.call(updateGroup, { id: group.id, visibility: 'public' })
  await root.call(updateProject, { id: project.id, visibility: 'public' })
  const fork = await as('olga').call(contract.forkProject, { id: project.id, namespaceId: open.id })
  await deliver()
  expect(fork.visibility).toBe('public')
  await root.call(updateProject, { id: project.id, visibility: 'private' })
  expect(await as('olga').call(getProject, { id: fork.id })).toMatchObject({ visibility: 'private' })
  expect((await as('olga').reply(updateProject, { id: fork.id, visibility: 'internal' })).status).toBe(400)
})

test('a fork without commits of its own goes forward to upstream; one with its own gets a merge', async () => {
  const { as, commit, fork, forkDir, commitToFork } = await forkedWorld()
  const namespace = fork.pathWithNamespace
  const apart = async () => (await as('rita').call(contract.upstreamOfFork, { namespace }))?.apart
  const update = () => as('rita').call(contract.updateFork, { namespace })
  const main = async () => (await findRef(forkDir, 'branch', 'main'))?.commitId
  expect(await apart()).toEqual({ ahead: 0, behind: 0 })
  expect(await update()).toEqual({ outcome: 'current' })
  const upstream = await commit({ 'new.txt': 'n' })
  expect(await apart()).toEqual({ ahead: 0, behind: 1 })
  expect(await update()).toEqual({ outcome: 'updated' })
  expect(await main()).toBe(upstream)
  await commitToFork('own.txt', 'mine')
  await commit({ 'more.txt': 'm' })
  expect(await apart()).toEqual({ ahead: 1, behind: 1 })
  await update()
  expect(await apart()).toEqual({ ahead: 2, behind: 0 })
  const [head] = await as('rita').call(listCommits, { id: fork.id })
  expect(head).toMatchObject({ title: "Merge branch 'main' of weft/loom" })
  expect(head?.parentIds).toHaveLength(2)
})

test('an update that conflicts with the fork is refused and changes nothing', async () => {
  const { as, commit, fork, forkDir, commitToFork } = await forkedWorld()
  const own = await commitToFork('same.txt', 'mine')
  await commit({ 'same.txt': 'theirs' })
  const reply = await as('rita').reply(contract.updateFork, { namespace: fork.pathWithNamespace })
  expect([reply.status, reply.body]).toMatchObject([400, { message: expect.stringContaining('conflict') }])
  expect((await findRef(forkDir, 'branch', 'main'))?.commitId).toBe(own)
})

test('a protected branch is not updated by who may not push to it', async () => {
  const { as, build, users, commit, fork, crew } = await forkedWorld()
  await build.member({ at: crew.id, userId: users.dan.id, level: 30 })
  const namespace = fork.pathWithNamespace
  await as('rita').reply(unprotectBranch, { id: fork.id, name: 'main' })
  await as('rita').call(protectBranch, { id: fork.id, name: 'main', pushAccessLevel: 40 })
  await commit({ 'new.txt': 'n' })
  expect(await as('dan').call(contract.upstreamOfFork, { namespace })).toMatchObject({ canUpdate: false })
  expect((await as('dan').reply(contract.updateFork, { namespace })).status).toBe(403)
  expect((await as('rita').reply(contract.updateFork, { namespace })).status).toBe(200)
})

test('who may not read upstream is not told of it', async () => {
  const { as, build, users, fork, crew } = await forkedWorld()
  await build.member({ at: crew.id, userId: users.nina.id, level: 40 })
  const namespace = fork.pathWithNamespace
  expect(await as('nina').call(contract.upstreamOfFork, { namespace })).toBeNull()
  expect((await as('nina').reply(contract.updateFork, { namespace })).status).toBe(404)
  expect(await as('nina').call(getProject, { id: fork.id })).not.toHaveProperty('forkedFromProject')
})

test('the fork relation is removed and made again, by owners of the fork', async () => {
  const { as, project, fork } = await forkedWorld()
  expect((await as('dan').reply(contract.endForkRelation, { id: fork.id })).status).toBe(404)
  expect((await as('rita').reply(contract.endForkRelation, { id: fork.id })).status).toBe(204)
  expect((await as('rita').reply(contract.endForkRelation, { id: fork.id })).status).toBe(304)
  expect(await sameNetwork(as('rita').ctx, project.id, fork.id)).toBe(false)
  expect(await as('rita').call(getProject, { id: project.id })).toMatchObject({ forksCount: 0 })
  const again = { id: fork.id, forkedFromId: project.id }
  expect(await as('rita').call(contract.relateFork, again)).toMatchObject({ forkedFromProject: { id: project.id } })
  expect((await as('rita').reply(contract.relateFork, again)).status).toBe(409)
  expect(await sameNetwork(as('rita').ctx, project.id, fork.id)).toBe(true)
})

test('a commit of a fork is brought into its source and kept there by a ref', async () => {
  const { as, project, fork, dir, commitToFork } = await forkedWorld()
  const commitId = await commitToFork('own.txt', 'mine')
  const keptBy = 'refs/merge-requests/1/head'
  await bringCommit(as('rita').ctx, { fromProjectId: fork.id, toProjectId: project.id, commitId, keptBy })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8', stdio: 'pipe' }).trim()
  expect(git('rev-parse', keptBy)).toBe(commitId)
  expect(git('show', `${keptBy}:own.txt`)).toBe('mine')
  expect(git('fsck', '--connectivity-only', '--no-dangling')).toBe('')
})

test('PERM-001 who may not push commits to a fork of their own, on top of what upstream has now', async () => {
  const { as, project, commit, deliver } = await codeWorld()
  await commit({ 'a.txt': 'a\n' })
  const own = () => as('rita').call(contract.ownFork, { namespace: 'weft/loom' })
  const made = await own()
  expect(made).toMatchObject({ fullPath: 'rita/loom', importStatus: 'scheduled' })
  await deliver()
  expect(await own()).toEqual({ ...made, importStatus: 'finished' })
  const head = await commit({ 'b.txt': 'b\n' })
  const change = (startProject: number | string, start: object) =>
    as('rita').reply(createCommit, {
      ...{ id: made.id, branch: 'patch', commitMessage: 'Change b', startProject, ...start },
      actions: [{ action: 'update', filePath: 'b.txt', content: 'c\n', lastCommitId: head }],
    })
  const { status, body } = await change(project.id, { startBranch: 'main' })
  expect([status, body]).toEqual([201, expect.objectContaining({ parent_ids: [head] })])
  const twice = await change(project.id, { startBranch: 'main' })
  expect(twice.status).toBe(400)
  expect((await change(project.id, { startSha: 'f'.repeat(40) })).status).toBe(400)
})

test('PERM-001 calls at once for the own fork make one, which all get', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'a\n' })
  const own = () => as('rita').call(contract.ownFork, { namespace: 'weft/loom' })
  const made = await Promise.all(Array.from({ length: 8 }, own))
  expect([...new Set(made.map(({ fullPath }) => fullPath))]).toEqual(['rita/loom'])
})

test('PERM-001 a commit begins in no project that the actor cannot read, or of another network', async () => {
  const { as, build, users, fork } = await forkedWorld()
  const hidden = await build.project({})
  const foreign = await build.project({ members: { [users.rita.id]: 40 } })
  const from = (startProject: number) =>
    as('rita').reply(createCommit, {
      ...{ id: fork.id, branch: 'patch', commitMessage: 'Add', startProject, startBranch: 'main' },
      actions: [{ action: 'create', filePath: 'p.txt', content: 'p' }],
    })
  expect([(await from(hidden.id)).status, (await from(foreign.id)).status]).toEqual([404, 400])
})

test('PERM-001 the own fork takes another path where its own is taken, and needs the right to read the code', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a\n' })
  await as('rita').call(createProject, { name: 'Loom' })
  const own = (who: Member) => as(who).reply(contract.ownFork, { namespace: 'weft/loom' })
  expect((await own('rita')).body).toMatchObject({ full_path: 'rita/loom-fork' })
  expect([(await own('gus')).status, (await own('nina')).status]).toEqual([403, 404])
})

test('PLATFORM-011 GraphQL: the namespaces that somebody may fork a project into, their own first', async () => {
  const { as, build, users } = await codeWorld()
  await build.group({ path: 'crew', members: { [users.rita.id]: 30 } })
  await build.group({ path: 'guests', members: { [users.rita.id]: 10 } })
  const ask = async (who: Member | 'anon', args = '') => {
    const query = `{ project(fullPath: "weft/loom") { forkTargets${args} { nodes { fullPath } } } }`
    const { data } = await askGraphql(as(who).ctx, query)
    return data.project?.forkTargets?.nodes.map((node: { fullPath: string }) => node.fullPath) ?? null
  }
  expect(await ask('rita')).toEqual(['rita', 'crew'])
  expect(await ask('rita', '(search: "cre")')).toEqual(['crew'])
  expect(await ask('dan', '(first: 1)')).toEqual(['dan'])
  expect(await ask('anon')).toBeNull()
  expect(await ask('nina')).toBeNull()
})

test('BRANCH-008 a comparison begins in another project of the network, for those who may read both', async () => {
  const { as, project, fork, commit, commitToFork } = await forkedWorld()
  await commitToFork('own.txt', 'own')
  await commit({ 'later.txt': 'later\n' })
  const compared = await as('rita').call(compareRefs, {
    id: fork.id,
    fromProjectId: project.id,
    from: 'main',
    to: 'main',
  })
  expect(compared.commits.map(each => each.title)).toEqual(['In the fork'])
  expect(compared.diffs.map(each => each.newPath)).toEqual(['own.txt'])
  for (const fromProjectId of [999_999, fork.id])
    expect(
      await as('dan').reply(compareRefs, { id: project.id, fromProjectId, from: 'main', to: 'main' }),
    ).toMatchObject({
      status: 400,
      body: {
        message: `Target project id:${fromProjectId} is not a fork of project id:${project.id}`,
      },
    })
})

test('BRANCH-008 the page compares with another project of the network, which its reader picks among those they may read', async () => {
  const { as, project, fork, commit, commitToFork } = await forkedWorld()
  await commitToFork('own.txt', 'own')
  await commit({ 'later.txt': 'later\n' })
  const page = (fromProjectId: number) => ({ path: '...main', fromProjectId })
  const across = await as('rita').call(codeComparePage, { namespace: 'crew/loom', ...page(project.id) })
  expect(across).toMatchObject({
    fromProject: { id: project.id, fullPath: 'weft/loom' },
    hasOtherProjects: true,
    from: 'main',
    straight: false,
    comparison: { commits: [{ title: 'In the fork' }], diff: { files: [{ newPath: 'own.txt' }] } },
  })
  for (const id of [999_999, fork.id])
    expect((await as('dan').reply(codeComparePage, { namespace: 'weft/loom', ...page(id) })).status).toBe(404)
  const offered = async (who: Member, namespace: string) =>
    (await as(who).call(comparableProjects, { namespace })).map(each => each.fullPath)
  expect(await offered('rita', 'crew/loom')).toEqual(['crew/loom', 'weft/loom'])
  expect(await offered('dan', 'weft/loom')).toEqual(['weft/loom'])
})
