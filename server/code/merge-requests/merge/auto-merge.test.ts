import { expect, test } from 'vitest'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  acceptMergeRequest,
  cancelAutoMerge,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'

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
