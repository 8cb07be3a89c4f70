import { expect, test } from 'vitest'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

async function asked({ commits = false } = {}) {
  const built = await codeWorld({ commits })
  await built.commit({ 'a.txt': 'one\n' })
  const head = await built.commit({ 'a.txt': 'one\ntwo\n', 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  const { iid, id } = await built.as('dan').call(createMergeRequest, {
    id: built.project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
    reviewerIds: [built.users.mina.id],
  })
  const ref = `projectPath: "${built.project.fullPath}", iid: "${iid}"`
  const mutate = async (who: Member | 'anon', name: string, args: string, selection = 'id') => {
    const wanted = `mutation { ${name}(input: { ${ref}, ${args} }) { errors mergeRequest { ${selection} } } }`
    const { data, errors } = await askGraphql(built.as(who).ctx, wanted)
    return { ...data?.[name], refused: errors[0]?.message ?? null }
  }
  return { ...built, head, iid, id, mutate }
}

test.each<[string, Member, string, string, string, object]>([
  [
    'ASSIGN-027',
    'dan',
    'mergeRequestSetAssignees',
    'assigneeUsernames: ["rita"]',
    'assignees { nodes { username } }',
    { assignees: { nodes: [{ username: 'rita' }] } },
  ],
  [
    'ASSIGN-025 ASSIGN-028',
    'dan',
    'mergeRequestSetReviewers',
    'reviewerUsernames: ["rita"], operationMode: APPEND',
    'reviewers { nodes { username mergeRequestInteraction { reviewState canMerge canUpdate approved reviewed } } }',
    {
      reviewers: {
        nodes: ['mina', 'rita'].map(username => ({
          username,
          mergeRequestInteraction: {
            reviewState: 'UNREVIEWED',
            canMerge: username === 'mina',
            canUpdate: username === 'mina',
            approved: false,
            reviewed: false,
          },
        })),
      },
    },
  ],
  ['LOCK-006', 'dan', 'mergeRequestSetLocked', 'locked: true', 'discussionLocked', { discussionLocked: true }],
  ['MR-013', 'dan', 'mergeRequestSetDraft', 'draft: true', 'draft title', { draft: true, title: 'Draft: Add b' }],
  ['NOTIF-005', 'rita', 'mergeRequestSetSubscription', 'subscribedState: true', 'subscribed', { subscribed: true }],
  [
    'MR-013',
    'dan',
    'mergeRequestUpdate',
    'state: CLOSED, title: "Another", timeEstimate: "2h"',
    'state title humanTimeEstimate',
    { state: 'closed', title: 'Another', humanTimeEstimate: '2h' },
  ],
])('%s GraphQL: %s runs %s', async (_id, who, name, args, selection, expected) => {
  const { mutate } = await asked()
  expect(await mutate(who, name, args, selection)).toMatchObject({ errors: [], mergeRequest: expected, refused: null })
})

const unavailable = expect.stringContaining("does not exist or you don't have permission")

const refused: readonly (readonly [name: string, args: string, from: Member | 'anon'])[] = [
  ['mergeRequestSetAssignees', 'assigneeUsernames: []', 'rita'],
  ['mergeRequestSetReviewers', 'reviewerUsernames: []', 'rita'],
  ['mergeRequestSetLabels', 'labelIds: []', 'rita'],
  ['mergeRequestSetMilestone', 'milestoneId: null', 'rita'],
  ['mergeRequestSetLocked', 'locked: true', 'rita'],
  ['mergeRequestSetDraft', 'draft: true', 'rita'],
  ['mergeRequestUpdate', 'state: CLOSED', 'rita'],
  ['mergeRequestAccept', 'sha: "0"', 'rita'],
  ['mergeRequestReviewerRereview', 'userId: "gid://gitlab/User/1"', 'rita'],
  ['mergeRequestDestroyRequestedChanges', 'clientMutationId: "x"', 'rita'],
  ['mergeRequestSetSubscription', 'subscribedState: true', 'gus'],
  ['mergeRequestRequestChanges', 'clientMutationId: "x"', 'nina'],
  ['mergeRequestSetSubscription', 'subscribedState: true', 'anon'],
]

test('PERM-002 the mutations of merge requests are refused to those who may not', async () => {
  const { mutate } = await asked()
  for (const [name, args, who] of refused)
    expect.soft(await mutate(who, name, args), `${name} by ${who}`).toEqual({ refused: unavailable })
})

test('ASSIGN-029 MR-015 GraphQL: changes are requested, cleared, and another review is asked for', async () => {
  const { mutate, users } = await asked()
  const state = 'detailedMergeStatus changeRequesters { nodes { username } }'
  const own = await mutate('dan', 'mergeRequestRequestChanges', 'clientMutationId: "x"', state)
  expect(own).toMatchObject({ errors: [expect.any(String)], mergeRequest: null })
  const requested = await mutate('mina', 'mergeRequestRequestChanges', 'clientMutationId: "x"', state)
  expect(requested.mergeRequest).toEqual({
    detailedMergeStatus: 'REQUESTED_CHANGES',
    changeRequesters: { nodes: [{ username: 'mina' }] },
  })
  const cleared = await mutate('dan', 'mergeRequestDestroyRequestedChanges', 'clientMutationId: "x"', state)
  expect(cleared.mergeRequest.changeRequesters.nodes).toEqual([])
  await mutate('mina', 'mergeRequestRequestChanges', 'clientMutationId: "x"', state)
  const overridden = await mutate('dan', 'mergeRequestUpdate', 'overrideRequestedChanges: true', state)
  expect(overridden.mergeRequest.changeRequesters.nodes).toEqual([])
  const again = await mutate(
    'dan',
    'mergeRequestReviewerRereview',
    `userId: "gid://gitlab/User/${users.mina.id}"`,
    'reviewers { nodes { mergeRequestInteraction { reviewState } } }',
  )
  expect(again.mergeRequest.reviewers.nodes).toEqual([{ mergeRequestInteraction: { reviewState: 'UNREVIEWED' } }])
})

test('MR-013 GraphQL: a merge request is created, described and merged', async () => {
  const { as, project, commit, mutate, head } = await asked({ commits: true })
  await commit({ 'c.txt': 'more\n' }, { branch: 'topic' })
  const create = (targetBranch: string) =>
    askGraphql(
      as('dan').ctx,
      `mutation { mergeRequestCreate(input: { projectPath: "${project.fullPath}", title: "Add c", sourceBranch: "topic",
        targetBranch: "${targetBranch}", removeSourceBranch: true }) { errors mergeRequest { title forceRemoveSourceBranch } } }`,
    )
  expect((await create('main')).data.mergeRequestCreate).toEqual({
    errors: [],
    mergeRequest: { title: 'Add c', forceRemoveSourceBranch: true },
  })
  expect((await create('nowhere')).data.mergeRequestCreate).toEqual({
    errors: ['Target branch "nowhere" does not exist'],
    mergeRequest: null,
  })
  const stale = await mutate('dan', 'mergeRequestAccept', `sha: "${'0'.repeat(40)}"`)
  expect(stale.errors).toEqual(['SHA does not match HEAD of source branch'])
  const merged = await mutate(
    'dan',
    'mergeRequestAccept',
    `sha: "${head}", commitMessage: "Bring b"`,
    'state mergeUser { username } mergeable userPermissions { canMerge canApprove revertOnCurrentMergeRequest }',
  )
  expect(merged).toMatchObject({
    errors: [],
    mergeRequest: {
      state: 'merged',
      mergeUser: { username: 'dan' },
      mergeable: false,
      userPermissions: { canMerge: true, canApprove: false, revertOnCurrentMergeRequest: true },
    },
  })
})

test('MR-006 MR-007 a merge request by GraphQL with its code, approvals and people', async () => {
  const { as, project, iid, head, users } = await asked()
  const { data, errors } = await askGraphql(
    as('mina').ctx,
    `query($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
      detailedMergeStatus mergeStatusEnum mergeable conflicts approved approvalsRequired approvalsLeft commitCount
      approvedBy { nodes { username } } author { username mergeRequestInteraction { canMerge } }
      participants { nodes { username } } diffRefs { headSha } diffStats { path additions deletions }
      diffStatsSummary { additions deletions changes fileCount } commits { nodes { sha title } }
      sourceBranchExists targetBranchExists divergedFromTargetBranch shouldBeRebased squashReadOnly hasCi
      resolvableDiscussionsCount taskCompletionStatus { count } targetProject { fullPath } sourceProject { fullPath }
      userPermissions { canApprove canMerge pushToSourceBranch adminMergeRequest } } } }`,
    { path: project.fullPath, iid: String(iid) },
  )
  expect(errors).toEqual([])
  expect(data.project.mergeRequest).toEqual({
    detailedMergeStatus: 'MERGEABLE',
    mergeStatusEnum: 'CAN_BE_MERGED',
    mergeable: true,
    conflicts: false,
    approved: false,
    approvalsRequired: 0,
    approvalsLeft: 0,
    commitCount: 1,
    approvedBy: { nodes: [] },
    author: { username: users.dan.username, mergeRequestInteraction: { canMerge: true } },
    participants: { nodes: [{ username: 'dan' }] },
    diffRefs: { headSha: head },
    diffStats: [
      { path: 'a.txt', additions: 1, deletions: 0 },
      { path: 'b.txt', additions: 1, deletions: 0 },
    ],
    diffStatsSummary: { additions: 2, deletions: 0, changes: 2, fileCount: 2 },
    commits: { nodes: [{ sha: head, title: 'Add b' }] },
    sourceBranchExists: true,
    targetBranchExists: true,
    divergedFromTargetBranch: false,
    shouldBeRebased: false,
    squashReadOnly: false,
    hasCi: false,
    resolvableDiscussionsCount: 0,
    taskCompletionStatus: { count: 0 },
    targetProject: { fullPath: project.fullPath },
    sourceProject: { fullPath: project.fullPath },
    userPermissions: { canApprove: true, canMerge: true, pushToSourceBranch: true, adminMergeRequest: true },
  })
})
