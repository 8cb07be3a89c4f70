import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import {
  approveMergeRequest,
  createApprovalRule,
  createProjectApprovalRule,
  deleteApprovalRule,
  getApprovalState,
  getApprovals,
  listApprovalRules,
  resetApprovals,
  unapproveMergeRequest,
  updateApprovalRule,
  updateProjectApprovals,
} from '#contract/code/merge-requests/approvals.ts'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  listMergeRequestReviewers,
} from '#contract/code/merge-requests/merge-requests.ts'
import { clearRequestedChanges, requestReviewAgain } from '#contract/code/merge-requests/reviews.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { createProjectAccessToken } from '#contract/foundation/place-tokens.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function inReview({ commits = false, reviewers = ['mina'] as readonly Member[] } = {}) {
  const built = await codeWorld({ commits })
  await built.commit({ 'a.txt': 'one\n' })
  const head = await built.commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  const made = await built.as('dan').call(createMergeRequest, {
    id: built.project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
    reviewerIds: reviewers.map(name => built.users[name].id),
  })
  const ref = { id: built.project.id, mergeRequestIid: made.iid }
  const states = async () =>
    Object.fromEntries(
      (await built.as('rita').call(listMergeRequestReviewers, ref)).map(({ user, state }) => [user.username, state]),
    )
  const history = async () =>
    (await built.as('rita').call(mergeRequestDiscussion.listNotes, ref))
      .filter(note => note.system)
      .map(note => `${note.author.username} ${note.body}`)
  const push = () =>
    built.as('dan').call(createCommit, {
      id: built.project.id,
      branch: 'feature',
      commitMessage: 'Add c',
      actions: [{ action: 'create', filePath: 'c.txt', content: 'more' }],
    })
  const status = async () => (await built.as('rita').call(getMergeRequest, ref)).detailedMergeStatus
  return { ...built, head, made, ref, states, history, push, status }
}

test('MR-015 an approval is listed, told in the history and shown on the reviewer until it is revoked', async () => {
  const { as, ref, head, states, history } = await inReview()
  const approved = await as('mina').call(approveMergeRequest, { ...ref, sha: head })
  expect(approved).toMatchObject({
    approved: true,
    userHasApproved: true,
    userCanApprove: false,
    approvedBy: [{ user: { username: 'mina' } }],
  })
  expect(await states()).toEqual({ mina: 'approved' })
  const revoked = await as('mina').call(unapproveMergeRequest, ref)
  expect(revoked).toMatchObject({ approved: false, userHasApproved: false, userCanApprove: true, approvedBy: [] })
  expect(await states()).toEqual({ mina: 'unapproved' })
  expect((await history()).toSorted()).toEqual([
    'mina approved this merge request',
    'mina unapproved this merge request',
  ])
  await expect(as('mina').call(unapproveMergeRequest, ref)).rejects.toMatchObject({ kind: 'not_found' })
})

test.each<[Member, string]>([
  ['olga', 'ok'],
  ['mina', 'ok'],
  ['dan', 'unauthenticated'],
  ['rita', 'unauthenticated'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
])('MR-015 %s approving the merge request of dan: %s', async (who, outcome) => {
  const { as, ref } = await inReview()
  const reply = as(who)
    .call(approveMergeRequest, ref)
    .then(
      () => 'ok',
      error => error.kind,
    )
  await expect(reply).resolves.toBe(outcome)
})

test('MR-015 an approval of another head, and a second one, are refused', async () => {
  const { as, ref } = await inReview()
  const other = { ...ref, sha: '0'.repeat(40) }
  await expect(as('mina').call(approveMergeRequest, other)).rejects.toMatchObject({ kind: 'conflict' })
  await as('mina').call(approveMergeRequest, ref)
  await expect(as('mina').call(approveMergeRequest, ref)).rejects.toMatchObject({ kind: 'unauthenticated' })
})

test('MR-015 of the same approval sent twice at once, one counts', async () => {
  const { as, ref } = await inReview({ commits: true })
  const answers = await Promise.allSettled([1, 2, 3].map(() => as('mina').call(approveMergeRequest, ref)))
  expect(answers.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  expect((await as('rita').call(getApprovals, ref)).approvedBy).toHaveLength(1)
})

test('a merge waits for the approvals of the rules, of which the people named count', async () => {
  const { as, ref, project, users, status } = await inReview()
  await as('mina').call(createProjectApprovalRule, {
    id: project.id,
    name: 'Owners',
    approvalsRequired: 1,
    userIds: [users.olga.id],
  })
  expect(await status()).toBe('not_approved')
  await as('mina').call(approveMergeRequest, ref)
  expect(await as('rita').call(getApprovals, ref)).toMatchObject({
    approved: false,
    approvalsRequired: 1,
    approvalsLeft: 1,
    approvalRulesLeft: [{ name: 'Owners' }],
    suggestedApprovers: [{ username: 'olga' }],
  })
  await expect(as('mina').call(acceptMergeRequest, ref)).rejects.toMatchObject({ kind: 'not_allowed' })
  await as('olga').call(approveMergeRequest, ref)
  expect(await status()).toBe('mergeable')
  expect(await as('rita').call(getApprovalState, ref)).toMatchObject({
    rules: [{ name: 'Owners', approved: true, approvedBy: [{ username: 'olga' }] }],
  })
})

test('no list of approvers names members of a group that is hidden from the reader', async () => {
  const { as, build, ref, project, users } = await inReview()
  const crew = await build.group({ path: 'crew', visibility: 'private' })
  await build.member({ at: crew.id, userId: users.mina.id, level: 30 })
  await as('mina').call(createProjectApprovalRule, {
    id: project.id,
    name: 'Crew',
    approvalsRequired: 1,
    groupIds: [crew.id],
  })
  const named = async (who: Member) => {
    const { suggestedApprovers } = await as(who).call(getApprovals, ref)
    const [rule] = await as(who).call(listApprovalRules, ref)
    return [suggestedApprovers, rule?.eligibleApprovers ?? []].map(people => people.map(each => each.username))
  }
  expect(await named('mina')).toEqual([['mina'], ['mina']])
  expect(await named('rita')).toEqual([[], []])
})

test('a rule of the project is replaced for one merge request, unless the project refuses that', async () => {
  const { as, ref, project, users, status } = await inReview()
  const rule = await as('mina').call(createProjectApprovalRule, {
    id: project.id,
    name: 'Owners',
    approvalsRequired: 1,
    userIds: [users.olga.id],
  })
  const own = await as('dan').call(updateApprovalRule, { ...ref, approvalRuleId: rule.id, approvalsRequired: 0 })
  expect(own).toMatchObject({ overridden: true, users: [{ username: 'olga' }], sourceRule: { approvalsRequired: 1 } })
  expect(await status()).toBe('mergeable')
  await as('dan').call(deleteApprovalRule, { ...ref, approvalRuleId: own.id })
  expect(await status()).toBe('not_approved')
  await as('mina').call(updateProjectApprovals, { id: project.id, disableOverridingApproversPerMergeRequest: true })
  const more = { ...ref, name: 'More', approvalsRequired: 1 }
  await expect(as('dan').call(createApprovalRule, more)).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await as('rita').call(listApprovalRules, ref)).toHaveLength(1)
})

test('a push takes approvals away where the project says so', async () => {
  const { as, ref, project, push, deliver, history, states } = await inReview()
  await as('mina').call(updateProjectApprovals, { id: project.id, resetApprovalsOnPush: true, approvalsBeforeMerge: 1 })
  await as('mina').call(approveMergeRequest, ref)
  await push()
  await deliver()
  expect(await as('rita').call(getApprovals, ref)).toMatchObject({ approved: false, approvedBy: [] })
  expect(await states()).toEqual({ mina: 'unapproved' })
  expect(await history()).toContain('dan reset approvals from @mina')
})

test('authors approve their own merge request, and committers theirs, only where the project allows it', async () => {
  const { as, ref, project } = await inReview()
  await as('mina').call(updateProjectApprovals, { id: project.id, mergeRequestsAuthorApproval: true })
  expect(await as('dan').call(approveMergeRequest, ref)).toMatchObject({ approved: true })
  await as('mina').call(createCommit, {
    id: project.id,
    branch: 'feature',
    commitMessage: 'Add d',
    actions: [{ action: 'create', filePath: 'd.txt', content: 'more' }],
  })
  await as('mina').call(updateProjectApprovals, { id: project.id, mergeRequestsDisableCommittersApproval: true })
  await as('olga').call(approveMergeRequest, ref)
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('only bots reset approvals', async () => {
  const { as, ref, project } = await inReview()
  await expect(as('mina').call(resetApprovals, ref)).rejects.toMatchObject({ kind: 'unauthenticated' })
  const token = { name: 'Reviewer', scopes: ['api' as const], accessLevel: 40, expiresAt: inDays(30) }
  const { userId } = await as('mina').call(createProjectAccessToken, { ...token, id: project.id })
  await as('mina').call(approveMergeRequest, ref)
  const { status, body } = await as(userId).reply(resetApprovals, ref)
  expect([status, body]).toEqual([202, { message: '202 Accepted' }])
  expect(await as('mina').call(getApprovals, ref)).toMatchObject({ approvedBy: [] })
})

test('ASSIGN-013 DRAFT-003 a review goes from its first draft to its verdict, which one event tells', async () => {
  const { as, ref, states, project, history, made } = await inReview()
  await as('mina').call(mergeRequestDiscussion.createDraftNote, { ...ref, note: 'Why?' })
  expect(await states()).toEqual({ mina: 'review_started' })
  await as('mina').call(mergeRequestDiscussionPage.publishPageDrafts, {
    namespace: project.fullPath,
    iid: made.iid,
    note: 'Nearly there.',
    reviewerState: 'requested_changes',
  })
  expect(await states()).toEqual({ mina: 'requested_changes' })
  expect(await history()).toEqual(['mina requested changes'])
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, { ...ref, sort: 'asc' })
  expect(notes.filter(note => !note.system).map(note => note.body)).toEqual(['Why?', 'Nearly there.'])
  const todos = await as('dan').call(listTodos, {})
  expect(todos.map(todo => todo.actionName)).toEqual(['review_submitted'])
})

test('a request for changes stands in the way of a merge until it is cleared', async () => {
  const { as, ref, status } = await inReview()
  await as('mina').call(mergeRequestDiscussion.publishDraftNotes, { ...ref, reviewerState: 'requested_changes' })
  expect(await status()).toBe('requested_changes')
  await expect(as('rita').call(clearRequestedChanges, ref)).rejects.toMatchObject({ kind: 'forbidden' })
  await as('olga').call(clearRequestedChanges, ref)
  expect(await status()).toBe('mergeable')
})

test('ASSIGN-029 another review is requested: state and approval begin anew, with a to-do and a note', async () => {
  const { as, ref, users, states, history } = await inReview()
  await as('mina').call(approveMergeRequest, ref)
  await as('dan').call(requestReviewAgain, { ...ref, userId: users.mina.id })
  expect(await states()).toEqual({ mina: 'unreviewed' })
  expect(await as('rita').call(getApprovals, ref)).toMatchObject({ approved: false })
  expect(await history()).toContain('dan requested review from @mina')
  const todos = await as('mina').call(listTodos, {})
  expect(todos.map(todo => todo.actionName)).toEqual(['review_requested'])
  await expect(as('dan').call(requestReviewAgain, { ...ref, userId: users.olga.id })).rejects.toMatchObject({
    kind: 'not_found',
  })
})

test.each([
  ['/approve', { mina: 'approved' }],
  ['/approve\n/unapprove', { mina: 'unapproved' }],
  ['/submit_review requested_changes', { mina: 'requested_changes' }],
  ['/request_review @olga', { mina: 'unreviewed', olga: 'unreviewed' }],
])('MR-015 the quick action %j leaves the reviewers %j', async (body, expected) => {
  const { as, ref, states } = await inReview()
  await as('mina').call(mergeRequestDiscussion.createNote, { ...ref, body })
  expect(await states()).toEqual(expected)
})

test('a pending comment with /submit_review publishes the others once', async () => {
  const { as, ref } = await inReview()
  for (const note of ['One', 'Done\n/submit_review approve', 'Two'])
    await as('mina').call(mergeRequestDiscussion.createDraftNote, { ...ref, note })
  await as('mina').call(mergeRequestDiscussion.publishDraftNotes, ref)
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref)
  expect(
    notes
      .filter(note => !note.system)
      .map(note => note.body)
      .toSorted(),
  ).toEqual(['Done', 'One', 'Two'])
})

test('a quick action on a merge request asks for a review', async () => {
  const { as, ref, states } = await inReview({ reviewers: [] })
  await as('dan').call(mergeRequestDiscussion.createNote, { ...ref, body: 'Ready.\n\n/assign_reviewer @mina' })
  expect(await states()).toEqual({ mina: 'unreviewed' })
})
