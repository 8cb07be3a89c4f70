import { expect, test } from 'vitest'
import { archiveProject } from '#contract/foundation/projects.ts'
import { getAlertPage, getAlertsPage } from '#contract/monitor/alerts/alert-pages.ts'
import { checkInLimits } from '#contract/monitor/alerts/check-in-limits.ts'
import {
  createCheckIn,
  deleteCheckIn,
  getCheckIn,
  getCheckInPage,
  getCheckInsPage,
  listCheckIns,
  resetCheckInUrl,
  updateCheckIn,
} from '#contract/monitor/alerts/check-ins.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { transact } from '#server/context.ts'
import { site } from '#test/world/site.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { takeCheckIn } from './receive.ts'
import { dueAfter } from './schedule.ts'
import { watchCheckIns } from './watch.ts'

const start = Date.parse('2026-03-02T10:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()

/** A check-in of five minutes with one of grace, whose clock stands still until the test moves it. */
async function scene(given: object = {}, options: NonNullable<Parameters<typeof world>[0]> = {}) {
  const made = await world(options)
  const { as, db, project, services } = made
  // Tests that commit leave theirs.
  await db.deleteFrom('checkInWatch').execute()
  const ref = { id: project.id }
  const hourly = { name: 'Nightly backup', service: 'backup', everyMinutes: 5, graceMinutes: 1 }
  const checkIn = await as('mina').call(createCheckIn, { ...ref, ...hourly, ...given })
  const one = { ...ref, checkInId: checkIn.id }
  const keyOf = (url: string | null) => url?.split('/').at(-1) ?? ''
  return {
    ...made,
    ref,
    one,
    checkIn,
    keyOf,
    call: (minutes: number, key = keyOf(checkIn.url)) =>
      transact({ ...as('anon').ctx, now: at(minutes) }, ctx => takeCheckIn(ctx, { key })),
    watch: (minutes: number) => watchCheckIns(db, services, at(minutes)),
    /** As a server does that runs all the time. */
    watchUntil: async (from: number, to: number) => {
      for (let minute = from; minute <= to; minute += 1) await watchCheckIns(db, services, at(minute))
    },
    read: () => as('dan').call(getCheckIn, one),
    change: (changes: object) => as('mina').call(updateCheckIn, { ...one, ...changes }),
    alerts: async () => {
      const { alerts } = await as('dan').call(getAlertsPage, { namespace: project.fullPath, status: 'all' })
      return alerts.map(({ iid, title, status, eventCount }) => ({ iid, title, status, eventCount }))
    },
  }
}

const missing = { iid: 1, title: 'Nightly backup did not check in', status: 'TRIGGERED', eventCount: 1 }

test('a job that does not call in time creates one alert, which its next call resolves', async () => {
  const it = await scene()
  await it.watchUntil(0, 20)
  expect(await it.alerts()).toEqual([])
  expect(await it.read()).toMatchObject({ state: 'new', lastAt: null, dueAt: null })
  await it.call(20)
  expect(await it.read()).toMatchObject({ state: 'on_time', lastAt: at(20), dueAt: at(26), recentAt: [at(20)] })
  await it.watchUntil(21, 25)
  expect(await it.alerts()).toEqual([])
  await it.watchUntil(26, 40)
  expect(await it.alerts()).toEqual([missing])
  expect(await it.read()).toMatchObject({ state: 'missing', missingSince: at(26), alert: { reference: '^alert#1' } })
  const { facts } = await it.as('dan').call(getAlertPage, { namespace: it.project.fullPath, iid: 1 })
  expect(facts).toMatchObject({
    severity: 'CRITICAL',
    service: 'backup',
    startedAt: at(26),
    monitoringTool: 'Check-ins',
  })
  await it.call(41)
  expect(await it.alerts()).toEqual([{ ...missing, status: 'RESOLVED' }])
  expect(await it.read()).toMatchObject({ state: 'on_time', alert: null, recentAt: [at(41), at(20)] })
  await it.watchUntil(42, 47)
  expect((await it.alerts()).map(({ iid, status }) => [iid, status])).toEqual([
    [2, 'TRIGGERED'],
    [1, 'RESOLVED'],
  ])
})

test('two processes that look at the same time create one alert, and one that is killed before it commits none', async () => {
  const it = await scene({}, { commits: true })
  await it.call(0)
  await it.watch(5)
  const killed = transact({ ...it.as('anon').ctx, now: at(6) }, async ctx => {
    await watchCheckIns(ctx.db, it.services, at(6))
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await it.alerts()).toEqual([])
  expect(await it.read()).toMatchObject({ state: 'on_time' })
  await Promise.all([it.watch(7), it.watch(7), it.watch(7)])
  expect(await it.alerts()).toEqual([missing])
})

test('a call that comes while the check-in is found missing leaves no open alert', async () => {
  const it = await scene({}, { commits: true })
  await it.call(0)
  await it.watch(5)
  await Promise.all([it.watch(7), it.call(7)])
  expect((await it.alerts()).filter(({ status }) => status === 'TRIGGERED')).toEqual([])
  expect(await it.read()).toMatchObject({ state: 'on_time', dueAt: at(13) })
})

test('no alert is created while a check-in is paused; pausing resolves the open one, and resuming begins anew', async () => {
  const it = await scene()
  await it.call(0)
  await it.watchUntil(1, 7)
  expect(await it.alerts()).toEqual([missing])
  await it.change({ isPaused: true })
  expect(await it.alerts()).toEqual([{ ...missing, status: 'RESOLVED' }])
  await it.watchUntil(8, 30)
  await it.call(30)
  await it.watchUntil(31, 60)
  expect(await it.read()).toMatchObject({ state: 'paused', lastAt: at(30), dueAt: null })
  await it.change({ isPaused: false })
  const { state, dueAt, updatedAt } = await it.read()
  expect(state).toBe('on_time')
  expect(Date.parse(dueAt ?? '') - Date.parse(updatedAt)).toBe(6 * 60_000)
  expect(await it.alerts()).toHaveLength(1)
})

test('in a maintenance window of its service, the alert of a missing check-in is silenced', async () => {
  const it = await scene()
  await it.as('dan').call(createMaintenanceWindow, {
    ...{ ...it.ref, title: 'Move', services: ['backup'], startsAt: at(0), endsAt: at(30) },
  })
  await it.call(0)
  await it.watchUntil(1, 8)
  const { alerts } = await it.as('dan').call(getAlertsPage, { namespace: it.project.fullPath })
  expect(alerts).toMatchObject([{ title: missing.title, isSilenced: true }])
})

test('after a time in which no server could be called, the next call is expected anew', async () => {
  const it = await scene()
  await it.call(0)
  await it.watchUntil(1, 3)
  // The server is away for an hour.
  await it.watchUntil(63, 68)
  expect(await it.alerts()).toEqual([])
  expect(await it.read()).toMatchObject({ dueAt: at(69) })
  await it.watch(69)
  expect(await it.alerts()).toEqual([missing])
})

test('the check-ins of an archived project create no alerts and cannot be called', async () => {
  const it = await scene()
  await it.call(0)
  await it.as('olga').call(archiveProject, it.ref)
  await it.watchUntil(1, 10)
  await expect(it.call(11)).rejects.toThrow('Check-in')
  expect(await it.db.selectFrom('alerts').select('id').execute()).toEqual([])
})

test('deleting a check-in resolves its alert; resetting its URL ends the former one at once', async () => {
  const it = await scene()
  const { url } = await it.as('mina').call(resetCheckInUrl, it.one)
  await expect(it.call(0)).rejects.toThrow('Check-in')
  await it.call(0, it.keyOf(url))
  await it.watchUntil(1, 7)
  expect(await it.alerts()).toEqual([missing])
  await it.as('mina').call(deleteCheckIn, it.one)
  expect(await it.alerts()).toEqual([{ ...missing, status: 'RESOLVED' }])
  await expect(it.call(8, it.keyOf(url))).rejects.toThrow('Check-in')
})

test.each<[Member | 'anon', string, string]>([
  ['anon', 'not_found', 'not_found'],
  ['nina', 'not_found', 'not_found'],
  ['gus', 'forbidden', 'forbidden'],
  ['rita', 'forbidden', 'forbidden'],
  ['dan', 'ok', 'forbidden'],
  ['mina', 'ok', 'ok'],
])('%s reads check-ins: %s, and edits them: %s', async (who, reads, edits) => {
  const it = await scene()
  const { project } = it
  const readings = [
    it.as(who).call(listCheckIns, it.ref),
    it.as(who).call(getCheckIn, it.one),
    it.as(who).call(getCheckInsPage, { namespace: project.fullPath }),
    it.as(who).call(getCheckInPage, { namespace: project.fullPath, checkInId: it.checkIn.id }),
  ]
  expect(await Promise.all(readings.map(outcomeOf))).toEqual(readings.map(() => reads))
  const edit = it.as(who).call(updateCheckIn, { ...it.one, name: 'Other' })
  expect(await outcomeOf(edit)).toBe(edits)
  if (reads === 'ok') {
    const { url } = await it.as(who).call(getCheckIn, it.one)
    expect(url !== null).toBe(edits === 'ok')
  }
})

test.each([
  [{ everyMinutes: 5, cron: '0 3 * * *' }, 'cannot be combined with an interval'],
  [{ everyMinutes: null }, 'or a cron expression is required'],
  [{ cron: '0 3 31 2 *' }, 'must be a cron expression with five fields'],
  [{ cron: '@daily' }, 'must be a cron expression with five fields'],
  [{ cron: '0 3 * * *', timeZone: 'Mars/Base' }, 'must be the name of a time zone'],
  [{ name: ' ' }, "can't be blank"],
])('%j is refused: %s', async (changes, message) => {
  const it = await scene()
  const refused = await it.change(changes).catch(error => error)
  expect(JSON.stringify(refused.fields ?? refused.message)).toContain(message)
  expect(await it.read()).toMatchObject({ name: 'Nightly backup', everyMinutes: 5, cron: null })
})

test('an interval and a cron expression replace each other', async () => {
  const it = await scene()
  expect(await it.change({ cron: '0 3 * * *', timeZone: 'Europe/Berlin' })).toMatchObject({
    everyMinutes: null,
    cron: '0 3 * * *',
  })
  expect(await it.change({ everyMinutes: 10 })).toMatchObject({
    everyMinutes: 10,
    cron: null,
    timeZone: 'Europe/Berlin',
  })
})

test.each([
  ['an interval', { everyMinutes: 90, cron: null }, '2026-03-28T10:00:00Z', '2026-03-28T11:40:00.000Z'],
  ['a daily job', { cron: '0 3 * * *' }, '2026-03-27T02:05:00Z', '2026-03-28T02:10:00.000Z'],
  [
    'the day on which the clocks are set forward',
    { cron: '0 3 * * *' },
    '2026-03-28T02:05:00Z',
    '2026-03-29T01:10:00.000Z',
  ],
  ['a time that the clocks skip', { cron: '30 2 * * *' }, '2026-03-28T02:05:00Z', '2026-03-29T01:40:00.000Z'],
  [
    'a time that occurs twice, after its first',
    { cron: '30 2 * * *' },
    '2026-10-25T00:35:00Z',
    '2026-10-26T01:40:00.000Z',
  ],
  ['the second hour of it', { cron: '30 2 * * *' }, '2026-10-25T01:10:00Z', '2026-10-26T01:40:00.000Z'],
])('the next call of %s is missing ten minutes after it was expected', (_what, given, last, due) => {
  const berlin = { everyMinutes: null, cron: null, timeZone: 'Europe/Berlin', graceMinutes: 10 }
  expect(dueAfter({ ...berlin, ...given }, last)).toBe(due)
})

test('the address takes a call without credentials, in silence, and nothing else', async () => {
  const { app, as, project } = await site()
  const { url } = await as('mina').call(createCheckIn, { id: project.id, name: 'Backup', everyMinutes: 5 })
  const path = new URL(url ?? '').pathname
  const call = (method: 'POST' | 'GET', to = path) => app.inject({ method, url: to })
  const reply = await call('POST')
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  expect((await call('GET')).statusCode).toBe(404)
  for (const other of [
    `${path}x`,
    path.slice(0, -1),
    '/-/check_in/1-aaaa',
    `/-/check_in/${'a'.repeat(99)}`,
    '/-/check_in/%00',
  ])
    expect([other, [400, 404].includes((await call('POST', other)).statusCode)]).toEqual([other, true])
})

test.each([
  ['text/plain', 'ok'],
  ['application/x-www-form-urlencoded', 'a%zz=&&&'],
  ['application/json', '{{{'],
  ['application/octet-stream', 'x'.repeat(2_000_000)],
])('a call with a body of %s counts, whatever the body is', async (type, payload) => {
  const { app, as, project } = await site()
  const { id, url } = await as('mina').call(createCheckIn, { id: project.id, name: 'Backup', everyMinutes: 5 })
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: new URL(url ?? '').pathname, payload },
    headers: { 'content-type': type },
  })
  expect(statusCode).toBe(204)
  expect((await as('dan').call(getCheckIn, { id: project.id, checkInId: id })).state).toBe('on_time')
})

test('a token that can only read gets no address', async () => {
  const { as, ask, project, token, users } = await site()
  const { id } = await as('mina').call(createCheckIn, { id: project.id, name: 'Backup', everyMinutes: 5 })
  const urlBy = async (scope: string) => {
    const headers = { 'private-token': await token(users.mina.id, { scopes: [scope] }) }
    const { body } = await ask('anon', `GET /projects/${project.id}/check_ins/${id}`, { headers })
    // The reply of the operation.
    return (body as { readonly url: string | null }).url
  }
  expect(await urlBy('read_api')).toBeNull()
  expect(await urlBy('api')).toContain('/-/check_in/')
})

test('an address can be called 60 times a minute', async () => {
  const it = await scene({}, { settings: { RATE_LIMITS: 'on' } })
  for (let count = 0; count < checkInLimits.callsPerMinute; count += 1) await it.call(0)
  await expect(it.call(0.5)).rejects.toThrow('called too many times')
  await it.call(1.1)
  expect((await it.read()).recentAt).toHaveLength(checkInLimits.recent)
})

test('a project can have 100 check-ins', async () => {
  const it = await scene()
  const now = new Date().toISOString()
  const row = { namespaceId: it.project.id, severity: 'HIGH', everyMinutes: 5, timeZone: 'UTC', graceMinutes: 1 }
  await it.db
    .insertInto('checkIns')
    .values(
      Array.from({ length: checkInLimits.checkIns - 1 }, (_, index) => ({
        ...{ ...row, name: `Job ${index}`, createdAt: now, updatedAt: now },
      })),
    )
    .execute()
  const refused = await it
    .as('mina')
    .call(createCheckIn, { ...it.ref, name: 'One more' })
    .catch(error => error)
  expect(JSON.stringify(refused.fields ?? refused.message)).toContain('up to 100 check-ins')
})

test('the list takes the same statements for one check-in and for many', async () => {
  const it = await scene()
  const read = () => it.as('dan').call(getCheckInsPage, { namespace: it.project.fullPath })
  await read()
  const before = await it.statements(read)
  for (let count = 0; count < 5; count += 1)
    await it.as('mina').call(createCheckIn, { ...it.ref, name: `Job ${count}` })
  expect(await it.statements(read)).toBe(before)
})
