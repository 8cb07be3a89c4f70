import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { acceptMergeRequest, createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import * as deployments from '#contract/deploy/environments/deployments.ts'
import { archiveProject } from '#contract/foundation/projects.ts'
import type { StageEvent } from '#contract/insights/stage-events.ts'
import { type StageInput, valueStreamOperations, valueStreamPages } from '#contract/insights/value-streams.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'
import { keepDays } from './kept-days.ts'
import { readExisting } from './read-existing.ts'

const group = valueStreamOperations.group
const project = valueStreamOperations.project
const weft = { namespace: 'weft' }
const loom = { namespace: 'weft/loom' }
const hour = 3600

/** The cast, with rita as a reporter of the group too. */
async function groupWorld() {
  const it = await world()
  await it.build.member({ at: it.group.id, userId: it.users.rita.id, level: 20 })
  return it
}

/** An issue that was created on a day of November 2026 and closed so many hours later. */
async function closedIssue(it: World, day: number, hours: number) {
  const issue = await it.build.issue({ title: `Closed after ${hours} hours` })
  await it.db
    .updateTable('issuables')
    .set({
      state: 'closed',
      createdAt: at(day, 0),
      closedAt: at(day, hours),
    })
    .where('id', '=', issue.id)
    .execute()
  return issue
}

const at = (day: number, hours: number): string => new Date(Date.UTC(2026, 10, day) + hours * hour * 1000).toISOString()
const november = { createdAfter: '2026-11-01', createdBefore: '2026-11-30' }

async function readAgain({ db, services }: World): Promise<void> {
  await sql`insert into moment_readings (namespace_id) values (0) on conflict do nothing`.execute(db)
  await readExisting(db, services)
}

const leadTime: StageInput = {
  name: 'Created to closed',
  startEventIdentifier: 'issue_created',
  endEventIdentifier: 'issue_closed',
}

test('PREMIUM-013 PREMIUM-014 PREMIUM-015 value streams are created, changed and deleted', async () => {
  const { as } = await groupWorld()
  const rita = as('rita')
  expect(await rita.call(group.list, weft)).toEqual([{ id: 'default', name: 'Default', isCustom: false }])
  const made = await rita.call(group.create, { ...weft, name: ' Delivery  ', stages: [{ name: 'issue' }, leadTime] })
  expect(made).toMatchObject({
    name: 'Delivery',
    isCustom: true,
    stages: [
      { title: 'Issue', custom: false },
      { title: 'Created to closed', custom: true },
    ],
  })
  const one = { ...weft, valueStreamId: made.id }
  const [first = { id: 0 }, second = { id: 0 }] = made.stages
  const changed = await rita.call(group.update, {
    ...one,
    name: 'Flow',
    stages: [
      { ...leadTime, id: second.id, name: 'Life' },
      { name: 'issue', id: first.id, hidden: true },
    ],
  })
  // Stages keep their numbers, so that links to them stay valid.
  expect(changed.stages.map(({ id, title, hidden }) => [id, title, hidden])).toEqual([
    [second.id, 'Life', false],
    [first.id, 'Issue', true],
  ])
  expect((await rita.call(group.list, weft)).map(({ name }) => name)).toEqual(['Default', 'Flow'])
  expect((await rita.reply(group.delete, one)).status).toBe(204)
  expect((await rita.reply(group.get, one)).status).toBe(404)
  expect(await outcomeOf(rita.call(group.delete, { ...weft, valueStreamId: 'default' }))).toBe('forbidden')
})

test.each<[string, readonly StageInput[]]>([
  ['none', []],
  ['a name that is no default stage', [{ name: 'deploying', custom: false }]],
  ['no end', [{ ...leadTime, endEventIdentifier: null }]],
  [
    'an end before its start',
    [{ ...leadTime, startEventIdentifier: 'issue_closed', endEventIdentifier: 'issue_created' }],
  ],
  ['an issue that ends as a merge request', [{ ...leadTime, endEventIdentifier: 'merge_request_merged' }]],
  ['a label event without a label', [{ ...leadTime, endEventIdentifier: 'issue_label_added' }]],
  ['a label that does not exist', [{ ...leadTime, endEventIdentifier: 'issue_label_added', endEventLabelId: 999_999 }]],
  ['a name twice', [leadTime, { ...leadTime, name: 'CREATED to closed' }]],
])('PREMIUM-044 stages with %s are refused, and nothing is stored', async (_case, stages) => {
  const { as } = await groupWorld()
  const reply = await as('rita').reply(group.create, { ...weft, name: 'Wrong', stages })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain('stages')
  expect(await as('rita').call(group.list, weft)).toHaveLength(1)
})

test('PREMIUM-013 a name is taken once, and the default one cannot be used', async () => {
  const { as } = await groupWorld()
  await as('rita').call(group.create, { ...weft, name: 'Flow' })
  for (const name of ['flow', 'default'])
    expect((await as('rita').reply(group.create, { ...weft, name })).body).toMatchObject({
      message: { name: ['has already been taken'] },
    })
})

test('PREMIUM-014 of changes to one name at once, one is made and the others are refused', async () => {
  const { as } = await world({ commits: true })
  const rita = as('rita')
  const ids: (number | string)[] = []
  for (let each = 0; each < 8; each += 1) ids.push((await rita.call(project.create, { ...loom, name: `${each}` })).id)
  const replies = await Promise.all(
    ids.map(valueStreamId => rita.reply(project.update, { ...loom, valueStreamId, name: 'Same' })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)])
})

test('PREMIUM-044 a blank name is refused', async () => {
  const { as } = await world()
  expect((await as('rita').reply(project.create, { ...loom, name: ' \t ' })).status).toBe(400)
})

test('PREMIUM-018 an archived project shows its own figures, and its group does without them', async () => {
  const it = await groupWorld()
  await closedIssue(it, 1, 10)
  await readAgain(it)
  await it.as('olga').call(archiveProject, { id: 'weft/loom' })
  const stage = { valueStreamId: 'default', stageId: 'lead_time', ...november }
  expect((await it.as('rita').call(project.count, { ...loom, ...stage })).count).toBe(1)
  expect((await it.as('rita').call(group.count, { ...weft, ...stage })).count).toBe(0)
})

test.each<[Member | 'anon', string, string]>([
  ['olga', 'ok', 'ok'],
  ['rita', 'ok', 'ok'],
  ['gus', 'forbidden', 'forbidden'],
  ['nina', 'not_found', 'not_found'],
  ['anon', 'not_found', 'not_found'],
])('PERM-001 %s reads value streams of a private project: %s, creates one: %s', async (who, reads, creates) => {
  const { as } = await world()
  expect(await outcomeOf(as(who).call(project.list, loom))).toBe(reads)
  expect(await outcomeOf(as(who).call(valueStreamPages.project, loom))).toBe(reads)
  expect(await outcomeOf(as(who).call(project.create, { ...loom, name: 'Mine' }))).toBe(creates)
  expect(await outcomeOf(as(who).call(project.setAggregation, { ...loom, enabled: false }))).toBe(creates)
})

test('PREMIUM-012 value streams are listed by name, the default one first', async () => {
  const { as } = await world()
  for (const name of ['Weaving', 'Dyeing']) await as('rita').call(project.create, { ...loom, name })
  expect((await as('gus').reply(project.list, loom)).status).toBe(403)
  expect((await as('rita').call(project.list, loom)).map(({ name }) => name)).toEqual(['Default', 'Dyeing', 'Weaving'])
})

test('PREMIUM-016 stages name their events, and the events say which can follow', async () => {
  const { as } = await groupWorld()
  const { stages, events } = await as('rita').call(group.listStages, { ...weft, valueStreamId: 'default' })
  expect(stages.map(({ title }) => title)).toEqual(['Issue', 'Plan', 'Code', 'Test', 'Review', 'Staging'])
  const created = events.find(({ identifier }) => identifier === 'merge_request_created')
  expect(created).toMatchObject({ canBeStartEvent: true, type: 'simple' })
  expect(created?.allowedEndEvents).toContain('merge_request_merged')
  expect(created?.allowedEndEvents).not.toContain('issue_closed')
})

test('PREMIUM-017 PREMIUM-018 PREMIUM-019 the figures of a stage agree with the items counted by hand', async () => {
  const it = await groupWorld()
  // 10, 20, 30 and 100 hours; one of November's issues is closed in December, one was closed before.
  for (const [day, hours] of [
    [1, 10],
    [2, 20],
    [2, 30],
    [10, 100],
    [30, 48],
    [-20, 24],
  ] as const)
    await closedIssue(it, day, hours)
  await readAgain(it)
  const rita = it.as('rita')
  const stage = { ...weft, valueStreamId: 'default', stageId: 'lead_time', ...november }
  expect(await rita.call(group.median, stage)).toEqual({ value: 25 * hour })
  expect(await rita.call(group.average, stage)).toEqual({ value: 40 * hour })
  expect(await rita.call(group.count, stage)).toEqual({ count: 4, value: 4 })
  const records = await rita.call(group.records, { ...stage, sort: 'duration' })
  expect(records.map(each => each.durationInMilliseconds / 1000 / hour)).toEqual([100, 30, 20, 10])
  const second = await rita.reply(group.records, { ...stage, perPage: 3, page: 2 })
  expect(second.headers).toMatchObject({ 'x-total': '4' })
  expect(second.body).toMatchObject([
    { title: 'Closed after 10 hours', path: expect.stringContaining('/weft/loom/-/issues/') },
  ])
  const chart = await rita.call(group.averageDurationChart, stage)
  expect(chart).toHaveLength(30)
  expect(chart.filter(each => each.averageDurationInSeconds !== null)).toEqual([
    { date: '2026-11-01', averageDurationInSeconds: 10 * hour },
    { date: '2026-11-02', averageDurationInSeconds: 20 * hour },
    { date: '2026-11-03', averageDurationInSeconds: 30 * hour },
    { date: '2026-11-14', averageDurationInSeconds: 100 * hour },
  ])
  const page = await rita.call(valueStreamPages.group, { ...weft, stageId: 'lead_time', ...november })
  expect(page.stage.figures).toEqual({
    count: 4,
    median: 25 * hour,
    average: 40 * hour,
    p75: 47.5 * hour,
    p95: 89.5 * hour,
  })
  // The issue of October is counted in as many days before.
  expect(page.before).toMatchObject({ count: 1, median: 24 * hour })
  const csv = String((await rita.reply(group.recordsCsv, stage)).body)
  expect(csv.trim().split('\r\n')).toHaveLength(5)
  const figures = String((await rita.reply(group.figuresCsv, stage)).body)
  expect(figures).toContain(`Lead time,Issue created,Issue closed,4,${25 * hour},${40 * hour}`)
  const time = await rita.call(group.timeSummary, { ...weft, ...november })
  expect(time[0]).toEqual({ identifier: 'lead_time', title: 'Lead time', value: 1, unit: 'days' })
})

test('PERM-002 PREMIUM-018 what a reader cannot see is in no count, chart or list', async () => {
  const it = await groupWorld()
  await closedIssue(it, 1, 10)
  const hidden = await closedIssue(it, 1, 90)
  await readAgain(it)
  const stage = { ...weft, valueStreamId: 'default', stageId: 'lead_time', ...november }
  const rita = it.as('rita')
  expect(await rita.call(group.count, stage)).toMatchObject({ count: 2 })
  await it.db.updateTable('issuables').set({ hidden: true }).where('id', '=', hidden.id).execute()
  expect(await rita.call(group.count, stage)).toMatchObject({ count: 1 })
  expect(await rita.call(group.records, stage)).toHaveLength(1)
  const [first] = await rita.call(group.averageDurationChart, stage)
  expect(first?.averageDurationInSeconds).toBe(10 * hour)
  expect(await it.as('root').call(group.count, stage)).toMatchObject({ count: 1 })
  // A project whose issues are disabled has none for anyone.
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'disabled' }).where('id', '=', it.project.id).execute()
  expect(await rita.call(group.count, stage)).toMatchObject({ count: 0 })
  expect(await rita.call(group.summary, { ...weft, ...november })).toMatchObject([{ value: 0 }, {}, {}, {}])
})

test.each<[string, object]>([
  ['days in the wrong order', { createdAfter: '2026-11-10', createdBefore: '2026-11-01' }],
  ['more than 180 days', { createdAfter: '2026-01-01', createdBefore: '2026-11-01' }],
  ['a day that is none', { createdAfter: 'tomorrow' }],
])('PREMIUM-044 %s are refused with the name of the field', async (_case, days) => {
  const { as } = await groupWorld()
  const reply = await as('rita').reply(group.count, { ...weft, valueStreamId: 'default', stageId: 'issue', ...days })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toMatch(/created_(after|before)/)
})

test('PREMIUM-017 stages follow labels, assignment, comments and planning as people use them', async () => {
  const it = await world()
  const { as, build, users } = it
  const doing = await build.label({ title: 'doing' })
  const issue = await as('rita').call(createIssue, { id: 'weft/loom', title: 'Weave' })
  const change = (input: object) => as('rita').call(updateIssue, { id: 'weft/loom', issueIid: issue.iid, ...input })
  await change({ addLabels: ['doing'] })
  await change({ removeLabels: ['doing'] })
  await change({ assigneeIds: [users.dan.id] })
  await change({ milestoneId: (await build.milestone({ title: 'Warp' })).id })
  await build.note({ issuableId: issue.id, authorId: users.dan.id, body: 'I take it' })
  await change({ stateEvent: 'close' })
  await it.deliver()
  await readAgain(it)
  const { rows } = await sql<{ event: StageEvent; labelId: number }>`select event, label_id from issuable_moments
    where issuable_id = ${issue.id} order by event`.execute(it.db)
  expect(rows.map(({ event, labelId }) => (labelId === 0 ? event : `${event} ${labelId}`))).toEqual([
    'issue_closed',
    'issue_created',
    'issue_first_assigned_at',
    'issue_first_associated_with_milestone',
    'issue_first_commented_at',
    `issue_label_added ${doing.id}`,
    `issue_label_removed ${doing.id}`,
    'issue_stage_end',
    'plan_stage_start',
  ])
  await change({ stateEvent: 'reopen' })
  await it.deliver()
  const { rows: closed } =
    await sql`select 1 from issuable_moments where issuable_id = ${issue.id} and event = 'issue_closed'`.execute(it.db)
  expect(closed).toEqual([])
})

test('PREMIUM-017 PREMIUM-041 a merge request passes code, test, review and staging', async () => {
  const it = await codeWorld()
  await it.commit({ 'a.txt': 'a' })
  const first = await it.as('dan').call(deployments.createDeployment, {
    ...{
      id: 'weft/loom',
      environment: 'production',
      sha: await it.commit({ 'a.txt': 'b' }),
      ref: 'main',
      tag: false,
      status: 'success',
    },
  })
  await it.deliver()
  const sha = await it.commit({ 'b.txt': 'b' }, { branch: 'change' })
  const { iid } = await it.as('dan').call(createMergeRequest, {
    ...{ id: 'weft/loom', sourceBranch: 'change', targetBranch: 'main', title: 'Change' },
  })
  await it.as('dan').call(createCommitStatus, { id: 'weft/loom', sha, state: 'running', name: 'build' })
  await it.as('dan').call(createCommitStatus, { id: 'weft/loom', sha, state: 'success', name: 'build' })
  const { mergeCommitSha } = await it.as('mina').call(acceptMergeRequest, { id: 'weft/loom', mergeRequestIid: iid })
  await it.deliver()
  expect(first.iid).toBe(1)
  await it.as('dan').call(deployments.createDeployment, {
    ...{
      id: 'weft/loom',
      environment: 'production',
      sha: mergeCommitSha ?? '',
      ref: 'main',
      tag: false,
      status: 'success',
    },
  })
  await it.deliver()
  // A job compares it with the deployment before.
  await it.deliver()
  for (const stageId of ['code', 'test', 'review', 'staging'])
    expect([
      stageId,
      await it.as('rita').call(project.records, { ...loom, valueStreamId: 'default', stageId }),
    ]).toMatchObject([stageId, [{ iid }]])
  const summary = await it.as('rita').call(project.summary, loom)
  expect(summary).toMatchObject([{ value: 0 }, { value: 1 }, { value: 2 }, { value: 0.07, unit: '/day' }])
})

test('PREMIUM-021 a paused aggregation stands still, and is read again from where it is turned on', async () => {
  const it = await groupWorld()
  const rita = it.as('rita')
  await rita.call(group.setAggregation, { ...weft, enabled: false })
  expect((await rita.call(valueStreamPages.project, loom)).aggregation).toEqual({ enabled: false, isRunning: false })
  const issue = await rita.call(createIssue, { id: 'weft/loom', title: 'Unseen' })
  await rita.call(updateIssue, { id: 'weft/loom', issueIid: issue.iid, stateEvent: 'close' })
  await it.deliver()
  const stage = { ...loom, valueStreamId: 'default', stageId: 'lead_time' }
  expect((await rita.call(project.count, stage)).count).toBe(0)
  expect(await rita.call(group.setAggregation, { ...weft, enabled: true })).toEqual({ enabled: true })
  expect((await rita.call(valueStreamPages.project, loom)).aggregation).toEqual({ enabled: true, isRunning: true })
  await readExisting(it.db, it.services)
  expect((await rita.call(project.count, stage)).count).toBe(1)
  expect((await rita.call(valueStreamPages.project, loom)).aggregation).toEqual({ enabled: true, isRunning: false })
})

test('PREMIUM-020 PREMIUM-023 PREMIUM-024 tasks are counted by label and day', async () => {
  const it = await groupWorld()
  const [bug, idea] = [await it.build.label({ title: 'bug' }), await it.build.label({ title: 'idea' })]
  for (const labels of [['bug'], ['bug', 'idea'], []])
    await it.as('rita').call(createIssue, { id: 'weft/loom', title: 'Task', labels })
  await it.deliver()
  const top = await it.as('rita').call(group.topLabels, weft)
  expect(top.map(({ id }) => id)).toEqual([bug.id, idea.id])
  const found = await it.as('rita').call(group.tasksByType, weft)
  expect(found.map(({ label, series }) => [label.title, series.length, series.at(-1)?.[1]])).toEqual([
    ['bug', 30, 2],
    ['idea', 30, 1],
  ])
  const csv = String((await it.as('rita').reply(group.tasksCsv, weft)).body)
  expect(csv.replaceAll(/\d{4}-\d\d-\d\d/g, 'day')).toBe('Label,Day,Items\r\nbug,day,2\r\nidea,day,1\r\n')
  const one = await it.as('rita').call(group.tasksByType, { ...weft, labelIds: [idea.id], subject: 'MergeRequest' })
  expect(one).toEqual([])
})

test('PREMIUM-022 the page takes the same few statements for any number of stages and items', async () => {
  const it = await groupWorld()
  const open = () => it.as('rita').call(valueStreamPages.group, { ...weft, ...november })
  await closedIssue(it, 1, 10)
  await readAgain(it)
  const few = await it.statements(open)
  for (let each = 0; each < 8; each += 1) await closedIssue(it, 2, each)
  await readAgain(it)
  expect(await it.statements(open)).toBe(few)
  expect(few).toBeLessThanOrEqual(8)
})

/** The page of lead time in November, which must be the same whether its days are kept or counted from the moments. */
async function keptAndCounted(it: World) {
  const open = () =>
    it.as('rita').call(valueStreamPages.project, { ...loom, stageId: 'lead_time', ...november, sort: 'duration' })
  await keepDays(it.db, it.services)
  const kept = await open()
  await sql`insert into stale_days (namespace_id, day) select ${it.project.id}, day from kept_days`.execute(it.db)
  const counted = await open()
  await keepDays(it.db, it.services)
  expect(counted).toEqual(kept)
  expect(await open()).toEqual(kept)
  return kept
}

const countKept = async (it: World) =>
  (await sql<{ count: number }>`select count(*)::integer as count from kept_days`.execute(it.db)).rows[0]?.count ?? 0

test('PREMIUM-018 PREMIUM-019 kept days have the figures that were counted from every item, after each kind of change', async () => {
  const it = await groupWorld()
  const issues = [
    await closedIssue(it, 1, 10),
    await closedIssue(it, 2, 20),
    await closedIssue(it, 2, 30),
    await closedIssue(it, 10, 100),
  ]
  await readAgain(it)
  expect((await keptAndCounted(it)).stage.figures).toMatchObject({ count: 4, median: 25 * hour })
  expect(await countKept(it)).toBe(4)
  const open = () =>
    it.as('rita').call(group.count, { ...weft, valueStreamId: 'default', stageId: 'lead_time', ...november })
  const [first, second, third] = issues.map(({ id }) => id)
  const change = async (id: number | undefined, values: object, count: number, median: number) => {
    await it.db
      .updateTable('issuables')
      .set(values)
      .where('id', '=', id ?? 0)
      .execute()
    await readAgain(it)
    // Before the job has run, too.
    expect((await open()).count).toBe(count)
    expect((await keptAndCounted(it)).stage.figures).toMatchObject({ count, median: median * hour })
  }
  await change(first, { closedAt: at(3, 60) }, 4, 65)
  await change(second, { hidden: true }, 3, 100)
  await change(second, { hidden: false }, 4, 65)
  await change(third, { createdAt: at(2, 28) }, 4, 60)
  await change(third, { state: 'opened', closedAt: null }, 3, 100)
  await it.db
    .deleteFrom('issuables')
    .where('id', '=', second ?? 0)
    .execute()
  await change(first, { title: 'Renamed' }, 2, 104)
})

test('PREMIUM-018 percentiles of days with many items are within two percent', async () => {
  const it = await groupWorld()
  const { rows } = await sql<{ seconds: number }>`
    with made as (insert into issuables (namespace_id, type, iid, title, author_id, state, created_at, closed_at)
      select ${it.project.id}, 'issue', 1000 + n, 'Task', ${it.users.rita.id}, 'closed', closed_at - exp(n % 1000 / 100.0) * interval '1 minute', closed_at
      from generate_series(1, 3000) n cross join lateral (select ${at(1, 1)}::timestamptz + n % 20 * interval '1 day' as closed_at) c
      returning id, namespace_id, created_at, closed_at),
    moments as (insert into issuable_moments (issuable_id, namespace_id, event, at)
      select id, namespace_id, 'issue_created', created_at from made union all select id, namespace_id, 'issue_closed', closed_at from made)
    select percentile_cont(p) within group (order by extract(epoch from closed_at - created_at)) as seconds
    from made cross join unnest(array[0.5, 0.75, 0.95]) p group by p order by p`.execute(it.db)
  await keepDays(it.db, it.services)
  const page = await it.as('rita').call(valueStreamPages.project, { ...loom, stageId: 'lead_time', ...november })
  const { count, median, p75, p95 } = page.stage.figures
  expect(count).toBe(3000)
  for (const [index, value] of [median, p75, p95].entries()) {
    const exact = rows[index]?.seconds ?? 0
    expect(Math.abs((value ?? 0) - exact) / exact).toBeLessThan(0.02)
  }
})

test('PREMIUM-016 the days of a new stage are kept for the projects below its place, and no longer than the stage exists', async () => {
  const it = await groupWorld()
  await closedIssue(it, 1, 10)
  await readAgain(it)
  await keepDays(it.db, it.services)
  const stage: StageInput = {
    ...leadTime,
    name: 'Edited',
    startEventIdentifier: 'issue_created',
    endEventIdentifier: 'issue_first_commented_at',
  }
  const isKept = async () => {
    const { rows } =
      await sql`select 1 from kept_pairs where pair = 'issue_created+0/issue_first_commented_at+0'`.execute(it.db)
    return rows.length > 0
  }
  const made = await it.as('rita').call(group.create, { ...weft, name: 'Flow', stages: [stage] })
  expect(await isKept()).toBe(false)
  await keepDays(it.db, it.services)
  expect(await isKept()).toBe(true)
  await it.as('rita').call(group.update, { ...weft, valueStreamId: made.id, stages: [{ name: 'issue' }] })
  await keepDays(it.db, it.services)
  expect(await isKept()).toBe(false)
})

test('PREMIUM-017 the moments of many items are read in two statements', async () => {
  const it = await world()
  for (let each = 0; each < 5; each += 1)
    await it.as('rita').call(createIssue, { id: 'weft/loom', title: `Task ${each}` })
  await it.deliver()
  await sql`delete from issuable_moments`.execute(it.db)
  const count = await it.statements(() => readAgain(it))
  for (let each = 0; each < 5; each += 1)
    await it.as('rita').call(createIssue, { id: 'weft/loom', title: `More ${each}` })
  expect(await it.statements(() => readAgain(it))).toBe(count)
})
