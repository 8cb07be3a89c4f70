import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { approveMergeRequest, createApprovalRule } from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequestBlock } from '#contract/code/merge-requests/merge-request-blocks.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { mergeRequestTimes } from '#contract/code/merge-requests/merge-request-times.ts'
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'

/** A merge request of each branch, with a rule, an approval, a reaction, time and a pipeline; the first one blocks the others. */
async function furnished(branches: readonly string[]) {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  const iids: number[] = []
  for (const sourceBranch of branches) {
    const person = { name: 'Dan', email: 'dan@weft.test', at: new Date('2026-01-02T03:04:05Z'), offset: '+0000' }
    const sha = await commit({ [`${sourceBranch}.txt`]: 'new\n' }, { branch: sourceBranch, author: person })
    const given = { id: project.id, sourceBranch, targetBranch: 'main', title: sourceBranch }
    const made = await as('dan').call(createMergeRequest, { ...given, reviewerIds: [users.mina.id] })
    const ref = { id: project.id, mergeRequestIid: made.iid }
    await as('mina').call(createApprovalRule, {
      ...ref,
      name: 'Weavers',
      approvalsRequired: 2,
      usernames: ['mina', 'olga'],
    })
    await as('mina').call(approveMergeRequest, ref)
    await as('rita').call(mergeRequestDiscussion.createAward, { ...ref, name: 'tada' })
    await as('dan').call(mergeRequestTimes.addSpentTime, { ...ref, duration: '1h', summary: 'Read it' })
    await as('dan').call(createCommitStatus, { id: project.id, sha, state: 'success', ref: sourceBranch })
    if (iids.length > 0)
      await as('dan').call(createMergeRequestBlock, {
        ...ref,
        blockingMergeRequestIid: iids[0] ?? 0,
        blockingProjectId: project.id,
      })
    iids.push(made.iid)
  }
  await as('mina').call(protectBranch, { id: project.id, name: 'b*' })
  const ask = (args: string, selection: string) =>
    askGraphql(as('dan').ctx, `{ project(fullPath: "weft/loom") { mergeRequests${args} { nodes { ${selection} } } } }`)
  return { ...built, iids, ask }
}

const rows = `iid mergeabilityChecks { identifier } sourceBranchProtected mergeableDiscussionsState autoMergeStrategy availableAutoMergeStrategies supportsLockOnMerge
  approvalState { approvalRulesOverwritten suggestedApprovers { nodes { username } } invalidApproversRules { name }
    rules { name type approvalsRequired approved invalid eligibleApprovers { username } approvedBy { nodes { username } } } }
  awardEmoji { nodes { name user { username } } } blockingMergeRequests { totalCount hiddenCount visibleMergeRequests { iid } }
  timelogs { nodes { timeSpent summary user { username } issue { iid } mergeRequest { iid } project { fullPath } userPermissions { adminTimelog } } }`

test('MR-006 MR-015 GraphQL: approval rules, reactions, time, and what blocks a merge request', async () => {
  const { ask, iids } = await furnished(['a', 'b'])
  const [first, second] = iids.map(String)
  const code =
    'pipelines { count nodes { status } } committers { nodes { username } } commitsWithoutMergeCommits { nodes { title author { username } webPath } }'
  const { data, errors } = await ask(
    `(iids: "${second}")`,
    `${rows} ${code} notes(filter: ONLY_COMMENTS) { nodes { id } }`,
  )
  expect(errors).toEqual([])
  expect(data.project.mergeRequests.nodes).toEqual([
    {
      iid: second,
      mergeabilityChecks: expect.arrayContaining([{ identifier: 'CONFLICT' }]),
      sourceBranchProtected: true,
      mergeableDiscussionsState: true,
      autoMergeStrategy: null,
      availableAutoMergeStrategies: ['merge_when_checks_pass'],
      supportsLockOnMerge: false,
      approvalState: {
        approvalRulesOverwritten: true,
        suggestedApprovers: { nodes: [{ username: 'olga' }] },
        invalidApproversRules: [],
        rules: [
          {
            name: 'Weavers',
            type: 'REGULAR',
            approvalsRequired: 2,
            approved: false,
            invalid: false,
            eligibleApprovers: expect.arrayContaining([{ username: 'olga' }, { username: 'mina' }]),
            approvedBy: { nodes: [{ username: 'mina' }] },
          },
        ],
      },
      awardEmoji: { nodes: [{ name: 'tada', user: { username: 'rita' } }] },
      blockingMergeRequests: { totalCount: 1, hiddenCount: 0, visibleMergeRequests: [{ iid: first }] },
      timelogs: {
        nodes: [
          {
            timeSpent: 3600,
            summary: 'Read it',
            user: { username: 'dan' },
            issue: null,
            mergeRequest: { iid: second },
            project: { fullPath: 'weft/loom' },
            userPermissions: { adminTimelog: true },
          },
        ],
      },
      pipelines: { count: 1, nodes: [{ status: 'SUCCESS' }] },
      committers: { nodes: [{ username: 'dan' }] },
      commitsWithoutMergeCommits: {
        nodes: [
          {
            title: 'Change files',
            author: { username: 'dan' },
            webPath: expect.stringContaining('/weft/loom/-/commit/'),
          },
        ],
      },
      notes: { nodes: [] },
    },
  ])
})

test('MR-006 GraphQL: the conditions of a merge are told each by itself', async () => {
  const { ask, as, iids, project } = await furnished(['a', 'b'])
  const [, second] = iids
  const checks = async () => {
    const { data } = await ask(`(iids: "${second}")`, 'mergeabilityChecks { identifier status }')
    const [{ mergeabilityChecks }] = data.project.mergeRequests.nodes
    return Object.fromEntries(
      mergeabilityChecks.map(({ identifier, status }: { identifier: string; status: string }) => [identifier, status]),
    )
  }
  expect(await checks()).toEqual({
    NOT_OPEN: 'SUCCESS',
    DRAFT_STATUS: 'SUCCESS',
    COMMITS_STATUS: 'SUCCESS',
    CONFLICT: 'SUCCESS',
    DISCUSSIONS_NOT_RESOLVED: 'INACTIVE',
    CI_MUST_PASS: 'INACTIVE',
    REQUESTED_CHANGES: 'SUCCESS',
    NOT_APPROVED: 'FAILED',
    MERGE_REQUEST_BLOCKED: 'FAILED',
    MERGE_TIME: 'INACTIVE',
    NEED_REBASE: 'INACTIVE',
  })
  await as('root').call(updateProject, {
    id: project.id,
    onlyAllowMergeIfPipelineSucceeds: true,
    onlyAllowMergeIfAllDiscussionsAreResolved: true,
    mergeMethod: 'ff',
  })
  await as('dan').call(updateMergeRequest, {
    id: project.id,
    mergeRequestIid: second ?? 0,
    title: 'Draft: b',
    mergeAfter: '2030-01-01T00:00:00Z',
  })
  expect(await checks()).toMatchObject({
    DRAFT_STATUS: 'FAILED',
    DISCUSSIONS_NOT_RESOLVED: 'SUCCESS',
    CI_MUST_PASS: 'SUCCESS',
    MERGE_TIME: 'FAILED',
    NEED_REBASE: 'SUCCESS',
  })
})

test('MR-006 GraphQL: merge requests behind their target branch need a rebase, the others of a list do not', async () => {
  const { as, commit, deliver, project } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  await as('mina').call(updateProject, { id: project.id, mergeMethod: 'ff' })
  const opened = async (sourceBranch: string) => {
    await commit({ [`${sourceBranch}.txt`]: 'new\n' }, { branch: sourceBranch })
    await as('dan').call(createMergeRequest, {
      id: project.id,
      sourceBranch,
      targetBranch: 'main',
      title: sourceBranch,
    })
  }
  const behind = ['first', 'second']
  for (const branch of behind) await opened(branch)
  await as('mina').call(createCommit, {
    id: project.id,
    branch: 'main',
    commitMessage: 'Add b',
    actions: [{ action: 'create', filePath: 'b.txt', content: 'two\n' }],
  })
  await opened('current')
  await deliver()
  const { data, errors } = await askGraphql(
    as('dan').ctx,
    '{ project(fullPath: "weft/loom") { mergeRequests { nodes { title shouldBeRebased detailedMergeStatus mergeable mergeabilityChecks { identifier status } } } } }',
  )
  expect(errors).toEqual([])
  const rebased = data.project.mergeRequests.nodes.map((node: Rebasing) => [
    node.title,
    node.shouldBeRebased,
    node.detailedMergeStatus,
    node.mergeable,
    node.mergeabilityChecks.find(check => check.identifier === 'NEED_REBASE')?.status,
  ])
  expect(rebased).toHaveLength(3)
  expect(rebased).toEqual(
    expect.arrayContaining([
      ['current', false, 'MERGEABLE', true, 'SUCCESS'],
      ...behind.map(title => [title, true, 'NEED_REBASE', false, 'FAILED']),
    ]),
  )
})

interface Rebasing {
  readonly title: string
  readonly shouldBeRebased: boolean
  readonly detailedMergeStatus: string
  readonly mergeable: boolean
  readonly mergeabilityChecks: readonly { readonly identifier: string; readonly status: string }[]
}

test('MR-006 GraphQL: the fields of more merge requests take no more statements', async () => {
  const { ask, statements } = await furnished(['a', 'b', 'c', 'd'])
  const counted = (first: number) => statements(() => ask(`(first: ${first}, sort: created_desc)`, rows))
  expect(await counted(3)).toBe(await counted(2))
})

const filters: readonly (readonly [args: string, expected: readonly string[]])[] = [
  ['approver: ["olga"]', ['a', 'b']],
  ['approver: ["olga", "dan"]', []],
  ['approvedBy: ["mina"]', ['a', 'b']],
  ['not: { approvedBy: ["mina"] }', []],
  ['not: { sourceBranches: ["a"] }', ['b']],
  ['not: { targetBranches: ["main"] }', []],
  ['or: { assigneeUsernames: ["rita", "nobody"] }', ['a']],
  ['reviewState: APPROVED', ['a', 'b']],
  ['reviewStates: [UNREVIEWED], reviewerUsername: "mina"', []],
  ['closedAfter: "2000-01-01T00:00:00Z"', ['b']],
  ['reviewStates: [APPROVED], ignoredReviewerUsername: "mina"', []],
  ['reviewStates: [APPROVED], ignoredReviewerUsername: "dan"', ['a', 'b']],
  ['or: { reviewerWildcard: NONE }', []],
  ['or: { reviewerWildcard: NONE, reviewStates: [APPROVED] }', ['a', 'b']],
  ['or: { onlyReviewerUsername: "mina" }', ['a', 'b']],
  ['or: { onlyReviewerUsername: "dan" }', []],
  ['not: { reviewerUsername: "mina", onlyReviewer: true }', []],
  ['not: { reviewerUsername: "dan", onlyReviewer: true, labels: ["none"] }', ['a', 'b']],
]

test('FILTER-001 GraphQL: merge requests by approvers, approvals, reviews, branches, assignees and times', async () => {
  const { ask, as, project, iids, users } = await furnished(['a', 'b'])
  const [one = 0, two = 0] = iids
  await as('dan').call(updateMergeRequest, { id: project.id, mergeRequestIid: one, assigneeIds: [users.rita.id] })
  await as('dan').call(updateMergeRequest, { id: project.id, mergeRequestIid: two, stateEvent: 'close' })
  for (const [args, expected] of filters) {
    const { data } = await ask(`(${args}, sort: created_asc)`, 'title')
    const titles = data.project.mergeRequests.nodes.map(({ title }: { title: string }) => title)
    expect.soft(titles, args).toEqual(expected)
  }
})

test('PLATFORM-011 GraphQL: searches and patterns that are too long are refused, with the limit', async () => {
  const { as, ask, group } = await furnished(['a'])
  await as('root').call(updateGroup, { id: group.id, crmEnabled: true })
  const long = 'a'.repeat(1001)
  const tooLong = (name: string) => `${name} is too long (maximum is 1000 characters)`
  expect((await ask(`(search: "${long}")`, 'title')).errors[0]?.message).toBe(tooLong('search'))
  const refused = async (query: string) => (await askGraphql(as('root').ctx, query)).errors[0]?.message
  const project = (field: string) => `{ project(fullPath: "weft/loom") { ${field} } }`
  expect(await refused(project(`issues(search: "${long}") { nodes { title } }`))).toBe(tooLong('search'))
  expect(await refused(project(`workItems(search: "${long}") { nodes { title } }`))).toBe(tooLong('search'))
  expect(await refused(project(`repository { branchNames(searchPattern: "${long}", limit: 1, offset: 0) }`))).toBe(
    tooLong('searchPattern'),
  )
  const search = `(search: "${long}") { nodes { id } }`
  const ofWeft = (field: string) => `{ group(fullPath: "weft") { ${field} } }`
  const ofGroup = ['epics', 'contacts', 'organizations', 'iterations', 'projects', 'descendantGroups', 'groupMembers']
  const ofProject = ['projectMembers', 'alertManagementAlerts', 'forkTargets']
  const lists = [
    ...ofGroup.map(field => ofWeft(`${field}${search}`)),
    ...ofProject.map(field => project(`${field}${search}`)),
    ...['users', 'groups', 'projects'].map(field => `{ ${field}${search} }`),
    project(`autocompleteUsers(search: "${long}") { id }`),
    project(`alertManagementAlertStatusCounts(search: "${long}") { open }`),
    `{ currentUser { starredProjects${search} } }`,
  ]
  for (const list of lists) expect(await refused(list), list.replace(long, '')).toBe(tooLong('search'))
  expect(await refused(ofWeft(`iterationCadences(title: "${long}") { nodes { id } }`))).toBe(tooLong('title'))
})

test('MR-006 GraphQL: suggested people tell what they can do with a merge request, for those who may know of it', async () => {
  const { as, iids, project, statements } = await furnished(['a'])
  const { id } = await as('dan').call(getMergeRequest, { id: project.id, mergeRequestIid: iids[0] ?? 0 })
  const suggest = async (
    who: 'dan' | 'nina',
    wanted = `mergeRequestInteraction(id: "gid://gitlab/MergeRequest/${id}") { canMerge approved }`,
  ) => {
    const query = `{ project(fullPath: "weft/loom") { autocompleteUsers { username ${wanted} } } }`
    const { data } = await askGraphql(as(who).ctx, query)
    return data.project?.autocompleteUsers ?? null
  }
  const found = await suggest('dan')
  expect(found).toContainEqual({ username: 'dan', mergeRequestInteraction: { canMerge: true, approved: false } })
  expect(found).toContainEqual({ username: 'rita', mergeRequestInteraction: { canMerge: false, approved: false } })
  expect(await suggest('nina')).toBeNull()
  const bare = await statements(() => suggest('dan', ''))
  expect(await statements(() => suggest('dan'))).toBeLessThanOrEqual(bare + 2)
})

test('MR-015 GraphQL: versions of a merge request, its pipelines by id and kind of ref, and another target branch', async () => {
  const { as, ask, commit, deliver, iids, project } = await furnished(['a'])
  const { id: head } = await as('dan').call(createCommit, {
    id: project.id,
    branch: 'a',
    commitMessage: 'More',
    actions: [{ action: 'create', filePath: 'more.txt', content: 'more' }],
  })
  await commit({ 'other.txt': 'other\n' }, { branch: 'other' })
  await deliver()
  const diffs = 'mergeRequestDiffs { nodes { headCommitSha commitsCount createdAt } }'
  const before = await ask(
    '',
    `${diffs} retargeted rebaseCommitSha inProgressMergeCommitSha pipelines { nodes { id } }`,
  )
  const [shown] = before.data.project.mergeRequests.nodes
  const id = shown.pipelines.nodes[0].id
  expect(shown).toMatchObject({ retargeted: false, rebaseCommitSha: null, inProgressMergeCommitSha: null })
  expect(shown.mergeRequestDiffs.nodes).toEqual([
    { headCommitSha: head, commitsCount: 2, createdAt: expect.any(String) },
    expect.objectContaining({ commitsCount: 1 }),
  ])
  await as('dan').call(updateMergeRequest, { id: project.id, mergeRequestIid: iids[0] ?? 0, targetBranch: 'other' })
  const nodes = 'nodes { id }'
  const after = await ask(
    '',
    `retargeted one: pipelines(ids: ["${id}"], refType: HEADS) { ${nodes} } tags: pipelines(refType: TAGS) { ${nodes} } none: pipelines(ids: []) { ${nodes} }`,
  )
  expect(after.data.project.mergeRequests.nodes[0]).toEqual({
    retargeted: true,
    one: { nodes: [{ id }] },
    tags: { nodes: [] },
    none: { nodes: [] },
  })
})
