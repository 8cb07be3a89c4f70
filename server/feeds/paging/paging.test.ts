import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getPagingSettings, sendTestPage, updatePagingSettings } from '#contract/feeds/paging.ts'
import { pagingLimits, usualSteps } from '#contract/feeds/paging-rules.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { sendDueDeliveries } from './deliver.ts'

const usual = [...usualSteps]
const withSecond = [...usual, { minutes: 10, channel: 'mail' as const }]

/** An incident whose policy pages dan at once. */
async function scene(severity: string) {
  const made = await world()
  const { as, build, project, db, services, deliver } = made
  const incident = await build.issue({ type: 'incident', title: 'The loom burns' })
  await db.updateTable('issuables').set({ severity }).where('id', '=', incident.id).execute()
  const ask = (query: string, input: object) => askGraphql(as('dan').ctx, query, { input })
  const where = { projectPath: project.fullPath, iid: String(incident.iid) }
  const { data } = await askGraphql(
    as('mina').ctx,
    'mutation($input: EscalationPolicyCreateInput!) { escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }',
    {
      input: {
        ...{ projectPath: project.fullPath, name: 'Night watch' },
        rules: [{ username: 'dan', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
      },
    },
  )
  const escalationPolicyId = data.escalationPolicyCreate.escalationPolicy.id
  return {
    ...made,
    incident,
    start: () =>
      ask(
        'mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors issue { iid } } }',
        { ...where, escalationPolicyId },
      ),
    status: (status: string) =>
      ask('mutation($input: IssueSetEscalationStatusInput!) { issueSetEscalationStatus(input: $input) { errors } }', {
        ...where,
        status,
      }),
    /** The pages by mail, once the given minutes have passed. */
    mailsAfter: async (minutes: number) => {
      await deliver()
      const now = new Date(Date.now() + minutes * 60_000).toISOString()
      await pageDue(db, services, now)
      await deliver()
      await sendDueDeliveries(db, services, now)
      const rows = await db.selectFrom('mails').select('text').orderBy('id').execute()
      return rows.map(({ text }) => text.split('\n')[0])
    },
    states: async () => {
      const rows = await db.selectFrom('pageDeliveries').select(['minutes', 'state', 'isHeld']).orderBy('id').execute()
      return rows.map(({ minutes, state, isHeld }) => [minutes, state, isHeld])
    },
  }
}

const atOnce = 'An incident was triggered and has not been acknowledged yet:'
const later = 'An incident was triggered 10 minutes ago and has not been acknowledged yet:'

test('a person is paged by their own steps: the email of a later step goes out once, unless the incident is acknowledged', async () => {
  const it = await scene('CRITICAL')
  await it.as('dan').call(updatePagingSettings, { highUrgency: withSecond })
  await it.start()
  expect(await it.mailsAfter(0)).toEqual([atOnce])
  expect(await it.mailsAfter(9)).toEqual([atOnce])
  expect(await it.mailsAfter(11)).toEqual([atOnce, later])
  expect(await it.mailsAfter(100)).toEqual([atOnce, later])
  expect(await it.states()).toEqual([
    [0, 'sent', false],
    [10, 'sent', false],
  ])
})

test.each([
  ['ACKNOWLEDGED', 'acknowledged'],
  ['RESOLVED', 'resolved'],
])('a later step is canceled once the incident is %s', async status => {
  const it = await scene('CRITICAL')
  await it.as('dan').call(updatePagingSettings, { highUrgency: withSecond })
  await it.start()
  expect(await it.mailsAfter(0)).toEqual([atOnce])
  await it.status(status)
  expect(await it.states()).toEqual([
    [0, 'sent', false],
    [10, 'canceled', false],
  ])
  // A new escalation has steps of its own.
  await it.status('TRIGGERED')
  expect(await it.mailsAfter(9)).toEqual([atOnce, atOnce])
})

/** Quiet hours that have begun an hour ago and last one more. */
function quietNow() {
  const clock = (hours: number) => `${String((new Date().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`
  return { days: [1, 2, 3, 4, 5, 6, 7], from: clock(-1), to: clock(1) }
}

test.each([
  ['CRITICAL', 'high'],
  ['HIGH', 'high'],
  ['MEDIUM', 'low'],
  ['LOW', 'low'],
  ['UNKNOWN', 'low'],
])(
  'a page of %s severity is of %s urgency: in quiet hours, only one of high urgency goes out',
  async (severity, urgency) => {
    const it = await scene(severity)
    await it.as('dan').call(updatePagingSettings, { quietHours: quietNow(), timeZone: 'UTC' })
    await it.start()
    const mails = await it.mailsAfter(0)
    expect(mails).toEqual(urgency === 'high' ? [atOnce] : [])
    expect(await it.states()).toEqual([[0, urgency === 'high' ? 'sent' : 'pending', urgency === 'low']])
    expect(await it.mailsAfter(121)).toHaveLength(1)
  },
)

test('a page that waited for the end of quiet hours is not sent if the incident is resolved by then', async () => {
  const it = await scene('LOW')
  await it.as('dan').call(updatePagingSettings, { quietHours: quietNow(), timeZone: 'UTC' })
  await it.start()
  expect(await it.mailsAfter(0)).toEqual([])
  await it.status('RESOLVED')
  expect(await it.mailsAfter(121)).toEqual([])
  expect(await it.states()).toEqual([[0, 'canceled', true]])
})

test('a person without a choice is paged by the usual steps, and changes only what they name', async () => {
  const { as } = await world()
  expect(await as('dan').call(getPagingSettings, {})).toEqual({
    ...{ highUrgency: usual, lowUrgency: usual, quietHours: null, noticeHours: 24, timeZone: 'UTC' },
  })
  const quietHours = { days: [5, 1, 1], from: '22:30', to: '06:00' }
  await as('dan').call(updatePagingSettings, { quietHours, timeZone: 'Europe/Berlin' })
  const saved = await as('dan').call(updatePagingSettings, { lowUrgency: [...withSecond.slice(2), ...usual] })
  expect(saved).toEqual({
    ...{ highUrgency: usual, lowUrgency: withSecond, quietHours: { ...quietHours, days: [1, 5] } },
    ...{ noticeHours: 24, timeZone: 'Europe/Berlin' },
  })
  expect(await as('rita').call(getPagingSettings, {})).toMatchObject({ quietHours: null, lowUrgency: usual })
  expect(await as('dan').call(updatePagingSettings, { quietHours: null })).toMatchObject({ quietHours: null })
})

test.each([
  [{ highUrgency: [] }, 'high_urgency'],
  [{ highUrgency: [...usual, ...usual] }, 'high_urgency'],
  [{ lowUrgency: [{ minutes: pagingLimits.minutes + 1, channel: 'mail' }] }, 'low_urgency'],
  [{ quietHours: { days: [1], from: '22:00', to: '22:00' } }, 'quiet_hours'],
  [{ quietHours: { days: [], from: '22:00', to: '07:00' } }, 'quiet_hours'],
  [{ quietHours: { days: [1], from: '25:00', to: '07:00' } }, 'quiet_hours'],
  [{ timeZone: 'Weft/Loom' }, 'time_zone'],
])('paging settings of %j are refused', async (wrong, field) => {
  const { as } = await world()
  const { status, body } = await as('dan').reply(updatePagingSettings, wrong)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})

test('of two windows that change the same steps, the second is refused', async () => {
  const { as } = await world()
  const change = { highUrgency: withSecond, expected: { highUrgency: usual } }
  expect(await outcomeOf(as('dan').call(updatePagingSettings, change))).toBe('ok')
  const other = { ...change, highUrgency: [{ minutes: 5, channel: 'mail' as const }] }
  expect(await outcomeOf(as('dan').call(updatePagingSettings, other))).toBe('conflict')
  expect((await as('dan').call(getPagingSettings, {})).highUrgency).toEqual(withSecond)
})

test('a test page is sent to its sender alone, and only some times an hour', async () => {
  const { as, db, deliver, users } = await world()
  await as('dan').call(sendTestPage, {})
  await deliver()
  const mails = await db.selectFrom('mails').select(['userId', 'subject']).execute()
  expect(mails).toEqual([{ userId: users.dan.id, subject: 'Test page' }])
  await sql`insert into page_deliveries (user_id, part, channel, minutes, lead, until_status, state, created_at)
    select ${users.dan.id}, 'test_' || n, 'mail', 0, '', 'RESOLVED', 'sent', now() from generate_series(2, ${pagingLimits.testsPerHour}) n`.execute(
    db,
  )
  expect(await outcomeOf(as('dan').call(sendTestPage, {}))).toBe('rate_limited')
  expect(await outcomeOf(as('rita').call(sendTestPage, {}))).toBe('ok')
  expect(await outcomeOf(as('anon').call(sendTestPage, {}))).toBe('unauthenticated')
})
