import { expect, test } from 'vitest'
import { listCommitMergeRequests } from '#contract/code/commits/commit-surroundings.ts'
import { createApprovalRule } from '#contract/code/merge-requests/approvals.ts'
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
  listProjectMilestoneMergeRequests,
  mergeRequestOrders,
} from '#contract/code/merge-requests/merge-request-lists.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { getUserCounts } from '#contract/foundation/users.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'

/** Open, draft, merged and closed merge requests of the project, by their titles. */
async function listedWorld() {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  const base = await commit({ 'a.txt': 'one\n' })
  const milestone = await as('mina').call(createProjectMilestone, { id: project.id, title: 'Summer' })
  const heads: Record<string, string> = {}
  const open = async (who: 'dan' | 'mina', branch: string, given: object = {}) => {
    heads[branch] = await commit({ [`${branch}.txt`]: branch }, { branch })
    return as(who).call(createMergeRequest, {
      id: project.id,
      sourceBranch: branch,
      targetBranch: 'main',
      title: branch,
      ...given,
    })
  }
  const asked = await open('dan', 'asked', {
    reviewerIds: [users.rita.id],
    assigneeIds: [users.dan.id],
    labels: ['ui'],
  })
  const rule = { name: 'Owners', approvalsRequired: 1, userIds: [users.mina.id] }
  await as('mina').call(createApprovalRule, { id: project.id, mergeRequestIid: asked.iid, ...rule })
  await open('mina', 'draft', { title: 'Draft: draft', milestoneId: milestone.id })
  const merged = await open('dan', 'merged')
  await as('mina').call(acceptMergeRequest, { id: project.id, mergeRequestIid: merged.iid })
  const closed = await open('mina', 'closed')
  await as('mina').call(updateMergeRequest, { id: project.id, mergeRequestIid: closed.iid, stateEvent: 'close' })
  await commit({ 'z.txt': 'z' }, { branch: 'other' })
  await open('dan', 'elsewhere', { targetBranch: 'other' })
  return { ...built, milestone, heads, base, id: project.id }
}

type Person = Parameters<Awaited<ReturnType<typeof codeWorld>>['as']>[0]

test('MR-013, FILTER-001 each filter of merge requests finds its own', async () => {
  const { as, id, users } = await listedWorld()
  const found = async (asked: object, who: Person = 'rita') =>
    (await as(who).call(listProjectMergeRequests, { id, sort: 'asc', ...asked })).map(each => each.sourceBranch)
  const all = ['asked', 'draft', 'merged', 'closed', 'elsewhere']
  const rows: [object, readonly string[]][] = [
    [{}, all],
    [{ state: 'opened' }, ['asked', 'draft', 'elsewhere']],
    [{ state: 'merged' }, ['merged']],
    [{ state: 'closed' }, ['closed']],
    [{ state: 'locked' }, []],
    [{ scope: 'reviews_for_me' }, ['asked']],
    [{ reviewerUsername: 'rita' }, ['asked']],
    [{ reviewerId: 'Any' }, ['asked']],
    [{ reviewerId: 'None', state: 'opened' }, ['draft', 'elsewhere']],
    [{ not: { reviewerId: users.rita.id }, state: 'opened' }, ['draft', 'elsewhere']],
    [{ assigneeUsername: ['dan'] }, ['asked']],
    [{ authorUsername: 'mina' }, ['draft', 'closed']],
    [{ mergeUserUsername: 'mina' }, ['merged']],
    [{ labels: ['ui'] }, ['asked']],
    [{ or: { reviewerUsername: ['@me', 'gus'] } }, ['asked']],
    [{ reviewerUsername: '@me' }, ['asked']],
    [{ or: { authorUsername: ['mina'], labelName: ['ui', 'docs'] } }, []],
    [{ or: { authorUsername: ['mina', 'gus'] } }, ['draft', 'closed']],
    [{ mergedAfter: 'today' }, ['merged']],
    [{ closedBefore: '-1d' }, []],
    [{ milestone: 'Summer' }, ['draft']],
    [{ wip: 'yes' }, ['draft']],
    [{ wip: 'no', state: 'opened' }, ['asked', 'elsewhere']],
    [{ targetBranch: 'other' }, ['elsewhere']],
    [{ or: { targetBranch: ['other', 'none'] } }, ['elsewhere']],
    [{ not: { targetBranch: 'main' } }, ['elsewhere']],
    [{ targetBranch: 'other', not: { sourceBranch: 'elsewhere' } }, []],
    [{ targetBranch: 'other', not: { approvedByUsernames: ['mina'] } }, ['elsewhere']],
    [{ targetBranch: 'other', or: { approvedByUsernames: ['mina'] } }, []],
    [{ sourceBranch: 'closed' }, ['closed']],
    [{ approved: 'yes' }, []],
    [{ approvedByIds: 'None' }, all],
    [{ approvedByIds: ['None'] }, all],
    [{ approverIds: [users.mina.id] }, ['asked']],
    [{ approverIds: [users.mina.id, users.dan.id] }, []],
    [{ approverIds: 'Any' }, ['asked']],
    [{ approverIds: ['None'] }, ['draft', 'merged', 'closed', 'elsewhere']],
    [{ environment: 'production' }, []],
    [{ deployedAfter: '2020-01-01T00:00:00Z' }, []],
    [{ search: 'else' }, ['elsewhere']],
    [{ search: '!1' }, ['asked']],
    [{ orderBy: 'merged_at', sort: 'desc', state: 'merged' }, ['merged']],
    [{ orderBy: 'title', state: 'opened' }, ['asked', 'draft', 'elsewhere']],
  ]
  for (const [asked, expected] of rows) expect([asked, await found(asked)]).toEqual([asked, expected])
})

test('MR-013, PERM-002 merge requests are listed in a project, a group and everywhere for those who may read them', async () => {
  const { as, id, project, milestone, group } = await listedWorld()
  const count = async (who: Person) => {
    const reply = await as(who).reply(listProjectMergeRequests, { id, perPage: 2 })
    const groups = await as(who).reply(listGroupMergeRequests, { id: group.id })
    return [reply.status, reply.headers['x-total'] ?? null, groups.status, groups.headers['x-total'] ?? null]
  }
  expect(await count('rita')).toEqual([200, '5', 200, '5'])
  expect(await count('gus')).toEqual([404, null, 200, '0'])
  expect((await count('nina')).slice(0, 3)).toEqual([404, null, 404])
  const titles = async (who: Person, scope: 'created_by_me' | 'assigned_to_me' | 'reviews_for_me' | 'all') =>
    (await as(who).call(listMergeRequests, { scope, state: 'opened', sort: 'asc' })).map(each => each.title)
  expect(await titles('dan', 'created_by_me')).toEqual(['asked', 'elsewhere'])
  expect(await titles('dan', 'assigned_to_me')).toEqual(['asked'])
  expect(await titles('rita', 'reviews_for_me')).toEqual(['asked'])
  expect(await titles('gus', 'all')).toEqual([])
  expect((await as('anon').reply(listMergeRequests, {})).status).toBe(401)
  const ofMilestone = { id: project.id, milestoneId: milestone.id }
  expect((await as('rita').call(listProjectMilestoneMergeRequests, ofMilestone)).map(each => each.title)).toEqual([
    'Draft: draft',
  ])
  const [simple] = await as('rita').call(listProjectMergeRequests, { id, view: 'simple' })
  expect(Object.keys(simple ?? {}).toSorted()).toEqual(
    ['id', 'iid', 'projectId', 'title', 'description', 'state', 'createdAt', 'updatedAt', 'webUrl'].toSorted(),
  )
})

test('MR-013 a group lists all its merge requests by each order as its only project does', async () => {
  const { as, group, id } = await listedWorld()
  for (const orderBy of mergeRequestOrders) {
    for (const sort of ['asc', 'desc'] as const) {
      const found = (await as('rita').call(listGroupMergeRequests, { id: group.id, orderBy, sort })).map(it => it.iid)
      const own = (await as('rita').call(listProjectMergeRequests, { id, orderBy, sort })).map(it => it.iid)
      expect([orderBy, sort, found.toSorted(), own]).toEqual([orderBy, sort, [1, 2, 3, 4, 5], found])
    }
  }
})

test('MR-013 the number of open assignments and review requests is that of visible ones', async () => {
  const { as, project } = await listedWorld()
  const counts = async (who: Person) => {
    const { assignedMergeRequests, reviewRequestedMergeRequests } = await as(who).call(getUserCounts, {})
    return [assignedMergeRequests, reviewRequestedMergeRequests]
  }
  expect([await counts('dan'), await counts('rita')]).toEqual([
    [1, 0],
    [0, 1],
  ])
  await as('mina').call(updateProject, { id: project.id, mergeRequestsAccessLevel: 'disabled' })
  expect([await counts('dan'), await counts('rita')]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('MR-013 a commit knows the merge requests that it came with, not those that began after it', async () => {
  const { as, id, heads, base } = await listedWorld()
  const of = async (sha: string, state?: 'opened') =>
    (await as('rita').call(listCommitMergeRequests, { id, sha, ...(state ? { state } : {}) })).map(each => each.title)
  expect(await of(heads['asked'] ?? '')).toEqual(['asked'])
  expect(await of(heads['merged'] ?? '')).toEqual(['merged'])
  expect(await of(heads['merged'] ?? '', 'opened')).toEqual([])
  expect(await of(base)).toEqual([])
})

test('MR-013 queries list the merge requests of a project, a group and the current user, with their number', async () => {
  const { as } = await listedWorld()
  const list = '{ count nodes { title } }'
  const query = `{ project(fullPath: "weft/loom") { mergeRequests(state: opened, draft: false, sort: TITLE_ASC) ${list}
      merged: mergeRequests(sort: MERGED_AT_DESC, first: 1) { nodes { title } } targets: mergeRequests(targetBranches: ["other"]) ${list} }
    group(fullPath: "weft") { mergeRequests(reviewerUsername: "rita") ${list} }
    currentUser { reviewRequestedMergeRequests(state: opened) ${list} authoredMergeRequests ${list} } }`
  const of = (...titles: readonly string[]) => ({ count: titles.length, nodes: titles.map(title => ({ title })) })
  expect((await askGraphql(as('rita').ctx, query)).data).toEqual({
    project: {
      mergeRequests: of('asked', 'elsewhere'),
      merged: { nodes: [{ title: 'merged' }] },
      targets: of('elsewhere'),
    },
    group: { mergeRequests: of('asked') },
    currentUser: { reviewRequestedMergeRequests: of('asked'), authoredMergeRequests: of() },
  })
})

test('PERM-002 the rendered texts of merge requests name no confidential issue to people who may not know of it', async () => {
  const { as, build, commit, db, project } = await codeWorld()
  await db.updateTable('namespaces').set({ visibility: 'public' }).execute()
  const secret = await build.issue({ title: 'Secret', confidential: true })
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'two\n' }, { branch: 'feature' })
  const branches = { sourceBranch: 'feature', targetBranch: 'main' }
  const texts = { title: `Like #${secret.iid}`, description: `See #${secret.iid}` }
  const { iid } = await as('dan').call(createMergeRequest, { id: project.id, ...branches, ...texts })
  const shown = async (who: 'dan' | 'nina') => {
    const one = await as(who).call(getMergeRequest, { id: project.id, mergeRequestIid: iid, renderHtml: true })
    const listed = await as(who).call(listProjectMergeRequests, { id: project.id, renderHtml: true })
    return JSON.stringify([one, listed])
  }
  expect(await shown('dan')).toContain('Secret')
  expect(await shown('nina')).not.toContain('Secret')
  expect(await shown('nina')).toContain(`See #${secret.iid}`)
})
