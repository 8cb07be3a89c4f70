import { expect, test } from 'vitest'
import {
  approveMergeRequest,
  createProjectApprovalRule,
  getApprovals,
  getProjectApprovals,
  unapproveMergeRequest,
  updateProjectApprovals,
} from '#contract/code/merge-requests/approvals.ts'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { updateUser } from '#contract/foundation/users.ts'
import { codeWorld } from '#test/world/code.ts'

const password = 'warp and weft'

async function askingForPassword() {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const settings = await as('mina').call(updateProjectApprovals, {
    id: project.id,
    requireReauthenticationToApprove: true,
  })
  await as('root').call(updateUser, { id: users.mina.id, password })
  return { ...built, settings, iid, ref: { id: project.id, mergeRequestIid: iid } }
}

test('MR-015 where the project requires a password, an approval without the right one is refused', async () => {
  const { as, ref, iid, project, settings } = await askingForPassword()
  expect(settings).toMatchObject({ requirePasswordToApprove: true, requireReauthenticationToApprove: true })
  expect(await as('rita').call(getApprovals, ref)).toMatchObject({ requirePasswordToApprove: true })
  const page = await as('mina').call(getMergeRequestPage, { namespace: project.fullPath, iid })
  expect(page.mergeRequest.approvals).toMatchObject({ userCanApprove: true, requiresPassword: true })
  const approve = (approvalPassword?: string) =>
    as('mina').reply(approveMergeRequest, { ...ref, ...(approvalPassword !== undefined && { approvalPassword }) })
  expect(await approve()).toMatchObject({
    status: 401,
    body: { message: 'This project requires your password to approve' },
  })
  expect(await approve('weft and warp')).toMatchObject({ status: 401, body: { message: 'The password is incorrect' } })
  expect(await approve(password)).toMatchObject({ status: 201, body: { approved: true } })
})

test('MR-015 DRAFT-008 a review approves with the password that the project requires, and a wrong one leaves its comments pending', async () => {
  const { as, ref, iid, project } = await askingForPassword()
  const { createDraftNote, publishDraftNotes, listDraftNotes } = mergeRequestDiscussion
  const pending = async () => (await as('mina').call(listDraftNotes, ref)).length
  const approvers = async () => (await as('rita').call(getApprovals, ref)).approvedBy.map(each => each.user.username)
  await as('mina').call(createDraftNote, { ...ref, note: 'Neat.' })
  const page = { namespace: project.fullPath, iid, reviewerState: 'approved' as const }
  const publish = (approvalPassword: string) =>
    as('mina').reply(mergeRequestDiscussionPage.publishPageDrafts, { ...page, approvalPassword })
  expect(await publish('weft and warp')).toMatchObject({ status: 422, body: { errors: 'The password is incorrect' } })
  expect([await pending(), await approvers()]).toEqual([1, []])
  expect(await publish(password)).toMatchObject({ status: 200 })
  expect([await pending(), await approvers()]).toEqual([0, ['mina']])
  await as('mina').call(unapproveMergeRequest, ref)
  await as('mina').call(createDraftNote, { ...ref, note: 'Still neat.' })
  await as('mina').call(publishDraftNotes, { ...ref, approve: true, approvalPassword: password })
  expect([await pending(), await approvers()]).toEqual([0, ['mina']])
})

test('MR-015 a review without the password or a quick action cannot approve where a password is required, and the comments stay pending', async () => {
  const { as, ref } = await askingForPassword()
  const { createNote, createDraftNote, publishDraftNotes, listDraftNotes } = mergeRequestDiscussion
  const hint = 'This project requires your password to approve. Select Approve on the merge request page.'
  expect(await as('mina').call(createNote, { ...ref, body: '/approve' })).toMatchObject({ summary: [hint] })
  await as('mina').call(createDraftNote, { ...ref, note: 'Neat.' })
  await expect(as('mina').call(publishDraftNotes, { ...ref, approve: true })).rejects.toThrow(hint)
  expect(await as('mina').call(listDraftNotes, ref)).toHaveLength(1)
  expect((await as('rita').call(getApprovals, ref)).approvedBy).toEqual([])
})

test.each<[object, object]>([
  [
    { requirePasswordToApprove: true, requireReauthenticationToApprove: false },
    { require_password_to_approve: ['must be equal to require_reauthentication_to_approve'] },
  ],
  [
    { selectiveCodeOwnerRemovals: true, resetApprovalsOnPush: true },
    { selective_code_owner_removals: ['can be true only if reset_approvals_on_push is false'] },
  ],
])('PLATFORM-011 approval settings of %j are refused by name', async (wrong, message) => {
  const { as, project } = await codeWorld()
  const reply = await as('mina').reply(updateProjectApprovals, { id: project.id, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
  expect(await as('mina').call(getProjectApprovals, { id: project.id })).toMatchObject({
    requirePasswordToApprove: false,
  })
})

test('PLATFORM-011 an approval rule that follows a report is refused by name', async () => {
  const { as, project } = await codeWorld()
  const rule = { id: project.id, name: 'Coverage', approvalsRequired: 1, reportType: 'code_coverage' }
  const reply = await as('mina').reply(createProjectApprovalRule, rule)
  expect([reply.status, reply.body]).toEqual([
    400,
    { message: { report_type: ['must be null, because report_approver rules are not supported'] } },
  ])
})
