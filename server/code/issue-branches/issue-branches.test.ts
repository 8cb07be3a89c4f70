import { expect, test } from 'vitest'
import { projectRefs } from '#contract/code/code-pages.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { forkProject, listForks } from '#contract/code/forks.ts'
import * as contract from '#contract/code/issue-branches.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { listBranches } from '#contract/code/refs.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'
import { branchNameFor, freeName, iidOf } from './branch-name.ts'

async function planned(given: object = {}) {
  const built = await codeWorld()
  const head = await built.commit({ 'a.txt': 'one\n' })
  const issue = await built.build.issue({ title: 'Threads unravel', ...given })
  const page = { namespace: built.project.fullPath, iid: issue.iid }
  const ofIssue = { id: built.project.id, issueIid: issue.iid }
  return { ...built, head, issue, page, ofIssue }
}

/** The texts of an issue's history, oldest first. */
async function historyOf(
  ctx: Parameters<typeof askGraphql>[0],
  { namespace, iid }: { namespace: string; iid: number },
) {
  const query = `{ project(fullPath: "${namespace}") { issue(iid: "${iid}") { notes { nodes { body createdAt } } } } }`
  const { data } = await askGraphql(ctx, query)
  const notes: readonly { body: string; createdAt: string }[] = data.project.issue.notes.nodes
  return notes.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).map(note => note.body)
}

test.each([
  ['Fix: the Löom (again)!', null, '7-fix-the-loom-again'],
  ['日本', null, '7-issue'],
  ['Add b', 'work/%{id}/%{title}', 'work/7/add-b'],
  ['Add b', 'no good: %{id}', '7-add-b'],
  [`${'word '.repeat(30)}`, null, `7${'-word'.repeat(19)}`],
])('BRANCH-007 the branch of the issue 7 "%s" with the template %s is called %s', (title, template, name) => {
  expect(branchNameFor({ iid: 7, title, confidential: false }, template)).toBe(name)
})

test('BRANCH-007 the title of a confidential issue is not part of the name of its branch', () => {
  expect(branchNameFor({ iid: 7, title: 'Secret', confidential: true }, null)).toBe('7-confidential-issue')
})

test('BRANCH-007 a name that is taken gets a number, and random digits after the fifth', async () => {
  const free = (taken: readonly string[]) => freeName('7-a', async name => taken.includes(name))
  expect([await free([]), await free(['7-a', '7-a-2'])]).toEqual(['7-a', '7-a-3'])
  expect(await free(['7-a', '7-a-2', '7-a-3', '7-a-4', '7-a-5'])).toMatch(/^7-a-[0-9a-f]{8}$/)
})

test.each([
  ['7-fix', 7],
  ['7-3-stable', null],
  ['fix-7', null],
  ['7', null],
])('BRANCH-027 by its name, the branch %s is that of issue %s', (branch, iid) => {
  expect(iidOf(branch)).toBe(iid)
})

test.each<[Member, object]>([
  ['dan', { canCreateBranch: true, suggestedBranchName: '1-threads-unravel' }],
  ['rita', { canCreateBranch: false, suggestedBranchName: null }],
  ['gus', { canCreateBranch: false, suggestedBranchName: null }],
])('BRANCH-004 BRANCH-029 %s asks whether a branch can be created: %j', async (who, expected) => {
  const { as, page } = await planned()
  expect(await as(who).call(contract.canCreateBranch, page)).toEqual(expected)
})

test('BRANCH-029 without code there is nothing to create a branch from', async () => {
  const { as, build, project } = await codeWorld()
  const issue = await build.issue()
  const reply = await as('dan').call(contract.canCreateBranch, { namespace: project.fullPath, iid: issue.iid })
  expect(reply.canCreateBranch).toBe(false)
})

test('BRANCH-030 BRANCH-033 a branch is created for an issue, listed with it and told in its history', async () => {
  const { as, page, dir, head, ofIssue } = await planned()
  const made = await as('dan').call(contract.createPageBranch, {
    namespace: page.namespace,
    branchName: '1-threads-unravel',
    ref: 'main',
    issueIid: page.iid,
  })
  expect(made).toMatchObject({ name: '1-threads-unravel', url: expect.stringMatching(/\/-\/tree\/1-threads-unravel$/) })
  expect((await findRef(dir, 'branch', '1-threads-unravel'))?.commitId).toBe(head)
  expect((await as('dan').call(contract.canCreateBranch, page)).suggestedBranchName).toBe('1-threads-unravel-2')
  const { html, count } = await as('rita').call(contract.getRelatedBranches, page)
  expect(count).toBe(1)
  expect(html).toContain('/-/tree/1-threads-unravel"')
  const notes = await as('rita').call(issueDiscussion.listNotes, ofIssue)
  expect(notes.map(note => note.body)).toEqual([
    expect.stringMatching(/^created branch \[1\\-threads\\-unravel\]\(.*\/-\/compare\/main\.\.\.1-threads-unravel/),
  ])
})

test.each([
  [{ branchName: 'main' }, 'Branch already exists'],
  [{ branchName: 'a..b' }, 'Branch name is invalid'],
  [{ branchName: '1-a', ref: 'nowhere' }, /nowhere/],
])('BRANCH-030 with %j no branch is created, and a sentence says why', async (given, sentence) => {
  const { as, page } = await planned()
  const reply = await as('dan').reply(contract.createPageBranch, { namespace: page.namespace, ...given })
  expect(reply).toMatchObject({ status: 422, body: expect.stringMatching(sentence) })
})

test('BRANCH-031 BRANCH-002 a merge request for an issue takes its title, labels and milestone, and closes it', async () => {
  const { as, page, project, ofIssue, issue } = await planned()
  await as('mina').call(updateIssue, { ...ofIssue, addLabels: ['bug'] })
  const made = await as('dan').call(contract.createMergeRequestForIssue, { ...page, branchName: '1-b', ref: 'main' })
  if (typeof made === 'string') throw new Error(made)
  const shown = await as('rita').call(getMergeRequest, { id: project.id, mergeRequestIid: made.iid })
  expect(made.url).toBe(shown.webUrl)
  expect(shown).toMatchObject({
    title: 'Draft: Resolve "Threads unravel"',
    description: `Closes #${issue.iid}`,
    sourceBranch: '1-b',
    targetBranch: 'main',
    assignees: [{ username: 'dan' }],
    labels: ['bug'],
  })
  expect((await as('rita').call(contract.listClosingMergeRequests, ofIssue)).map(each => each.iid)).toEqual([made.iid])
})

test('BRANCH-031 WORKITEM-009 a work item lists its branches and merge requests for readers who can see them', async () => {
  const { as, page, issue } = await planned()
  const made = await as('dan').call(contract.createMergeRequestForIssue, {
    ...page,
    branchName: `${issue.iid}-b`,
    ref: 'main',
  })
  if (typeof made === 'string') throw new Error(made)
  const development = async (who: 'rita' | 'gus') => {
    const { data } = await askGraphql(
      as(who).ctx,
      `{ workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets(onlyTypes: [DEVELOPMENT]) { type ... on WorkItemWidgetDevelopment {
        willAutoCloseByMergeRequest closingMergeRequests { count nodes { fromMrDescription mergeRequest { iid } } }
        relatedMergeRequests { nodes { iid } } relatedBranches { nodes { name comparePath } } } } } }`,
    )
    return data.workItem.widgets[0]
  }
  const iid = String(made.iid)
  const ofIssue = async (who: 'rita' | 'gus') =>
    (
      await askGraphql(
        as(who).ctx,
        `{ issue(id: "gid://gitlab/Issue/${issue.id}") { relatedMergeRequests { nodes { iid } } } }`,
      )
    ).data.issue.relatedMergeRequests.nodes
  expect(await ofIssue('rita')).toEqual([{ iid }])
  expect(await ofIssue('gus')).toEqual([])
  expect(await development('rita')).toEqual({
    type: 'DEVELOPMENT',
    willAutoCloseByMergeRequest: true,
    closingMergeRequests: { count: 1, nodes: [{ fromMrDescription: true, mergeRequest: { iid } }] },
    relatedMergeRequests: { nodes: [{ iid }] },
    relatedBranches: {
      nodes: [{ name: `${issue.iid}-b`, comparePath: `/${page.namespace}/-/compare/main...${issue.iid}-b` }],
    },
  })
  expect(await development('gus')).toMatchObject({
    willAutoCloseByMergeRequest: false,
    closingMergeRequests: { count: 0, nodes: [] },
    relatedBranches: { nodes: [] },
  })
})

test('BRANCH-031 in a project that does not close issues, the merge request is only related to the issue', async () => {
  const { as, page, project } = await planned()
  await as('mina').call(updateProject, { id: project.id, autocloseReferencedIssues: false })
  const made = await as('dan').call(contract.createMergeRequestForIssue, page)
  if (typeof made === 'string') throw new Error(made)
  const shown = await as('rita').call(getMergeRequest, { id: project.id, mergeRequestIid: made.iid })
  expect(shown).toMatchObject({ description: 'Related to #1', sourceBranch: '1-threads-unravel' })
})

test('BRANCH-031 a merge request that cannot be created leaves no branch', async () => {
  const { as, page, project, dir } = await planned()
  await as('mina').call(updateProject, { id: project.id, mergeRequestsAccessLevel: 'disabled' })
  const reply = await as('dan').reply(contract.createMergeRequestForIssue, { ...page, branchName: '1-b' })
  expect([reply.status, typeof reply.body]).toEqual([422, 'string'])
  expect(await findRef(dir, 'branch', '1-b')).toBeNull()
})

test.each<[Member, number]>([
  ['dan', 200],
  ['rita', 403],
  ['nina', 404],
])('BRANCH-031 PERM-001 %s creating a branch and merge request for an issue: %i', async (who, status) => {
  const { as, page } = await planned()
  const branch = { namespace: page.namespace, branchName: '1-c', issueIid: page.iid }
  expect((await as(who).reply(contract.createPageBranch, branch)).status).toBe(status)
  expect((await as(who).reply(contract.createMergeRequestForIssue, { ...page, branchName: '1-b' })).status).toBe(status)
})

test('BRANCH-032 refs of a name are found, branches and tags apart', async () => {
  const { as, page } = await planned()
  const found = await as('rita').call(projectRefs, { namespace: page.namespace, search: 'ma' })
  expect(found).toMatchObject({ Branches: ['main'], Tags: [] })
})

test('MR-010 MR-011 MR-012 related merge requests come with their count, state, milestone and pipeline', async () => {
  const { as, page, project, ofIssue, commit, users } = await planned()
  const sha = await commit({ 'b.txt': 'b' }, { branch: 'other' })
  await as('dan').call(contract.createMergeRequestForIssue, { ...page, branchName: '1-b' })
  const given = { id: project.id, sourceBranch: 'other', targetBranch: 'main' }
  const milestone = await as('rita').call(createProjectMilestone, { id: project.id, title: 'v1' })
  const named = { description: `See #${page.iid}`, milestoneId: milestone.id, assigneeIds: [users.rita.id] }
  await as('dan').call(createMergeRequest, { ...given, title: 'Other', ...named })
  await as('dan').call(createCommitStatus, { id: project.id, sha, ref: 'other', state: 'success' })
  const reply = await as('rita').reply(contract.listRelatedMergeRequests, { ...ofIssue, perPage: 100 })
  expect([reply.status, reply.headers['x-total']]).toEqual([200, '2'])
  expect(reply.body).toMatchObject([
    { reference: '!1', state: 'opened', milestone: null, assignees: [{ username: 'dan' }], head_pipeline: null },
    {
      id: expect.any(Number),
      reference: '!2',
      title: 'Other',
      milestone: { title: 'v1' },
      assignees: [{ username: 'rita' }],
      assignee: { username: 'rita' },
      created_at: expect.any(String),
      closed_at: null,
      merged_at: null,
      web_url: expect.stringMatching(/\/-\/merge_requests\/2$/),
      head_pipeline: { detailed_status: { group: 'success' } },
    },
  ])
  expect((await as('nina').reply(contract.listRelatedMergeRequests, ofIssue)).status).toBe(404)
  expect((await as('gus').reply(contract.listRelatedMergeRequests, ofIssue)).headers['x-total']).toBe('0')
})

test('MR-005 MR-006 MR-007 the popover of a merge request asks for its title, state and pipeline', async () => {
  const { as, project, commit } = await planned()
  const sha = await commit({ 'b.txt': 'b' }, { branch: 'other' })
  const given = { id: project.id, sourceBranch: 'other', targetBranch: 'main', title: 'Other' }
  const { iid, id } = await as('dan').call(createMergeRequest, given)
  await as('dan').call(createCommitStatus, { id: project.id, sha, ref: 'other', state: 'failed' })
  const query = `query mergeRequest($projectPath: ID!, $mergeRequestIID: String!) { project(fullPath: $projectPath) { id
    mergeRequest(iid: $mergeRequestIID) { id title createdAt state headPipeline { detailedStatus { icon group } } } } }`
  const variables = { projectPath: project.fullPath, mergeRequestIID: String(iid) }
  const { data } = await askGraphql(as('rita').ctx, query, variables)
  expect(data.project.mergeRequest).toEqual({
    id: `gid://gitlab/MergeRequest/${id}`,
    title: 'Other',
    createdAt: expect.any(String),
    state: 'opened',
    headPipeline: { detailedStatus: { icon: 'status_failed', group: 'failed' } },
  })
  expect((await askGraphql(as('nina').ctx, query, variables)).data.project).toBeNull()
})

test('MR-014 a merge request names the issues that it closes, and those that it mentions', async () => {
  const { as, page, project, build, commit, ofIssue } = await planned()
  const other = await build.issue()
  await commit({ 'b.txt': 'b' }, { branch: 'other' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'other',
    targetBranch: 'main',
    title: 'Other',
    description: `Closes #${page.iid}, see #${other.iid}`,
  })
  const ref = { id: project.id, mergeRequestIid: made.iid }
  const iids = async (op: typeof contract.listClosedIssues | typeof contract.listRelatedIssues) =>
    (await as('rita').call(op, ref)).map(each => each.iid)
  expect(await iids(contract.listClosedIssues)).toEqual([page.iid])
  expect(await iids(contract.listRelatedIssues)).toEqual([page.iid, other.iid])
  expect((await as('rita').call(getIssue, ofIssue)).mergeRequestsCount).toBe(1)
  expect((await as('gus').call(getIssue, ofIssue)).mergeRequestsCount).toBe(0)
  await as('mina').call(acceptMergeRequest, ref)
  expect(await historyOf(as('rita').ctx, page)).toEqual([
    `mentioned in merge request !${made.iid}`,
    `closed via merge request !${made.iid}`,
  ])
})

test('BRANCH-026 BRANCH-028 BRANCH-034 a confidential issue of a public project needs a private fork, in which branch and merge request stay', async () => {
  const { as, group, project, commit, deliver, build, users } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  await as('root').call(updateGroup, { id: group.id, visibility: 'public' })
  await as('olga').call(updateProject, { id: project.id, visibility: 'public' })
  const issue = await build.issue({ confidential: true })
  await build.group({ path: 'crew', visibility: 'public', members: { [users.dan.id]: 50 } })
  const open = await as('dan').call(forkProject, { id: project.id, namespacePath: 'crew', path: 'open' })
  const fork = await as('dan').call(forkProject, {
    ...{ id: project.id, namespacePath: 'crew', path: 'hidden', name: 'Hidden', visibility: 'private' },
  })
  await deliver()
  const eligible = { withMergeRequestsEnabled: true, minAccessLevel: 30, visibility: 'private' } as const
  const forks = await as('dan').call(listForks, { id: project.id, ...eligible })
  expect(forks).toMatchObject([
    {
      id: fork.id,
      nameWithNamespace: fork.nameWithNamespace,
      pathWithNamespace: 'crew/hidden',
      namespace: { fullPath: 'crew' },
    },
  ])
  const page = { namespace: project.fullPath, iid: issue.iid }
  const statusOf = async (targetProjectId?: number) =>
    (await as('dan').reply(contract.createMergeRequestForIssue, { ...page, targetProjectId })).status
  expect([await statusOf(), await statusOf(open.id)]).toEqual([422, 422])
  const made = await as('dan').call(contract.createMergeRequestForIssue, { ...page, targetProjectId: fork.id })
  expect(made).toMatchObject({ iid: 1, url: expect.stringContaining('/crew/hidden/-/merge_requests/1') })
  const shown = await as('dan').call(getMergeRequest, { id: fork.id, mergeRequestIid: 1 })
  expect(shown).toMatchObject({ sourceBranch: '1-confidential-issue', description: `Closes weft/loom#${issue.iid}` })
  expect((await as('dan').call(listBranches, { id: project.id })).map(each => each.name)).toEqual(['main'])
})
