import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createCommit, listCommits } from '#contract/code/commits/commits.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { forkProject } from '#contract/code/forks.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  getMergeRequestEntity,
  getMergeRequestPage,
  getMergeRequestPipelinesPage,
  isMergeRequestData,
} from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  acceptMergeRequest,
  cancelAutoMerge,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRef,
  getMergeRequest,
  listMergeRequestCommits,
  listMergeRequestPipelines,
  listMergeRequestVersions,
  rebaseMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { git } from '#server/platform/git/run.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { codeWorld } from '#test/world/code.ts'
import { rawChanges } from './changes.ts'

async function reviewed() {
  const built = await codeWorld()
  await built.commit({ 'a.txt': 'one\ntwo\nthree\n' })
  const head = await built.commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  const open = (given: object = {}) =>
    built.as('dan').call(createMergeRequest, {
      id: built.project.id,
      sourceBranch: 'feature',
      targetBranch: 'main',
      title: 'Add b',
      ...given,
    })
  const ref = (iid: number) => ({ id: built.project.id, mergeRequestIid: iid })
  return { ...built, head, open, ref }
}

test('MR-013 a merge request is created with its commits, version and merge status', async () => {
  const { open, head, as, ref } = await reviewed()
  const made = await open({ description: 'About b', reviewerIds: [] })
  expect(made).toMatchObject({
    state: 'opened',
    sha: head,
    reference: '!1',
    changesCount: '1',
    mergeStatus: 'can_be_merged',
    detailedMergeStatus: 'mergeable',
    draft: false,
    diffRefs: { headSha: head },
  })
  const commits = await as('rita').call(listMergeRequestCommits, ref(made.iid))
  expect(commits.map(commit => commit.title)).toEqual(['Add b'])
})

test('a merge request tells the commit that a merge would make, the same one until a branch moves', async () => {
  const { open, as, ref, commit, dir, head } = await reviewed()
  const { iid } = await open()
  const read = async () => (await as('rita').call(getMergeRef, ref(iid))).commitId
  const first = await read()
  const target = await findRef(dir, 'branch', 'main')
  expect((await readCommits(dir, [first]))[0]?.parentIds).toEqual([target?.commitId, head])
  expect(await fileInfo(dir, first, 'b.txt')).not.toBeNull()
  expect(await read()).toBe(first)
  await commit({ 'b.txt': 'other\n' })
  await expect(read()).rejects.toThrow('Branch cannot be merged')
})

test('the pipelines of a merge request are those of its versions', async () => {
  const { open, as, ref, head, project, commit } = await reviewed()
  const { iid } = await open()
  const elsewhere = await commit({ 'c.txt': 'c' }, { branch: 'other' })
  for (const sha of [head, elsewhere])
    await as('dan').call(createCommitStatus, { id: project.id, sha, state: 'success', name: 'build' })
  expect(await as('rita').call(listMergeRequestPipelines, ref(iid))).toMatchObject([{ sha: head, status: 'success' }])
})

test('MR-009 the page of a merge request counts the pipelines of its versions, and lists them with their checks', async () => {
  const { open, as, head, project, commit } = await reviewed()
  const { iid } = await open()
  const report = (name: string, state: 'success' | 'failed', ref = 'feature') =>
    as('dan').call(createCommitStatus, { id: project.id, sha: head, state, name, ref })
  await report('build', 'success')
  await report('lint', 'failed')
  await report('build', 'success', 'main')
  const elsewhere = await commit({ 'c.txt': 'c' }, { branch: 'other' })
  await as('dan').call(createCommitStatus, { id: project.id, sha: elsewhere, state: 'success', name: 'build' })
  const of = { namespace: project.fullPath, iid }
  expect(await as('rita').call(getMergeRequestPage, of)).toMatchObject({ mergeRequest: { pipelineCount: 2 } })
  const { pipelines } = await as('rita').call(getMergeRequestPipelinesPage, of)
  expect(pipelines).toMatchObject([
    { ref: 'main', status: 'success', checks: [{ status: 'success', count: 1 }] },
    {
      sha: head,
      title: 'Add b',
      ref: 'feature',
      status: 'failed',
      namespace: project.fullPath,
      checks: [
        { status: 'failed', count: 1 },
        { status: 'success', count: 1 },
      ],
    },
  ])
})

test.each([
  [{ sourceBranch: 'nowhere' }, 'unprocessable'],
  [{ targetBranch: 'nowhere' }, 'unprocessable'],
  [{ sourceBranch: 'main' }, 'unprocessable'],
  [{ title: ' ' }, 'invalid'],
])('a merge request with %o is refused: %s', async (given, kind) => {
  const { open } = await reviewed()
  await expect(open(given)).rejects.toMatchObject({ kind })
})

test('MR-013 another target branch is compared with in a new version, told of in the history, and refused where it does not exist', async () => {
  const { open, as, ref, commit } = await reviewed()
  const elsewhere = await commit({ 'c.txt': 'more\n' }, { branch: 'feature' })
  await commit({ 'b.txt': 'other\n' }, { branch: 'release' })
  const made = await open()
  const retarget = (targetBranch: string) => as('dan').call(updateMergeRequest, { ...ref(made.iid), targetBranch })
  await expect(retarget('nowhere')).rejects.toMatchObject({ kind: 'unprocessable' })
  await expect(retarget('feature')).rejects.toMatchObject({ kind: 'unprocessable' })
  expect(await retarget('release')).toMatchObject({ targetBranch: 'release', sha: elsewhere, hasConflicts: true })
  expect(await as('rita').call(listMergeRequestVersions, ref(made.iid))).toHaveLength(2)
  const said = await as('dan').call(mergeRequestDiscussion.createNote, {
    ...ref(made.iid),
    body: '/target_branch nowhere\n/target_branch main',
  })
  expect(JSON.stringify(said)).toContain('Set target branch to main.')
  const shown = await as('rita').call(getMergeRequest, ref(made.iid))
  expect(shown).toMatchObject({ targetBranch: 'main', hasConflicts: false })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref(made.iid))
  expect(notes.map(note => note.body).toReversed()).toEqual([
    'changed target branch from `main` to `release`',
    'changed target branch from `release` to `main`',
  ])
})

test('/target_branch in the description of a new merge request sets its target, and is no part of the text', async () => {
  const { as, project, ref, commit } = await reviewed()
  await commit({ 'b.txt': 'other\n' }, { branch: 'release' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add',
    description: 'For the release.\n\n/target_branch release',
  })
  const shown = await as('rita').call(getMergeRequest, ref(made.iid))
  expect(shown).toMatchObject({ targetBranch: 'release', description: 'For the release.' })
})

test('a second open merge request for the same branches is refused', async () => {
  const { open } = await reviewed()
  await open()
  await expect(open()).rejects.toMatchObject({ kind: 'conflict' })
})

test('MR-013 merging writes a merge commit, deletes the source branch and says who merged', async () => {
  const { open, as, ref, dir, head } = await reviewed()
  const made = await open({ removeSourceBranch: true })
  const merged = await as('mina').call(acceptMergeRequest, { ...ref(made.iid), sha: head })
  expect(merged).toMatchObject({ state: 'merged', mergeUser: { username: 'mina' }, mergeError: null })
  const main = await findRef(dir, 'branch', 'main')
  expect(main?.commitId).toBe(merged.mergeCommitSha)
  expect(await isAncestor(dir, head, main?.commitId ?? '')).toBe(true)
  expect(await findRef(dir, 'branch', 'feature')).toBeNull()
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref(made.iid))
  expect(notes.filter(note => note.system).map(note => note.body)).toEqual(['merged'])
})

test('a merge with a head that the source branch has left is refused', async () => {
  const { open, as, ref, head, commit } = await reviewed()
  const made = await open()
  await commit({ 'c.txt': 'more\n' }, { branch: 'feature' })
  await expect(as('mina').call(acceptMergeRequest, { ...ref(made.iid), sha: head })).rejects.toMatchObject({
    kind: 'conflict',
  })
})

test('MR-014 merging closes the issues that the description closes, and only those', async () => {
  const { open, as, ref, build, project } = await reviewed()
  const [one, two] = [await build.issue(), await build.issue()]
  const made = await open({ description: `Closes #${one.iid}. See #${two.iid} and \`closes #${two.iid}\`` })
  await as('mina').call(acceptMergeRequest, ref(made.iid))
  const states = await Promise.all(
    [one, two].map(async ({ iid }) => (await as('mina').call(getIssue, { id: project.id, issueIid: iid })).state),
  )
  expect(states).toEqual(['closed', 'opened'])
})

test('a conflict is found, and refuses the merge', async () => {
  const { open, as, ref, commit } = await reviewed()
  await commit({ 'a.txt': 'one\nTWO\nthree\n' }, { branch: 'feature' })
  await commit({ 'a.txt': 'one\nzwei\nthree\n' })
  const made = await open()
  expect(made).toMatchObject({ hasConflicts: true, detailedMergeStatus: 'conflict' })
  await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'unprocessable' })
})

test('a squash leaves one commit of the author on the target branch', async () => {
  const { open, as, ref, commit, dir } = await reviewed()
  await commit({ 'c.txt': 'more\n' }, { branch: 'feature', message: 'Add c' })
  const made = await open({ squash: true })
  const merged = await as('mina').call(acceptMergeRequest, ref(made.iid))
  expect(merged.squashCommitSha).not.toBeNull()
  const [squashed] = await readCommits(dir, [merged.squashCommitSha ?? ''])
  expect(squashed).toMatchObject({ title: 'Add b', author: { name: ann.name } })
  expect(await fileInfo(dir, merged.squashCommitSha ?? '', 'c.txt')).not.toBeNull()
})

test('where merges are fast-forward, a source branch that is behind has to be rebased first', async () => {
  const { open, as, ref, commit, project, dir } = await reviewed()
  await as('root').call(updateProject, { id: project.id, mergeMethod: 'ff' })
  const made = await open()
  const main = await commit({ 'd.txt': 'meanwhile\n' })
  await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'unprocessable' })
  await as('dan').call(rebaseMergeRequest, ref(made.iid))
  const merged = await as('mina').call(acceptMergeRequest, ref(made.iid))
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  expect(merged.state).toBe('merged')
  expect(await isAncestor(dir, main, head)).toBe(true)
})

test('SYSNOTE-004 a push adds a version and a note that links to its comparison, and cancels auto-merge', async () => {
  const { open, as, ref, project, deliver } = await reviewed()
  const made = await open({ title: 'Draft: Add b' })
  await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({ mergeWhenPipelineSucceeds: true })
  const actions = [{ action: 'create' as const, filePath: 'c.txt', content: 'more' }]
  await as('dan').call(createCommit, { id: project.id, branch: 'feature', commitMessage: 'Add c', actions })
  await deliver()
  const versions = await as('rita').call(listMergeRequestVersions, ref(made.iid))
  expect(versions.map(version => version.realSize)).toEqual(['2', '1'])
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({ mergeWhenPipelineSucceeds: false })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref(made.iid))
  expect(notes.map(note => note.body)).toEqual([
    'aborted the automatic merge because the source branch was updated',
    expect.stringMatching(
      /^added 1 commit\n\n\* [0-9a-f]{8} - Add c\n\n\[Compare with previous version\]\(<http.*\/merge_requests\/1\/diffs\?version=2&since=1>\)$/,
    ),
    expect.stringMatching(/^enabled an automatic merge when all checks for [0-9a-f]{8} pass$/),
  ])
})

test('MR-013 a closed merge request is reopened, a merged one is not', async () => {
  const { open, as, ref } = await reviewed()
  const made = await open()
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'close' })).toMatchObject({
    state: 'closed',
    detailedMergeStatus: 'not_open',
  })
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'reopen' })).toMatchObject({
    state: 'opened',
  })
  await as('mina').call(acceptMergeRequest, ref(made.iid))
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'reopen' })).toMatchObject({
    state: 'merged',
  })
})

test('MR-001 a merge request is opened, closed, merged, or locked while it is being merged', async () => {
  const { open, as, ref, db } = await reviewed()
  const { id, iid } = await open()
  const state = async () => (await as('rita').call(getMergeRequest, ref(iid))).state
  const states = [await state()]
  await as('dan').call(updateMergeRequest, { ...ref(iid), stateEvent: 'close' })
  states.push(await state())
  await as('dan').call(updateMergeRequest, { ...ref(iid), stateEvent: 'reopen' })
  await db.updateTable('issuables').set({ state: 'locked' }).where('id', '=', id).execute()
  states.push(await state())
  await db.updateTable('issuables').set({ state: 'opened' }).where('id', '=', id).execute()
  await as('mina').call(acceptMergeRequest, ref(iid))
  expect([...states, await state()]).toEqual(['opened', 'closed', 'locked', 'merged'])
})

test('an owner deletes a merge request, a developer does not', async () => {
  const { open, as, ref } = await reviewed()
  const made = await open()
  await expect(as('dan').call(deleteMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'forbidden' })
  await as('olga').call(deleteMergeRequest, ref(made.iid))
  await expect(as('dan').call(getMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'not_found' })
})

test('where the pipeline must succeed, a merge request waits for it and merges itself then', async () => {
  const { open, as, ref, head, project, deliver } = await reviewed()
  await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
  const made = await open()
  const report = (state: 'running' | 'success') =>
    as('dan').call(createCommitStatus, { id: project.id, sha: head, state, ref: 'feature', name: 'tests' })
  await report('running')
  await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'not_allowed' })
  expect(await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })).toMatchObject({
    state: 'opened',
    detailedMergeStatus: 'ci_still_running',
    headPipeline: { status: 'running' },
  })
  await report('success')
  await deliver()
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({
    state: 'merged',
    mergeUser: { username: 'mina' },
  })
})

test('a fork offers its changes to the project that it came from', async () => {
  const { as, project, ref, deliver, build, users } = await reviewed()
  await build.member({ at: project.id, userId: users.nina.id, level: 20 })
  const fork = await as('nina').call(forkProject, { id: project.id, visibility: 'private' })
  await deliver()
  const actions = [{ action: 'create' as const, filePath: 'fork.txt', content: 'from the fork\n' }]
  const change = { branch: 'mine', startBranch: 'main', commitMessage: 'Add fork.txt', actions }
  await as('nina').call(createCommit, { id: fork.id, ...change })
  const made = await as('nina').call(createMergeRequest, {
    id: fork.id,
    sourceBranch: 'mine',
    targetBranch: 'main',
    targetProjectId: project.id,
    title: 'Add fork.txt',
  })
  expect(made).toMatchObject({ projectId: project.id, sourceProjectId: fork.id, mergeStatus: 'can_be_merged' })
  const page = { namespace: project.fullPath, iid: made.iid }
  const paths = await Promise.all(
    (['nina', 'mina'] as const).map(
      async who => (await as(who).call(getMergeRequestPage, page)).mergeRequest.sourceProject?.fullPath,
    ),
  )
  expect(paths).toEqual([fork.pathWithNamespace, null])
  await expect(as('nina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await as('mina').call(acceptMergeRequest, ref(made.iid))).toMatchObject({ state: 'merged' })
})

test('MR-013 merging leaves a protected source branch in place', async () => {
  const { open, as, ref, project, dir } = await reviewed()
  await as('mina').call(protectBranch, { id: project.id, name: 'feat*' })
  const made = await open()
  const merged = await as('mina').call(acceptMergeRequest, { ...ref(made.iid), shouldRemoveSourceBranch: true })
  expect(merged.state).toBe('merged')
  expect(await findRef(dir, 'branch', 'feature')).not.toBeNull()
})

test('a protected source branch is rebased by nobody whom its rule keeps from rewriting it', async () => {
  const { open, as, ref, project, dir, head, commit } = await reviewed()
  const made = await open()
  await commit({ 'd.txt': 'meanwhile\n' })
  await as('mina').call(protectBranch, { id: project.id, name: 'feature' })
  for (const who of ['dan', 'mina'] as const)
    await expect(as(who).call(rebaseMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'forbidden' })
  expect((await findRef(dir, 'branch', 'feature'))?.commitId).toBe(head)
})

test('auto-merge leaves out a push that comes in unseen', async () => {
  const { open, as, ref, project, head, commit, deliver } = await reviewed()
  await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
  const made = await open()
  const status = { id: project.id, ref: 'feature', name: 'tests' }
  await as('dan').call(createCommitStatus, { ...status, sha: head, state: 'running' })
  await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  const pushed = await commit({ 'c.txt': 'unseen\n' }, { branch: 'feature' })
  for (const sha of [pushed, head]) await as('dan').call(createCommitStatus, { ...status, sha, state: 'success' })
  await deliver()
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({
    state: 'opened',
    sha: pushed,
    mergeWhenPipelineSucceeds: false,
  })
})

test('SYSNOTE-001 what is done about auto-merge is told once: setting it, canceling it, another target branch', async () => {
  const { open, as, ref, commit, users } = await reviewed()
  await commit({ 'd.txt': 'd' }, { branch: 'stable' })
  const made = await open({ title: 'Draft: Add b' })
  const wait = () => as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  for (const _twice of [1, 2]) await wait()
  for (const _twice of [1, 2]) await as('mina').call(cancelAutoMerge, ref(made.iid))
  await wait()
  await as('dan').call(updateMergeRequest, { ...ref(made.iid), targetBranch: 'stable' })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, { ...ref(made.iid), sort: 'asc' })
  expect(notes.map(note => [note.author.id, note.body.replace(/[0-9a-f]{8}/, 'SHA')])).toEqual([
    [users.mina.id, 'enabled an automatic merge when all checks for SHA pass'],
    [users.mina.id, 'canceled the automatic merge'],
    [users.mina.id, 'enabled an automatic merge when all checks for SHA pass'],
    [users.dan.id, 'aborted the automatic merge because the target branch was changed'],
    [users.dan.id, 'changed target branch from `main` to `stable`'],
  ])
})

test.each([
  [
    'lost their role',
    ({ as, project, users }) => as('olga').call(removeProjectMember, { id: project.id, userId: users.mina.id }),
  ],
  [
    'may not merge into the branch any more',
    ({ as, project }) =>
      as('olga').call(protectBranch, { id: project.id, name: 'main', pushAccessLevel: 0, mergeAccessLevel: 0 }),
  ],
] satisfies readonly (readonly [string, (w: Awaited<ReturnType<typeof reviewed>>) => Promise<unknown>])[])(
  'auto-merge is canceled, with the reason on the page, once whoever set it %s',
  async (_how, take) => {
    const w = await reviewed()
    const { open, as, ref, project, head, deliver } = w
    await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
    const made = await open()
    const status = { id: project.id, sha: head, ref: 'feature', name: 'tests' }
    await as('dan').call(createCommitStatus, { ...status, state: 'running' })
    await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
    await take(w)
    await as('dan').call(createCommitStatus, { ...status, state: 'success' })
    await deliver()
    const { mergeRequest } = await as('dan').call(getMergeRequestPage, { namespace: project.fullPath, iid: made.iid })
    expect(mergeRequest).toMatchObject({
      state: 'opened',
      autoMergeUser: null,
      mergeError: expect.stringContaining('can no longer merge'),
      pipeline: { status: 'success', namespace: project.fullPath },
    })
  },
)

test('of many merges at once one succeeds, and the merge request is merged', async () => {
  const { as, commit, project } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
  })
  const ref = { id: project.id, mergeRequestIid: made.iid }
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => as('mina').call(acceptMergeRequest, ref)))
  expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  expect(await as('mina').call(getMergeRequest, ref)).toMatchObject({ state: 'merged' })
  const main = await as('mina').call(listCommits, { id: project.id, refName: 'main' })
  expect(main).toHaveLength(3)
})

test('an issue that more people see is closed without a word of the private project whose merge closes it', async () => {
  const { open, as, ref, build, users } = await reviewed()
  const place = await build.project({ path: 'wide', visibility: 'public', members: { [users.mina.id]: 40 } })
  const issue = await build.issue({ projectId: place.id })
  const made = await open({ description: `Closes ${place.fullPath}#${issue.iid}` })
  await as('mina').call(acceptMergeRequest, ref(made.iid))
  expect(await as('nina').call(getIssue, { id: place.id, issueIid: issue.iid })).toMatchObject({ state: 'closed' })
  const notes = await as('nina').call(issueDiscussion.listNotes, { id: place.id, issueIid: issue.iid })
  // A mere close is no note in the API.
  expect(notes).toEqual([])
})

test('people who read the changes of a merge request slowly keep no page from being read', async () => {
  const { commit, open, as, dir, project } = await reviewed()
  await commit({ 'long.txt': 'warp and weft\n'.repeat(100_000) }, { branch: 'feature', message: 'Add a long file' })
  const { id } = await open()
  const slow = await Promise.all(
    Array.from({ length: 10 }, () => rawChanges(as('rita').ctx, { id, namespaceId: project.id })),
  )
  onTestFinished(() => {
    for (const stream of slow) stream.destroy()
  })
  await Promise.all(slow.map(stream => once(stream, 'readable')))
  expect((await git(dir, ['rev-parse', 'feature'])).code).toBe(0)
})

test('MR-002 the data of a merge request hold how it is merged, those of an issue do not', async () => {
  const { open, as, project, head, build } = await reviewed()
  const { id, iid } = await open({ removeSourceBranch: true })
  const issue = await build.issuable()
  const data = await as('dan').call(getMergeRequestEntity, { namespace: project.fullPath, iid })
  expect(data).toMatchObject({
    id,
    noteableType: 'MergeRequest',
    projectId: project.id,
    diffHeadSha: head,
    canReceiveSuggestion: true,
    mergeParams: { forceRemoveSourceBranch: true, squash: false, autoMergeStrategy: null },
    currentUser: { canCreateNote: true, canUpdate: true },
    createNotePath: `/${project.fullPath}/notes?target_id=${id}&target_type=merge_request`,
  })
  expect(isMergeRequestData(data)).toBe(true)
  expect(isMergeRequestData(await as('dan').call(getIssueEntity, issue.page))).toBe(false)
})
