import { expect, test } from 'vitest'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { codeWorld } from '#test/world/code.ts'

test('MR-015 the page says that the owners of files have to approve, not only the pattern of the files', async () => {
  const { as, commit, project } = await codeWorld()
  const { id } = project
  await commit({ CODEOWNERS: '* @mina\n', 'README.md': 'one\n' })
  await commit({ 'README.md': 'two\n' }, { branch: 'feature' })
  await as('mina').call(protectBranch, { id, name: 'main', codeOwnerApprovalRequired: true, pushAccessLevel: 30 })
  const given = { id, sourceBranch: 'feature', targetBranch: 'main', title: 'Change files' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const { mergeRequest } = await as('dan').call(getMergeRequestPage, { namespace: project.fullPath, iid })
  expect(mergeRequest.approvals.rulesLeft).toEqual(['code owners of *'])
})
