import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createProject } from '#contract/foundation/projects.ts'
import { createIssue, deleteIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { getMilestonePage } from '#contract/plan/label-and-milestone-pages.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import {
  createProjectMilestone,
  deleteProjectMilestone,
  listGroupMilestoneBurndownEvents,
  listProjectMilestoneBurndownEvents,
  promoteMilestone,
} from '#contract/plan/timeboxes/milestones.ts'
import { addSpentTime, setTimeEstimate } from '#contract/plan/timeboxes/time-tracking.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, type World, world } from '#test/world/world.ts'

/** Noon of a day of November 2026; of October below 1. */
const on = (day: number): string => new Date(Date.UTC(2026, 10, day, 12)).toISOString()

afterEach(() => void vi.useRealTimers())

/** Let it be noon of a day of November 2026. */
const turnTo = (day: number) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(on(day)) })

/** A milestone from 2 to 20 November, with issues that come, change and go. */
async function busyMilestone(it: World) {
  const { as, project } = it
  const root = as('root')
  const milestone = await root.call(createProjectMilestone, {
    id: project.id,
    title: 'Warp',
    startDate: '2026-11-02',
    dueDate: '2026-11-20',
  })
  const create = (day: number, given: object) => {
    turnTo(day)
    return root.call(createIssue, { id: project.id, title: 'Thread', ...given })
  }
  const change = async (issue: { readonly iid: number }, day: number, changes: object) => {
    turnTo(day)
    await root.call(updateIssue, { id: project.id, issueIid: issue.iid, ...changes })
  }
  const early = await create(-11, { milestoneId: milestone.id, weight: 3 })
  const moved = await create(3, { weight: 2 })
  await change(moved, 5, { milestoneId: milestone.id })
  await change(early, 6, { weight: 5 })
  await change(early, 7, { stateEvent: 'close' })
  await change(moved, 9, { milestoneId: 0 })
  await change(early, 10, { stateEvent: 'reopen' })
  await create(11, { milestoneId: milestone.id, confidential: true })
  await change(early, 25, { stateEvent: 'close' })
  return { milestone, early, moved, create, change, page: { namespace: project.fullPath, iid: milestone.iid } }
}

const counted = (days: readonly { readonly date: string; readonly scopeCount: number }[] | null) =>
  days?.map(day => Object.values({ ...day, date: Number(day.date.slice(-2)) }))

test('MILE-014 the days of a milestone: issues added, changed, closed and removed, by number and weight', async () => {
  const it = await world()
  const { page } = await busyMilestone(it)
  const days = async (who: Member) => counted((await it.as(who).call(getMilestonePage, page)).days)
  const known = [
    [2, 1, 3, 0, 0],
    [5, 2, 5, 0, 0],
    [6, 2, 7, 0, 0],
    [7, 2, 7, 1, 5],
    [9, 1, 5, 1, 5],
    [10, 1, 5, 0, 0],
  ]
  // Confidential issues do not count for guests; changes after the due date count for no one.
  expect(await days('gus')).toEqual(known)
  expect(await days('rita')).toEqual([...known, [11, 2, 5, 0, 0]])
})

test('MILE-014 days from before the snapshots are read from the system notes', async () => {
  const it = await world()
  const { page } = await busyMilestone(it)
  await it.deliver()
  const look = async () => counted((await it.as('rita').call(getMilestonePage, page)).days)
  const before = await look()
  await sql`delete from timebox_snapshots`.execute(it.db)
  const migration = readFileSync(join(import.meta.dirname, '../../../db/migrations/0185-timebox-snapshots.sql'), 'utf8')
  await sql
    .raw(
      migration.slice(
        migration.indexOf(
          'insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)\nwith',
        ),
      ),
    )
    .execute(it.db)
  expect(await look()).toEqual(before)
})

test('MILE-014 a deleted issue leaves the days of its milestone, and a milestone without dates has none', async () => {
  const it = await world()
  const { page, early } = await busyMilestone(it)
  await it.as('olga').call(deleteIssue, { id: it.project.id, issueIid: early.iid })
  expect(counted((await it.as('gus').call(getMilestonePage, page)).days)).toEqual([
    [2, 0, 0, 0, 0],
    [5, 1, 2, 0, 0],
    [9, 0, 0, 0, 0],
  ])
  const undated = await it.as('root').call(createProjectMilestone, { id: it.project.id, title: 'Some day' })
  const shown = await it.as('gus').call(getMilestonePage, { namespace: it.project.fullPath, iid: undated.iid })
  expect(shown.days).toBeNull()
})

test('MILE-014 milestones that join one of their group bring their history along', async () => {
  const it = await world()
  const { milestone } = await busyMilestone(it)
  const sibling = await it.as('root').call(createProject, { name: 'Shuttle', namespaceId: it.group.id })
  const same = await it.as('root').call(createProjectMilestone, { id: sibling.id, title: 'Warp' })
  await it.as('root').call(createIssue, {
    id: sibling.id,
    title: 'Other',
    milestoneId: same.id,
    createdAt: on(4),
  })
  await it.as('root').call(promoteMilestone, { id: it.project.id, milestoneId: milestone.id })
  const { data } = await askGraphql(
    it.as('root').ctx,
    `{ milestone(id: "gid://gitlab/Milestone/${milestone.id}") { report { burnupTimeSeries { date scopeCount } } } }`,
  )
  expect(data.milestone.report.burnupTimeSeries).toContainEqual({ date: '2026-11-04', scopeCount: 2 })
})

test('MILE-014 a report tells of weights that no 32 bits hold together', async () => {
  const { as, build } = await world()
  const { id: milestoneId } = await build.milestone({ startDate: '2026-11-02', dueDate: '2026-11-10' })
  for (const title of ['one', 'other'])
    await build.issue({ title, milestoneId, weight: 2_147_483_647, createdAt: '2026-11-03T00:00:00Z' })
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `{ milestone(id: "gid://gitlab/Milestone/${milestoneId}") { report { stats { total { count weight } } burnupTimeSeries { scopeWeight } } } }`,
  )
  expect(errors).toEqual([])
  expect(data.milestone.report.stats.total).toEqual({ count: 2, weight: 2_147_483_647 })
})

test('MILE-014 burndown events of a milestone are those of the issues that it has now', async () => {
  const it = await world()
  const { milestone } = await busyMilestone(it)
  const ref = { id: it.project.id, milestoneId: milestone.id }
  const events = (who: Member) => it.as(who).call(listProjectMilestoneBurndownEvents, ref)
  const known = [
    { createdAt: '2026-11-02T00:00:00.000Z', weight: 5, action: 'created' },
    { createdAt: on(7), weight: 5, action: 'closed' },
    { createdAt: on(10), weight: 5, action: 'reopened' },
  ]
  expect(await events('gus')).toEqual(known)
  expect(await events('rita')).toEqual([...known, { createdAt: on(11), weight: null, action: 'created' }])
  for (const who of ['anon', 'nina'] as const)
    await expect(it.as(who).reply(listProjectMilestoneBurndownEvents, ref)).resolves.toMatchObject({ status: 404 })
  await expect(
    it.as('rita').reply(listGroupMilestoneBurndownEvents, { id: it.group.id, milestoneId: milestone.id }),
  ).resolves.toMatchObject({ status: 404 })
  await it.as('rita').call(deleteProjectMilestone, ref)
  await expect(it.as('rita').reply(listProjectMilestoneBurndownEvents, ref)).resolves.toMatchObject({ status: 404 })
})

/** An iteration from 2 to 8 November. @returns its global id */
async function newIteration({ as }: World): Promise<string> {
  const make = async (mutation: string) => (await askGraphql(as('root').ctx, `mutation { ${mutation} }`)).data
  const { iterationCadenceCreate } = await make(
    'iterationCadenceCreate(input: { groupPath: "weft", title: "Sprints", active: true, automatic: false }) { iterationCadence { id } }',
  )
  const { iterationCreate } = await make(
    `iterationCreate(input: { groupPath: "weft", iterationsCadenceId: "${iterationCadenceCreate.iterationCadence.id}",
      startDate: "2026-11-02", dueDate: "2026-11-08" }) { iteration { id } }`,
  )
  return iterationCreate.iteration.id
}

test('MILE-016 MILE-017 the report of a milestone and an iteration has the days, and the completed issues', async () => {
  const it = await world()
  const { milestone, create } = await busyMilestone(it)
  const undated = await it.as('root').call(createProjectMilestone, { id: it.project.id, title: 'Some day' })
  const iterationId = await newIteration(it)
  const issue = await create(3, { weight: 8 })
  turnTo(4)
  const { data: moved } = await askGraphql(
    it.as('root').ctx,
    `mutation { issueSetIteration(input: { projectPath: "weft/loom", iid: "${issue.iid}", iterationId: "${iterationId}" }) { errors } }`,
  )
  expect(moved.issueSetIteration.errors).toEqual([])
  const report = `report { burnupTimeSeries { date scopeCount scopeWeight completedCount completedWeight }
    stats { total { count weight } complete { count } incomplete { weight } } error { code } }`
  const ask = (who: Member) =>
    askGraphql(
      it.as(who).ctx,
      `{ milestone(id: "gid://gitlab/Milestone/${milestone.id}") { ${report} elsewhere: report(fullPath: "weft/nowhere") { stats { total { count } } } }
        undated: milestone(id: "gid://gitlab/Milestone/${undated.id}") { ${report} }
        iteration(id: "${iterationId}") { ${report} } }`,
    )
  const { data, errors } = await ask('gus')
  expect(errors).toEqual([])
  expect(data.milestone.report.stats).toEqual({
    total: { count: 1, weight: 5 },
    complete: { count: 0 },
    incomplete: { weight: 5 },
  })
  expect(data.milestone.report.burnupTimeSeries).toHaveLength(6)
  expect(data.milestone.elsewhere).toEqual({ stats: { total: { count: 0 } } })
  expect(data.undated.report).toEqual({ burnupTimeSeries: null, stats: null, error: { code: 'MISSING_DATES' } })
  expect(data.iteration.report.burnupTimeSeries.map((day: object) => Object.values(day))).toEqual([
    ['2026-11-02', 0, 0, 0, 0],
    ['2026-11-04', 1, 8, 0, 0],
  ])
  expect((await ask('nina')).data).toEqual({ milestone: null, undated: null, iteration: null })
})

test('MILE-014 the page of a milestone costs as many statements with many issues as with few', async () => {
  const it = await world()
  const { page, create, milestone } = await busyMilestone(it)
  const look = () => it.statements(() => it.as('rita').call(getMilestonePage, page))
  await look()
  const few = await look()
  for (let made = 0; made < 18; made++) await create(12, { milestoneId: milestone.id })
  expect(await look()).toBe(few)
})

test('TIME-002 a milestone tells estimates and time spent by person and by issue, of what the reader may know of', async () => {
  const it = await world()
  const { as, project, users } = it
  const { milestone, early, create, page } = await busyMilestone(it)
  vi.useRealTimers()
  const secret = await create(12, { milestoneId: milestone.id, confidential: true, title: 'Secret' })
  vi.useRealTimers()
  const spend = (who: Member, issue: { readonly iid: number }, duration: string) =>
    as(who).call(addSpentTime, { id: project.id, issueIid: issue.iid, duration })
  await as('rita').call(setTimeEstimate, { id: project.id, issueIid: early.iid, duration: '2h' })
  await spend('rita', early, '1h')
  await spend('dan', early, '3h')
  await spend('dan', early, '-30m')
  await spend('dan', secret, '8h')
  const elsewhere = await it.build.issue()
  await spend('dan', elsewhere, '5h')
  const times = async (who: Member) => (await as(who).call(getMilestonePage, page)).times
  expect(await times('gus')).toMatchObject({
    ...{ estimate: 7_200, humanEstimate: '2h', spent: 12_600, humanSpent: '3h 30m', issuesCount: 1 },
    people: [
      { user: { id: users.dan.id }, spent: 9_000, humanSpent: '2h 30m' },
      { user: { id: users.rita.id }, spent: 3_600 },
    ],
    issues: [
      { title: 'Thread', reference: `#${early.iid}`, path: `/weft/loom/-/issues/${early.iid}`, humanSpent: '3h 30m' },
    ],
  })
  expect(await times('rita')).toMatchObject({
    ...{ spent: 41_400, issuesCount: 2, people: [{ spent: 37_800 }, {}], issues: [{ title: 'Secret' }, {}] },
  })
})

test.each<[string, object, readonly (readonly number[])[], number]>([
  ['a label', { labels: ['bug'] }, [[2, 1, 3, 0, 0]], 1],
  [
    'without a label',
    { not: { labels: ['bug'] } },
    [
      [2, 1, 4, 0, 0],
      [6, 1, 4, 1, 4],
    ],
    1,
  ],
  [
    'an assignee',
    { assigneeUsername: ['rita'] },
    [
      [2, 1, 4, 0, 0],
      [6, 1, 4, 1, 4],
    ],
    1,
  ],
  ['one of several authors', { or: { authorUsername: ['dan', 'gus'] } }, [[2, 0, 0, 0, 0]], 0],
  [
    'a type',
    { issueType: 'issue' },
    [
      [2, 2, 7, 0, 0],
      [6, 2, 7, 1, 4],
    ],
    2,
  ],
  [
    'a weight',
    { weight: 4 },
    [
      [2, 1, 4, 0, 0],
      [6, 1, 4, 1, 4],
    ],
    1,
  ],
])('MILE-014 TIME-002 charts and times of a milestone by a filter: %s', async (_case, filter, days, issuesCount) => {
  const it = await world()
  const { as, project, users, build } = it
  const root = as('root')
  const dates = { startDate: '2026-11-02', dueDate: '2026-11-20' }
  const milestone = await root.call(createProjectMilestone, { id: project.id, title: 'Warp', ...dates })
  await build.label({ title: 'bug' })
  turnTo(1)
  const create = (given: object) =>
    root.call(createIssue, { id: project.id, title: 'Thread', milestoneId: milestone.id, ...given })
  const first = await create({ labels: ['bug'], weight: 3 })
  const second = await create({ assigneeIds: [users.rita.id], weight: 4 })
  for (const issueIid of [first.iid, second.iid])
    await root.call(addSpentTime, { id: project.id, issueIid, duration: '1h' })
  turnTo(6)
  await root.call(updateIssue, { id: project.id, issueIid: second.iid, stateEvent: 'close' })
  const page = await as('gus').call(getMilestonePage, { namespace: project.fullPath, iid: milestone.iid, ...filter })
  expect(counted(page.days)).toEqual(days)
  expect([page.times.issuesCount, page.times.spent]).toEqual([issuesCount, issuesCount * 3600])
})

test('a milestone is shared out among people and labels, of issues that the reader may know of and a filter finds', async () => {
  const { as, project, users } = await world()
  const root = as('root')
  const milestone = await root.call(createProjectMilestone, { id: project.id, title: 'Warp' })
  const create = (given: object) =>
    root.call(createIssue, { id: project.id, title: 'Thread', milestoneId: milestone.id, ...given })
  for (const name of ['dye', 'yarn']) await root.call(createProjectLabel, { id: project.id, name, color: '#336699' })
  await create({ assigneeIds: [users.dan.id, users.rita.id], labels: ['dye'], weight: 3 })
  const done = await create({ assigneeIds: [users.dan.id], labels: ['dye', 'yarn'], weight: 2 })
  await root.call(updateIssue, { id: project.id, issueIid: done.iid, stateEvent: 'close' })
  await create({})
  await create({ confidential: true, assigneeIds: [users.mina.id] })
  const page = { namespace: project.fullPath, iid: milestone.iid }
  const shown = async (who: Member, input = {}) => {
    const { people, labels } = (await as(who).call(getMilestonePage, { ...page, ...input })).shares
    const figures = (each: { openIssuesCount: number; closedIssuesCount: number; weight: number }) =>
      `${each.openIssuesCount}+${each.closedIssuesCount}, ${each.weight}`
    return [
      ...people.map(each => `${each.user?.username ?? 'nobody'} ${figures(each)}`),
      ...labels.map(each => `${each.label.name} ${figures(each)}`),
    ]
  }
  const ofAll = ['dan 1+1, 5', 'rita 1+0, 3', 'nobody 1+0, 0', 'dye 1+1, 5', 'yarn 0+1, 2']
  expect(await shown('gus')).toEqual(ofAll)
  expect(await shown('rita')).toEqual([ofAll[0], 'mina 1+0, 0', ...ofAll.slice(1)])
  expect(await shown('gus', { labels: ['yarn'] })).toEqual(['dan 0+1, 2', 'dye 0+1, 2', 'yarn 0+1, 2'])
})
