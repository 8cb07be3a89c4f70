import { expect, test } from 'vitest'
import { getApprovals } from '#contract/code/merge-requests/approvals.ts'
import {
  addContextCommits,
  createMergeRequestPipeline,
  listContextCommits,
  removeContextCommits,
} from '#contract/code/merge-requests/merge-request-context.ts'
import { getMergeRequestCommitsPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'

async function opened() {
  const built = await codeWorld()
  const before = await built.commit({ 'a.txt': 'one\n' }, { message: 'Begin' })
  await built.commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const ref = { id: built.project.id, mergeRequestIid: 1 }
  const open = (given: object = {}) =>
    built
      .as('dan')
      .call(createMergeRequest, { id: ref.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b', ...given })
  return { ...built, before, ref, open }
}

test('MR-013 commits give a merge request context until they are removed, and only commits do', async () => {
  const { as, ref, before, open, project } = await opened()
  await open()
  const commits = [before]
  expect(await as('dan').call(addContextCommits, { ...ref, commits })).toMatchObject([{ id: before, title: 'Begin' }])
  await expect(as('rita').call(addContextCommits, { ...ref, commits })).rejects.toMatchObject({ kind: 'forbidden' })
  for (const wrong of [commits, ['0'.repeat(40)], ['--all'], ['main']])
    await expect(as('dan').call(addContextCommits, { ...ref, commits: wrong })).rejects.toMatchObject({
      kind: 'malformed',
    })
  expect((await as('rita').call(listContextCommits, ref)).map(commit => commit.id)).toEqual(commits)
  const page = { namespace: project.fullPath, iid: 1 }
  expect(await as('rita').call(getMergeRequestCommitsPage, page)).toMatchObject({
    commits: [{ title: expect.any(String) }],
    contextCommits: [{ id: before, title: 'Begin' }],
  })
  await as('dan').call(removeContextCommits, { ...ref, commits })
  await expect(as('dan').call(removeContextCommits, { ...ref, commits })).rejects.toMatchObject({ kind: 'malformed' })
  expect(await as('rita').call(listContextCommits, ref)).toEqual([])
})

test('MR-013 a pipeline is refused with the reason, a new merge request takes the approvals that it needs', async () => {
  const { as, ref, open, project } = await opened()
  await open({ approvalsBeforeMerge: 2 })
  expect(await as('rita').call(getApprovals, ref)).toMatchObject({ approvalsRequired: 2, approvalsLeft: 2 })
  expect(await as('mina').reply(createMergeRequestPipeline, ref)).toMatchObject({ status: 400 })
  const wanted = `{ project(fullPath: "${project.fullPath}") { mergeRequest(iid: "1") { defaultMergeCommitMessage defaultSquashCommitMessage } } }`
  const seen = async (who: 'mina' | 'rita') => (await askGraphql(as(who).ctx, wanted)).data?.project.mergeRequest
  expect(await seen('mina')).toEqual({
    defaultMergeCommitMessage: expect.stringContaining("Merge branch 'feature' into 'main'"),
    defaultSquashCommitMessage: 'Add b',
  })
  expect(await seen('rita')).toEqual({ defaultMergeCommitMessage: null, defaultSquashCommitMessage: null })
})
