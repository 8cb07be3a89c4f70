import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { getIssue, listIssues } from '#contract/plan/issues/issues.ts'
import {
  addSpentTime,
  getTimeStats,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
  trackTime,
} from '#contract/plan/timeboxes/time-tracking.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function scene() {
  const built = await world()
  const { as, build, project } = built
  const issue = await build.issue()
  const ref = { id: project.id, issueIid: issue.iid }
  const page = { namespace: project.fullPath, iid: issue.iid }
  return {
    ...built,
    issue,
    ref,
    page,
    stats: () => as('rita').call(getTimeStats, ref),
    say: (note: string) =>
      as('rita').call(createPageNote, {
        namespace: project.fullPath,
        targetType: 'issue',
        targetId: issue.id,
        note: { note },
      }),
    history: async () =>
      (await as('rita').call(issueDiscussion.listNotes, { ...ref, sort: 'asc' }))
        .filter(each => each.system)
        .map(each => each.body),
  }
}

test('PLATFORM-011 TIME-002 estimate and time spent are set, added up, told and removed', async () => {
  const { as, ref, page, issue, stats, history } = await scene()
  const rita = as('rita')
  const estimated = await rita.reply(setTimeEstimate, { ...ref, duration: '1w 3h 30m' })
  const none = { time_estimate: 0, human_time_estimate: null, total_time_spent: 0, human_total_time_spent: null }
  expect(estimated).toMatchObject({
    status: 200,
    body: { ...none, time_estimate: 156_600, human_time_estimate: '1w 3h 30m' },
  })
  expect((await rita.reply(addSpentTime, { ...ref, duration: '2h', summary: 'Looked' })).status).toBe(201)
  await rita.call(addSpentTime, { ...ref, duration: '-30m' })
  const wanted = {
    timeEstimate: 156_600,
    totalTimeSpent: 5400,
    humanTimeEstimate: '1w 3h 30m',
    humanTotalTimeSpent: '1h 30m',
  }
  expect(await stats()).toEqual(wanted)
  expect((await rita.call(getIssue, ref)).timeStats).toEqual(wanted)
  expect((await rita.call(listIssues, {}))[0]?.timeStats).toEqual(wanted)
  expect((await rita.call(getIssuePage, page)).issue.timeStats).toEqual(wanted)
  const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { timeEstimate totalTimeSpent humanTimeEstimate humanTotalTimeSpent } }`
  expect((await askGraphql(rita.ctx, query)).data.issue).toEqual(wanted)
  await rita.call(resetSpentTime, ref)
  expect((await rita.reply(resetTimeEstimate, ref)).status).toBe(200)
  await rita.call(resetTimeEstimate, ref)
  expect(await stats()).toMatchObject({ timeEstimate: 0, totalTimeSpent: 0, humanTotalTimeSpent: null })
  expect(await history()).toEqual([
    'set time estimate to **1w 3h 30m**',
    'added **2h** of time spent',
    'subtracted **30m** of time spent',
    'removed time spent',
    'removed time estimate',
  ])
})

test('PLATFORM-011 time spent is logged by person', async () => {
  const { as, ref, db, users, issue } = await scene()
  await as('dan').call(addSpentTime, { ...ref, duration: '2h', summary: 'Looked' })
  await as('rita').call(resetSpentTime, ref)
  const logs = await db
    .selectFrom('timelogs')
    .select(['userId', 'seconds', 'summary'])
    .where('issuableId', '=', issue.id)
    .orderBy('id')
    .execute()
  expect(logs).toEqual([
    { userId: users.dan.id, seconds: 7200, summary: 'Looked' },
    { userId: users.rita.id, seconds: -7200, summary: null },
  ])
})

test.each<[typeof setTimeEstimate | typeof addSpentTime, string, object]>([
  [setTimeEstimate, 'soon', { time_estimate: ['must have a valid format and be greater than or equal to zero.'] }],
  [setTimeEstimate, '-1h', { time_estimate: ['must have a valid format and be greater than or equal to zero.'] }],
  [
    setTimeEstimate,
    '999999999mo',
    { time_estimate: ['must have a valid format and be greater than or equal to zero.'] },
  ],
  [addSpentTime, 'soon', { time_spent: ['must have a valid format.'] }],
  [addSpentTime, '0', { time_spent: ['must have a valid format.'] }],
])('PLATFORM-011 %# a duration %s is refused', async (operation, duration, message) => {
  const { as, ref } = await scene()
  expect(await as('rita').reply(operation, { ...ref, duration })).toMatchObject({ status: 400, body: { message } })
})

test('PLATFORM-011 no more time is taken back than was spent, and none is spent beyond a year', async () => {
  const { as, ref, stats } = await scene()
  await as('rita').call(addSpentTime, { ...ref, duration: '1h' })
  for (const [duration, message] of [
    ['-2h', 'Time to subtract exceeds the total time spent'],
    ['8766h', 'Total time spent cannot exceed one year'],
    ['999999999mo', 'Total time spent cannot exceed one year'],
  ] as const)
    expect(await as('rita').reply(addSpentTime, { ...ref, duration })).toMatchObject({ status: 400, body: { message } })
  expect((await stats()).totalTimeSpent).toBe(3600)
})

test.each<[Member | 'anon', number, number]>([
  ['olga', 200, 201],
  ['rita', 200, 201],
  ['gus', 200, 403],
  ['nina', 404, 404],
  ['anon', 404, 404],
])('PERM-002 %s reads the times of an issue with %i and adds to them with %i', async (who, read, write) => {
  const { as, ref } = await scene()
  expect((await as(who).reply(getTimeStats, ref)).status).toBe(read)
  expect((await as(who).reply(addSpentTime, { ...ref, duration: '1h' })).status).toBe(write)
})

test('TIME-003 quick actions change the times and tell the page', async () => {
  const { say, stats, history } = await scene()
  const replies = []
  for (const text of [
    '/estimate 1d 2h',
    '/spend 1h 30m',
    '/spend -30m 2020-02-29',
    '/remove_time_spent',
    '/remove_estimate',
  ])
    replies.push(await say(text))
  expect(replies.map(each => each.quickActionsStatus?.messages)).toEqual([
    ['Set time estimate to 1d 2h.'],
    ['Added 1h 30m spent time.'],
    ['Subtracted 30m spent time.'],
    ['Removed spent time.'],
    ['Removed time estimate.'],
  ])
  expect(replies.map(each => each.commandsChanges)).toMatchObject([
    { timeEstimate: 36_000 },
    { spendTime: { duration: 5400 } },
    { spendTime: { duration: -1800, spentAt: '2020-02-29' } },
    { spendTime: { duration: 'reset' } },
    { timeEstimate: 0 },
  ])
  expect(await stats()).toMatchObject({ timeEstimate: 0, totalTimeSpent: 0 })
  expect(await history()).toContain('subtracted **30m** of time spent at 2020-02-29')
})

test.each([
  ['/estimate soon', 'Could not apply estimate command.'],
  ['/spend', 'Could not apply spend command.'],
  ['/spend -1h', 'Could not apply spend command. Time to subtract exceeds the total time spent.'],
  ['/spend 1h 2999-01-01', 'Could not apply spend command. The date of the time spent cannot be in the future.'],
  ['/spend 1h 2021-02-30', 'Could not apply spend command. The date of the time spent cannot be in the future.'],
])('TIME-003 %s is refused with a sentence', async (text, sentence) => {
  const { as, issue, page } = await scene()
  const given = { namespace: page.namespace, targetType: 'issue', targetId: issue.id, note: { note: text } }
  const reply = await as('rita').reply(createPageNote, given)
  expect(JSON.stringify(reply.body)).toContain(sentence.replace(/\.$/, ''))
})

test('TIME-002 the page changes both times at once, or neither', async () => {
  const { as, page, stats } = await scene()
  const rita = as('rita')
  expect(await rita.call(trackTime, { ...page, estimate: '2h', spent: '1h' })).toMatchObject({ totalTimeSpent: 3600 })
  expect(await rita.reply(trackTime, { ...page, estimate: '4h', spent: '-2h' })).toMatchObject({
    status: 422,
    body: { errors: ['Time to subtract exceeds the total time spent.'] },
  })
  expect(await rita.reply(trackTime, { ...page, estimate: 'x' })).toMatchObject({
    status: 422,
    body: { errors: ['Enter a duration such as 1w 2d 3h 30m.'] },
  })
  expect(await stats()).toMatchObject({ timeEstimate: 7200, totalTimeSpent: 3600 })
  await rita.call(trackTime, { ...page, estimate: '' })
  expect((await stats()).timeEstimate).toBe(0)
  expect((await as('gus').reply(trackTime, { ...page, spent: '1h' })).status).toBe(403)
})

test('PLATFORM-011 GraphQL logs time on an item and deletes an entry, of others only with the right to plan', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const ask = (who: Member, query: string) => askGraphql(as(who).ctx, query)
  const log = (who: Member, timeSpent: string, summary = 'Wove') =>
    ask(
      who,
      `mutation { timelogCreate(input: { issuableId: "gid://gitlab/Issue/${issue.id}", timeSpent: "${timeSpent}", summary: "${summary}" }) {
        errors timelog { id timeSpent summary user { username } issue { totalTimeSpent } } } }`,
    )
  const made = await log('rita', '1h 30m')
  expect(made.data).toMatchObject({
    timelogCreate: { errors: [], timelog: { timeSpent: 5400, summary: 'Wove', issue: { totalTimeSpent: 5400 } } },
  })
  expect((await log('rita', 'soon')).data).toMatchObject({
    timelogCreate: { timelog: null, errors: [expect.any(String)] },
  })
  expect((await log('rita', '1h', 'x'.repeat(256))).data).toMatchObject({
    timelogCreate: { timelog: null, errors: ['Summary is too long (maximum is 255 characters)'] },
  })
  expect((await log('gus', '1h')).errors).toBeDefined()
  const { id } = (made.data as { timelogCreate: { timelog: { id: string } } }).timelogCreate.timelog
  const remove = (who: Member) =>
    ask(who, `mutation { timelogDelete(input: { id: "${id}" }) { errors timelog { id } } }`)
  expect((await remove('gus')).errors).toBeDefined()
  expect((await remove('nina')).errors).toBeDefined()
  expect((await remove('dan')).data).toEqual({ timelogDelete: { errors: [], timelog: { id } } })
  const { data } = await ask(
    'rita',
    `{ issue(id: "gid://gitlab/Issue/${issue.id}") { totalTimeSpent timelogs { nodes { id } } } }`,
  )
  expect(data).toEqual({ issue: { totalTimeSpent: 0, timelogs: { nodes: [] } } })
})

test('TIME-002 time spent is listed by project, group and person, in a period, as far as the reader may know of the items', async () => {
  const { as, build, project, group } = await scene()
  const secret = await build.issue({ confidential: true })
  const issue = await build.issue()
  const log = async (who: Member, id: number, timeSpent: string, spentAt: string) => {
    const { data } = await askGraphql(
      as(who).ctx,
      `mutation { timelogCreate(input: { issuableId: "gid://gitlab/Issue/${id}", timeSpent: "${timeSpent}", spentAt: "${spentAt}", summary: "Wove" }) { errors } }`,
    )
    expect(data.timelogCreate.errors).toEqual([])
  }
  await log('rita', issue.id, '1h', '2026-03-01')
  await log('dan', issue.id, '2h', '2026-03-05')
  await log('dan', secret.id, '3h', '2026-03-09')
  const ask = (who: Member, field: string) => askGraphql(as(who).ctx, `{ ${field} }`)
  const list = async (who: Member, args: string) => {
    const { data, errors } = await ask(
      who,
      `project(fullPath: "${project.fullPath}") { timelogs${args} { count nodes { timeSpent } } }`,
    )
    expect(errors).toEqual([])
    return data.project.timelogs.nodes.map((node: { timeSpent: number }) => node.timeSpent / 3_600)
  }
  expect(await list('rita', '')).toEqual([3, 2, 1])
  expect(await list('gus', '')).toEqual([2, 1])
  expect(await list('rita', '(startDate: "2026-03-05", endDate: "2026-03-09")')).toEqual([3, 2])
  expect(await list('rita', '(endTime: "2026-03-04T00:00:00Z")')).toEqual([1])
  expect(await list('rita', '(username: "Dan", sort: TIME_SPENT_ASC)')).toEqual([2, 3])
  const { data } = await ask(
    'gus',
    `group(fullPath: "weft") { timelogs(first: 1) { count pageInfo { hasNextPage } nodes { user { username } issue { iid } project { fullPath } } } }
      timelogs(groupId: "gid://gitlab/Group/${group.id}", projectId: "gid://gitlab/Project/${project.id}", username: "dan") { nodes { timeSpent } }`,
  )
  expect(data.group.timelogs).toEqual({
    ...{ count: 2, pageInfo: { hasNextPage: true } },
    nodes: [{ user: { username: 'dan' }, issue: { iid: String(issue.iid) }, project: { fullPath: 'weft/loom' } }],
  })
  expect(data.timelogs.nodes).toEqual([{ timeSpent: 7_200 }])
  expect((await ask('nina', 'timelogs(username: "dan") { nodes { id } }')).data.timelogs.nodes).toEqual([])
  expect((await ask('rita', 'timelogs { nodes { id } }')).errors).toMatchObject([
    { message: expect.stringMatching(/username/) },
  ])
  expect(
    (await ask('rita', 'timelogs(username: "dan", startDate: "2026-01-01", startTime: "2026-01-01") { nodes { id } }'))
      .errors,
  ).toHaveLength(1)
})

test('TIME-001 a connection of time entries gives the total time of all entries, whatever the page size', async () => {
  const { as, build, project } = await world()
  const issue = await build.issuable()
  for (const duration of ['1h', '30m', '-15m'])
    await as('rita').call(addSpentTime, { id: project.id, issueIid: issue.iid, duration })
  const total = async (query: string) => JSON.stringify((await askGraphql(as('rita').ctx, query)).data)
  const shown = 'timelogs(first: 1) { totalTimeSpent nodes { timeSpent } }'
  expect(await total(`{ issue(id: "gid://gitlab/Issue/${issue.id}") { ${shown} } }`)).toContain(
    '"totalTimeSpent":"4500"',
  )
  expect(await total(`{ project(fullPath: "${project.fullPath}") { ${shown} } }`)).toContain('"totalTimeSpent":"4500"')
  expect(await total('{ timelogs(username: "nobody") { totalTimeSpent } }')).toContain('"totalTimeSpent":"0"')
})
