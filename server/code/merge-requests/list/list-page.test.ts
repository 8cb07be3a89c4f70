import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  bulkUpdateMergeRequests,
  getGroupMergeRequestsPage,
  getMergeRequestsDashboard,
  getMergeRequestsPage,
} from '#contract/code/merge-requests/merge-request-list-pages.ts'
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { archiveProject, updateProject } from '#contract/foundation/projects.ts'
import { getChangeSet, undoChangeSet } from '#contract/plan/changes/change-sets.ts'
import { groupSavedViews, projectSavedViews } from '#contract/plan/lists/saved-views.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'

async function openWorld() {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  const open = async (branch: string, given: object = {}) => {
    await commit({ [`${branch}.txt`]: branch }, { branch })
    return as('dan').call(createMergeRequest, {
      id: project.id,
      sourceBranch: branch,
      targetBranch: 'main',
      title: branch,
      ...given,
    })
  }
  const one = await open('one', { reviewerIds: [users.rita.id, users.mina.id] })
  const review = (who: 'rita' | 'mina', state: string) =>
    sql`update merge_request_reviewers set state = ${state} where issuable_id = ${one.id} and user_id = ${users[who].id}`.execute(
      as('dan').ctx.db,
    )
  const turn = async (who: Parameters<typeof as>[0]) => {
    const { mergeRequests } = await as(who).call(getMergeRequestsPage, { namespace: project.fullPath })
    return mergeRequests.find(each => each.iid === one.iid)?.turn
  }
  return {
    ...built,
    open,
    one,
    review,
    turn,
    namespace: project.fullPath,
    ref: { id: project.id, mergeRequestIid: one.iid },
  }
}

test('MR-013 a merge request tells whose turn it is, and why, to each person', async () => {
  const { as, one, review, turn, ref } = await openWorld()
  const turns = async () => {
    const [dan, rita, mina] = [await turn('dan'), await turn('rita'), await turn('mina')]
    return [dan?.reason, dan?.isMine, rita?.isMine, mina?.isMine]
  }
  expect(await turns()).toEqual(['review', false, true, true])
  await review('rita', 'approved')
  expect(await turns()).toEqual(['review', false, false, true])
  await review('mina', 'requested_changes')
  expect(await turns()).toEqual(['changes_requested', true, false, false])
  await review('mina', 'approved')
  expect(await turns()).toEqual(['merge', true, false, false])
  await sql`update merge_requests set merge_status = 'cannot_be_merged' where id = ${one.id}`.execute(as('dan').ctx.db)
  expect(await turns()).toEqual(['conflicts', true, false, false])
  await as('dan').call(updateMergeRequest, { ...ref, title: 'Draft: one' })
  expect(await turns()).toEqual(['draft', true, false, false])
  await as('dan').call(updateMergeRequest, { ...ref, stateEvent: 'close' })
  const { mergeRequests } = await as('dan').call(getMergeRequestsPage, { namespace: 'weft/loom', state: 'closed' })
  expect(mergeRequests.map(each => each.turn)).toEqual([null])
})

test('MR-013 a row says that a merge request is ready only where its page does', async () => {
  const { as, db, one, project, review, turn, ref } = await openWorld()
  for (const who of ['rita', 'mina'] as const) await review(who, 'approved')
  const told = async () => {
    const { detailedMergeStatus } = await as('dan').call(getMergeRequest, ref)
    const own = await turn('dan')
    return [detailedMergeStatus, own === null ? null : [own?.reason, own?.isMine]]
  }
  expect(await told()).toEqual(['mergeable', ['merge', true]])
  await sql`update merge_requests set merge_after = now() + interval '1 day' where id = ${one.id}`.execute(db)
  expect(await told()).toEqual(['merge_time', ['blocked', false]])
  await sql`update merge_requests set merge_after = null, divergence = 'diverged' where id = ${one.id}`.execute(db)
  await as('mina').call(updateProject, { id: project.id, mergeMethod: 'ff' })
  expect(await told()).toEqual(['need_rebase', ['rebase', true]])
  await as('mina').call(updateProject, { id: project.id, mergeMethod: 'merge' })
  await as('olga').call(archiveProject, { id: project.id })
  expect(await told()).toEqual(['mergeable', null])
})

test('MR-013 the dashboard lists the open merge requests of a person by what is to be done', async () => {
  const { as, open, users } = await openWorld()
  await open('two', { assigneeIds: [users.mina.id] })
  const found = async (who: 'dan' | 'rita' | 'mina') => {
    const page = await as(who).call(getMergeRequestsDashboard, {})
    return [page.mergeRequests.map(each => each.title), page.counts]
  }
  expect(await found('dan')).toEqual([['two'], { turn: 1, reviews: 0, assigned: 0, authored: 2 }])
  expect(await found('rita')).toEqual([['one'], { turn: 1, reviews: 1, assigned: 0, authored: 0 }])
  const mina = await as('mina').call(getMergeRequestsDashboard, { list: 'reviews' })
  expect([mina.mergeRequests.map(each => each.reference), mina.counts.assigned]).toEqual([['loom!1'], 1])
  expect((await as('anon').reply(getMergeRequestsDashboard, {})).status).toBe(401)
})

test('MR-013, PERM-002 the page of the list counts by state, and only those who read code see it', async () => {
  const { as, open, namespace, group } = await openWorld()
  await open('two')
  const page = await as('rita').call(getMergeRequestsPage, { namespace, search: 'two' })
  expect([page.mergeRequests.map(each => each.reference), page.counts.opened.count, page.counts.all.count]).toEqual([
    ['!2'],
    1,
    1,
  ])
  expect(page.namespace).toMatchObject({ openMergeRequestsCount: 2, offers: { mergeRequests: true } })
  expect(page.mergeRequests[0]).toMatchObject({ targetBranch: null, approvalsCount: 0, pipeline: null, reviewers: [] })
  const ofGroup = await as('rita').call(getGroupMergeRequestsPage, { namespace: group.fullPath })
  expect(ofGroup.mergeRequests.map(each => each.reference)).toEqual(['loom!2', 'loom!1'])
  expect((await as('gus').reply(getMergeRequestsPage, { namespace })).status).toBe(404)
  expect((await as('gus').call(getGroupMergeRequestsPage, { namespace: group.fullPath })).mergeRequests).toEqual([])
})

test('LIST-015 chosen merge requests are changed together by developers', async () => {
  const { as, open, one, namespace, users } = await openWorld()
  const two = await open('two')
  const update = { issuableIds: `${one.id},${two.id}`, addAssigneeIds: [users.dan.id], stateEvent: 'close' as const }
  expect((await as('rita').reply(bulkUpdateMergeRequests, { namespace, update })).status).toBe(403)
  expect((await as('dan').call(bulkUpdateMergeRequests, { namespace, update })).count).toBe(2)
  expect((await as('dan').call(bulkUpdateMergeRequests, { namespace, update })).count).toBe(0)
  const { mergeRequests } = await as('rita').call(getMergeRequestsPage, { namespace, state: 'closed' })
  expect(mergeRequests.map(each => each.assignees.map(person => person.username))).toEqual([['dan'], ['dan']])
})

test('LIST-015 an undo reopens the chosen merge requests, and skips and names those that cannot be reopened', async () => {
  const { as, open, one, namespace, project, build } = await openWorld()
  const two = await open('two')
  const bug = await build.label({ title: 'bug' })
  const update = { issuableIds: `${one.id},${two.id}`, addLabelIds: [bug.id], stateEvent: 'close' as const }
  const { changeSetId } = await as('dan').call(bulkUpdateMergeRequests, { namespace, update })
  if (changeSetId === null) throw new Error('Nothing was changed')
  // The same two branches again: the one that was closed cannot be reopened beside it.
  const { sourceBranch, targetBranch } = two
  await as('dan').call(createMergeRequest, { id: project.id, sourceBranch, targetBranch, title: 'again' })
  const undone = await as('dan').call(undoChangeSet, { changeSetId })
  expect(undone).toMatchObject({ kind: 'merge_request', changed: 1, refused: 1 })
  const { refusals } = await as('dan').call(getChangeSet, { changeSetId: undone.id })
  expect(refusals).toMatchObject([{ items: [{ reference: '!2', title: 'two' }] }])
  const { mergeRequests } = await as('dan').call(getMergeRequestsPage, { namespace, state: 'all' })
  const labels = mergeRequests.map(each => [each.reference, each.state, each.labels.map(label => label.name)])
  expect(labels).toEqual([
    ['!3', 'opened', []],
    ['!2', 'closed', ['bug']],
    ['!1', 'opened', []],
  ])
})

test('PLATFORM-004 a script lists the merge requests of a view in GraphQL, with more filters or another order', async () => {
  const { as, open, group, project } = await openWorld()
  await open('two', { title: 'Draft: two' })
  await open('three', { title: 'Draft: three' })
  const query = 'wip=yes&order_by=title&sort=asc'
  const view = { list: 'merge_request' as const, name: 'Drafts', query, isShared: true }
  const { id } = await as('mina').call(projectSavedViews.create, { id: project.id, ...view })
  const titles = async (args: string, place = `project(fullPath: "${project.fullPath}")`) => {
    const { data } = await askGraphql(
      as('mina').ctx,
      `{ place: ${place} { mergeRequests(${args}) { nodes { title } } } }`,
    )
    return data.place.mergeRequests.nodes.map((each: { title: string }) => each.title.replace('Draft: ', '')).join(' ')
  }
  expect(await titles(`savedViewId: ${id}`)).toBe('three two')
  expect(await titles(`savedViewId: ${id}, sort: TITLE_DESC`)).toBe('two three')
  expect(await titles(`savedViewId: ${id}, state: merged`)).toBe('')
  expect(await titles('draft: false, createdAfter: "-1d"')).toBe('one')
  const { id: ofGroup } = await as('root').call(groupSavedViews.create, { id: group.id, ...view })
  expect(await titles(`savedViewId: ${ofGroup}`, `group(fullPath: "${group.fullPath}")`)).toBe('three two')
})
