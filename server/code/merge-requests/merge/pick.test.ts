import { expect, test } from 'vitest'
import { createCommit, revertCommit } from '#contract/code/commits/commits.ts'
import { pickCommitOnPage, pickMergeRequest } from '#contract/code/commits/picks.ts'
import { ownFork } from '#contract/code/forks.ts'
import { acceptMergeRequest, createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, outcomeOf } from '#test/world/world.ts'

const namespace = 'weft/loom'

async function merged(mergeMethod: 'merge' | 'ff') {
  const built = await codeWorld()
  const { as, commit, project, dir } = built
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'x.txt': 'x' }, { branch: 'stable' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  await commit({ 'c.txt': 'new\n' }, { branch: 'feature', message: 'Add c' })
  await as('mina').call(updateProject, { id: project.id, mergeMethod })
  const made = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add two' }
  const { iid } = await as('dan').call(createMergeRequest, made)
  const { mergeCommitSha } = await as('mina').call(acceptMergeRequest, { id: project.id, mergeRequestIid: iid })
  const fileOn = async (branch: string, path: string) =>
    readFile(dir, (await findRef(dir, 'branch', branch))?.commitId ?? '', path)
  const messageOf = async (id: string) => (await readCommits(dir, [id]))[0]?.message
  return { ...built, iid, mergeCommitSha, fileOn, messageOf }
}

test.each(['merge', 'ff'] as const)(
  'MR-013 all commits of a merge request (%s) are reverted together on a new branch, and cherry-picked to another one',
  async method => {
    const { as, iid, mergeCommitSha, fileOn, messageOf } = await merged(method)
    const given = { namespace, iid, branch: 'main' } as const
    const undone = await as('dan').call(pickMergeRequest, { ...given, verb: 'revert', onNewBranch: true })
    expect(undone.branch).toBe(`revert-${mergeCommitSha?.slice(0, 8)}`)
    expect(await messageOf(undone.commitId ?? '')).toMatch(
      method === 'merge'
        ? /^Revert "Merge branch 'feature' into 'main'"\n\nThis reverts commit \w{40}, reversing\nchanges made to \w{40}\.$/
        : /^Revert "Add two"\n\nThis reverts merge request weft\/loom!1$/,
    )
    for (const path of ['b.txt', 'c.txt']) {
      expect(await fileOn(undone.branch, path)).toBeNull()
      expect(await fileOn('main', path)).not.toBeNull()
    }
    const again = await as('dan').call(pickMergeRequest, { ...given, verb: 'revert', onNewBranch: true })
    expect(again.branch).toBe(`${undone.branch}-2`)
    const picked = { ...given, verb: 'cherry-pick', branch: 'stable', onNewBranch: false } as const
    await expect(as('dan').call(pickMergeRequest, picked)).resolves.toMatchObject({ branch: 'stable' })
    for (const path of ['b.txt', 'c.txt', 'x.txt']) expect(await fileOn('stable', path)).not.toBeNull()
    await expect(as('dan').call(pickMergeRequest, picked)).rejects.toMatchObject({ kind: 'unprocessable' })
  },
)

test('a merge commit is reverted by the public API, to what its first parent had', async () => {
  const { as, project, mergeCommitSha, fileOn } = await merged('merge')
  await as('dan').call(revertCommit, { id: project.id, sha: mergeCommitSha ?? '', branch: 'main' })
  expect(await fileOn('main', 'b.txt')).toBeNull()
  expect(await fileOn('main', 'a.txt')).not.toBeNull()
})

test.each([
  ['dan', 'main', false, 'forbidden'],
  ['dan', 'main', true, 'ok'],
  ['dan', 'nowhere', true, 'not_found'],
  ['rita', 'main', true, 'forbidden'],
] as const)('reverting a commit as %s on %s (on a new branch: %s): %s', async (who, branch, onNewBranch, outcome) => {
  const { as, commit, project } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  const sha = await commit({ 'a.txt': 'two\n' })
  await as('mina').call(protectBranch, { id: project.id, name: 'main', pushAccessLevel: 40 })
  const reply = as(who).call(pickCommitOnPage, { namespace, sha, verb: 'revert', branch, onNewBranch })
  await expect(
    reply.then(
      () => 'ok',
      error => error.kind,
    ),
  ).resolves.toBe(outcome)
})

test('MR-013 PERM-001 who may not push reverts a merge request, and a commit, on a new branch of their own fork', async () => {
  const { as, iid, mergeCommitSha, deliver, dataDir, project, dir: upstream, fileOn } = await merged('ff')
  const fork = await as('rita').call(ownFork, { namespace })
  await deliver()
  // Only upstream has this commit.
  const late = await as('mina').call(createCommit, {
    ...{ id: project.id, branch: 'main', commitMessage: 'Add d' },
    actions: [{ action: 'create', filePath: 'd.txt', content: 'd' }],
  })
  const given = { namespace, verb: 'revert', branch: 'main', onNewBranch: false, forkId: fork.id } as const
  const dir = repositoryDir(dataDir, fork.id)
  const inFork = async (branch: string) => {
    const head = (await findRef(dir, 'branch', branch))?.commitId ?? ''
    const files = await Promise.all(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(path => readFile(dir, head, path)))
    return files.map(file => file !== null)
  }
  const undone = await as('rita').call(pickMergeRequest, { ...given, iid })
  expect(undone.branch).toBe(`revert-${mergeCommitSha?.slice(0, 8)}`)
  expect(await inFork(undone.branch)).toEqual([true, false, false, true])
  const one = await as('rita').call(pickCommitOnPage, { ...given, sha: late.id })
  expect(await inFork(one.branch)).toEqual([true, true, true, false])
  expect(await findRef(upstream, 'branch', undone.branch)).toBeNull()
  expect(await fileOn('main', 'd.txt')).not.toBeNull()
})

test('MR-013 a conflict is found before a fork is made for the commit', async () => {
  const { as, commit, dir } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  const sha = await commit({ 'a.txt': 'two\n' })
  const dry = { namespace, sha, verb: 'revert', branch: 'main', onNewBranch: false, dryRun: true } as const
  expect(await as('rita').call(pickCommitOnPage, dry)).toEqual({ branch: 'main', commitId: null })
  await expect(outcomeOf(as('gus').call(pickCommitOnPage, dry))).resolves.toBe('forbidden')
  await commit({ 'a.txt': 'three\n' })
  await expect(outcomeOf(as('rita').call(pickCommitOnPage, dry))).resolves.toBe('unprocessable')
  expect((await findRef(dir, 'branch', `revert-${sha.slice(0, 8)}`)) ?? null).toBeNull()
})

test.each<[Member, 'fork' | 'foreign' | 'hidden', string]>([
  ['rita', 'foreign', 'invalid'],
  ['rita', 'hidden', 'not_found'],
  ['dan', 'fork', 'not_found'],
  ['nina', 'fork', 'not_found'],
  ['gus', 'fork', 'forbidden'],
])('PERM-001 a revert as %s in a project that is a %s: %s', async (who, into, outcome) => {
  const { as, build, users, commit, deliver } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  const sha = await commit({ 'a.txt': 'two\n' })
  const fork = await as('rita').call(ownFork, { namespace })
  await deliver()
  const foreign = await build.project({ members: { [users.rita.id]: 40 } })
  const hidden = await build.project({})
  const forkId = { fork, foreign, hidden }[into].id
  const picking = { namespace, sha, verb: 'revert', branch: 'main', onNewBranch: true, forkId } as const
  await expect(outcomeOf(as(who).call(pickCommitOnPage, picking))).resolves.toBe(outcome)
})

test('MR-013 parallel reverts of one commit each get a new branch of their own', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'one\n' })
  const sha = await commit({ 'a.txt': 'two\n' })
  const revert = () =>
    as('dan').call(pickCommitOnPage, { namespace, sha, verb: 'revert', branch: 'main', onNewBranch: true })
  const made = await Promise.all([1, 2, 3, 4, 5, 6].map(revert))
  const name = `revert-${sha.slice(0, 8)}`
  expect(made.map(each => each.branch).sort()).toEqual([name, ...[2, 3, 4, 5, 6].map(number => `${name}-${number}`)])
})
