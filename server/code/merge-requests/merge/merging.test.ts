import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listCommits } from '#contract/code/commits/commits.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  rebaseMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'
import { recheckMergeRequests } from '../versions/recheck.ts'

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

test.each(['ff', 'rebase_merge'] as const)(
  'MR-013 where merges are %s, a source branch that is behind is said to need a rebase unless it is squashed',
  async mergeMethod => {
    const { open, as, ref, push, deliver, project } = await reviewed()
    await as('root').call(updateProject, { id: project.id, mergeMethod })
    const made = await open()
    await push('d.txt')
    await deliver()
    const status = async () => (await as('mina').call(getMergeRequest, ref(made.iid))).detailedMergeStatus
    expect(await status()).toBe('need_rebase')
    const [row] = await as('mina').call(listProjectMergeRequests, { id: project.id })
    expect(row?.detailedMergeStatus).toBe('need_rebase')
    await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'unprocessable' })
    await as('root').call(updateProject, { id: project.id, squashOption: 'always' })
    expect(await status()).toBe('mergeable')
    await as('root').call(updateProject, { id: project.id, squashOption: 'default_off' })
    const merged = await as('mina').call(acceptMergeRequest, { ...ref(made.iid), squash: true })
    expect(merged.state).toBe('merged')
  },
)

test('a source branch that has nothing of its own, or is gone, has no commits to merge', async () => {
  const { open, as, ref, push, deliver, dir, head, db } = await reviewed()
  const made = await open()
  const shown = async () => (await as('mina').call(getMergeRequest, ref(made.iid))).detailedMergeStatus
  const base = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  await updateRefs(dir, [{ ref: 'refs/heads/feature', after: base }])
  await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'not_allowed' })
  expect(await shown()).toBe('commits_status')
  await updateRefs(dir, [{ ref: 'refs/heads/feature', after: null }])
  await push('d.txt')
  await deliver()
  expect(await shown()).toBe('commits_status')
  await updateRefs(dir, [{ ref: 'refs/heads/feature', after: head }])
  // Like after an upgrade: a timed job checks it again.
  await sql`update merge_requests set divergence = null, merge_status = 'unchecked' where id = ${made.id}`.execute(db)
  expect(await shown()).toBe('unchecked')
  await recheckMergeRequests(db, as('dan').ctx.services)
  expect(await shown()).toBe('mergeable')
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
