import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import {
  createOnCallCalendar,
  previewOnCallCalendar,
  readOnCallCalendar,
  updateOnCallCalendar,
} from '#contract/plan/incidents/on-call-calendars.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { askForSwap } from '#contract/plan/incidents/shift-swaps.ts'
import { getFeedToken } from '#contract/transfer/issue-feeds.ts'
import { getOnCallCalendar } from '#contract/transfer/on-call-feeds.ts'
import { transact } from '#server/context.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { readDueCalendars } from './watch.ts'

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
/** A moment by its days from today's midnight in UTC. */
const at = (days: number) => new Date(today + days * dayMs).toISOString()
const compact = (moment: string) => moment.replace(/[-:]|\.\d+/g, '')

interface TestEvent {
  /** Days from today. */
  readonly from: number
  readonly to: number
  readonly title?: string
  readonly lines?: readonly string[]
}

const calendar = (...events: readonly TestEvent[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...events.flatMap(({ from, to, title = '', lines = [] }, index) => [
      ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART:${compact(at(from))}`, `DTEND:${compact(at(to))}`],
      ...[`SUMMARY:${title}`, ...lines, 'END:VEVENT'],
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

const danThenRita = calendar({ from: -1, to: 1, title: '@dan' }, { from: 1, to: 2, title: 'On call: @rita' })

/** A server whose answer a test may change. */
async function calendarServer(text: string) {
  const state = { text, status: 200, etag: '"1"', requests: [] as IncomingMessage['headers'][] }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    state.requests.push(request.headers)
    if (state.status === 200 && request.headers['if-none-match'] === state.etag) response.writeHead(304).end()
    else response.writeHead(state.status, { etag: state.etag, location: '/elsewhere' }).end(state.text)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `http://127.0.0.1:${port}/on-call.ics?key=secret` })
}

async function scene(options: Parameters<typeof world>[0] = {}) {
  const made = await world({ settings: webhookSettings, ...options })
  const { as, project, db, services } = made
  const place = { id: project.id, scheduleIid: 1 }
  const mutate = (who: Member, name: string, input: object) =>
    askGraphql(
      as(who).ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input },
    )
  await mutate('mina', 'oncallScheduleCreate', { projectPath: project.fullPath, name: 'Firmware', timezone: 'UTC' })
  const schedule = async (who: Member = 'mina') => {
    const { schedules } = await as(who).call(getOnCallPage, { namespace: project.fullPath })
    const [found] = schedules
    if (found === undefined) throw new Error('no schedule')
    return found
  }
  return {
    ...made,
    ...{ place, mutate, schedule },
    preview: (given: object, who: Member | 'anon' = 'mina') =>
      as(who).call(previewOnCallCalendar, { ...place, ...given }),
    create: (given: object, who: Member | 'anon' = 'mina') =>
      as(who).call(createOnCallCalendar, { ...place, name: 'Primary', ...given }),
    update: (rotationId: number, given: object, who: Member = 'mina') =>
      as(who).call(updateOnCallCalendar, { ...place, rotationId, ...given }),
    watch: (minutes: number) => readDueCalendars(db, services, new Date(Date.now() + minutes * 60_000).toISOString()),
    rotation: async (who: Member = 'mina') => {
      const [rotation] = (await schedule(who)).rotations
      if (rotation === undefined) throw new Error('no rotation')
      return rotation
    },
    shifts: async () => {
      const rows = await db
        .selectFrom('oncallCalendarShifts as k')
        .innerJoin('oncallParticipants as p', 'p.id', 'k.participantId')
        .innerJoin('users as u', 'u.id', 'p.userId')
        .select(['u.username', 'k.startsAt', 'k.endsAt'])
        .orderBy('k.startsAt')
        .orderBy('u.username')
        .execute()
      return rows.map(({ username, startsAt, endsAt }) => [username, ...[startsAt, endsAt].map(daysOf)])
    },
    publish: async (who: Member) => {
      await db
        .updateTable('users')
        .set(eb => ({ publicEmail: eb.ref('email') }))
        .where('username', '=', who)
        .execute()
    },
    emailOf: async (who: string) =>
      (await db.selectFrom('users').select('email').where('username', '=', who).executeTakeFirstOrThrow()).email,
  }
}

const daysOf = (moment: string) => (Date.parse(moment) - today) / dayMs

test('a file fills a rotation, and escalations page the people of its shifts', async () => {
  const it = await scene()
  const shown = await it.create({ content: danThenRita })
  expect(shown).toMatchObject({ host: null, failure: null, noticeCount: 0 })
  expect(await it.shifts()).toEqual([
    ['dan', -1, 1],
    ['rita', 1, 2],
  ])
  const rotation = await it.rotation()
  expect(rotation.duty.users.map(({ username }) => username)).toEqual(['dan'])
  expect(rotation.duty.next?.users.map(({ username }) => username)).toEqual(['rita'])
  expect(rotation.participants.map(({ user }) => user.username)).toEqual(['dan', 'rita'])
  const query = `query($path: ID!) { project(fullPath: $path) { incidentManagementOncallSchedules { nodes { oncallUsers { username }
    rotations { nodes { name length lengthUnit startsAt } } } } } }`
  const { data } = await askGraphql(it.as('mina').ctx, query, { path: it.project.fullPath })
  expect(data.project.incidentManagementOncallSchedules?.nodes).toEqual([
    {
      oncallUsers: [{ username: 'dan' }],
      rotations: { nodes: [{ name: 'Primary', length: null, lengthUnit: null, startsAt: null }] },
    },
  ])
})

test('the turns of a rotation with a calendar cannot be changed, its name can', async () => {
  const it = await scene()
  const { rotationId } = await it.create({ content: danThenRita })
  const id = `gid://gitlab/IncidentManagement::OncallRotation/${rotationId}`
  const turns = await it.mutate('mina', 'oncallRotationUpdate', { id, participants: [{ username: 'mina' }] })
  expect(turns.data.oncallRotationUpdate.errors).toEqual([expect.stringContaining('come from a calendar')])
  const renamed = await it.mutate('mina', 'oncallRotationUpdate', { id, name: 'Nights' })
  expect(renamed.data.oncallRotationUpdate.errors).toEqual([])
  expect(await it.shifts()).toHaveLength(2)
})

test('people who are on call together are all paged, and their shifts cannot be swapped', async () => {
  const it = await scene()
  const { rotationId } = await it.create({
    content: calendar({ from: -1, to: 2, title: '@dan @rita' }, { from: 2, to: 3, title: '@dan' }),
  })
  expect((await it.rotation()).duty.users.map(({ username }) => username)).toEqual(['dan', 'rita'])
  const swap = (from: number, to: number) =>
    it
      .as('dan')
      .call(askForSwap, { ...{ id: it.place.id, rotationId, username: 'rita' }, startsAt: at(from), endsAt: at(to) })
  expect(await outcomeOf(swap(1, 2))).toBe('invalid')
  expect(await outcomeOf(swap(2, 3))).toBe('ok')
})

test('the title names a person before the attendees do, and they before the organizer', async () => {
  const it = await scene()
  for (const who of ['dan', 'rita', 'mina'] as const) await it.publish(who)
  const [dan, rita, mina] = await Promise.all(['dan', 'rita', 'mina'].map(it.emailOf))
  const people = [`ATTENDEE:mailto:${rita?.toUpperCase()}`, `ATTENDEE:mailto:${mina}`, `ORGANIZER:mailto:${mina}`]
  await it.create({
    content: calendar(
      { from: 0, to: 1, title: `Shift of ${dan}`, lines: people },
      { from: 1, to: 2, title: 'Shift', lines: people },
      { from: 2, to: 3, title: 'Shift', lines: [`ORGANIZER:mailto:${mina}`] },
      { from: 3, to: 4, title: 'rita' },
    ),
  })
  expect(await it.shifts()).toEqual([
    ['dan', 0, 1],
    ['rita', 1, 2],
    ['mina', 2, 3],
    ['rita', 3, 4],
  ])
})

test('a preview does not tell to which member an address that is not public belongs', async () => {
  const it = await scene()
  const dan = await it.emailOf('dan')
  const content = calendar({ from: 1, to: 2, title: 'Shift', lines: [`ATTENDEE:mailto:${dan}`] })
  const people = async (who: Member = 'mina') => (await it.preview({ content }, who)).people
  expect(await people()).toEqual([{ name: dan, events: 1, user: null }])
  expect((await it.preview({ content })).notices).toEqual([
    { title: 'Shift', reason: 'It names no one who can be on call' },
  ])
  await it.publish('dan')
  expect(await people()).toMatchObject([{ name: dan, user: { username: 'dan' } }])
})

test('an editor assigns a user to a name, which stays, and takes them away again', async () => {
  const it = await scene()
  const content = calendar({ from: 0, to: 1, title: 'On Call - Bob' }, { from: 1, to: 2, title: 'x@elsewhere.test' })
  const assign = (username: string) => ({ people: [{ name: 'On call - bob', username }] })
  expect(await outcomeOf(it.preview({ content, ...assign('gus') }))).toBe('invalid')
  expect((await it.preview({ content, ...assign('dan') })).people).toMatchObject([
    { name: 'x@elsewhere.test', user: null },
    { name: 'on call - bob', user: { username: 'dan' } },
  ])
  const { rotationId, notices } = await it.create({ content, ...assign('dan') })
  expect(notices).toEqual([{ title: 'x@elsewhere.test', reason: 'It names no one who can be on call' }])
  expect(await it.shifts()).toEqual([['dan', 0, 1]])
  await it.update(rotationId, { people: [{ name: 'x@elsewhere.test', username: '@rita' }] })
  expect((await it.shifts()).map(([who]) => who)).toEqual(['dan', 'rita'])
  await it.update(rotationId, assign(''))
  expect((await it.shifts()).map(([who]) => who)).toEqual(['rita'])
  // A new file keeps the people.
  await it.update(rotationId, { content: calendar({ from: 3, to: 4, title: 'x@elsewhere.test' }) })
  expect(await it.shifts()).toEqual([['rita', 3, 4]])
})

test('people who lose access are skipped, and the page says so', async () => {
  const it = await scene()
  await it.create({ content: calendar({ from: -1, to: 1, title: '@rita' }) })
  const { id } = await it.db.selectFrom('users').select('id').where('username', '=', 'rita').executeTakeFirstOrThrow()
  await it.db.deleteFrom('members').where('userId', '=', id).execute()
  const { duty, participants } = await it.rotation()
  expect(duty.users).toEqual([])
  expect(participants).toMatchObject([{ user: { username: 'rita' }, isAvailable: false }])
})

test('an address is read again: shifts that it no longer has are gone, and one that has not changed is not sent again', async () => {
  const it = await scene()
  const server = await calendarServer(danThenRita)
  const { rotationId } = await it.create({ url: server.url })
  expect(await it.rotation('rita')).toMatchObject({ calendar: { host: new URL(server.url).host, failure: null } })
  await it.watch(5)
  expect(server.requests).toHaveLength(1)
  await it.watch(16)
  expect(server.requests.map(headers => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect(await it.shifts()).toHaveLength(2)
  server.text = calendar({ from: 1, to: 3, title: '@rita' })
  server.etag = '"2"'
  await it.watch(17)
  expect(server.requests).toHaveLength(2)
  await it.watch(32)
  expect(await it.shifts()).toEqual([['rita', 1, 3]])
  const { participants } = await it.rotation()
  expect(participants.map(({ user }) => user.username)).toEqual(['rita'])
  // An editor need not wait.
  Object.assign(server, { text: danThenRita, etag: '"3"' })
  await it.as('mina').call(readOnCallCalendar, { ...it.place, rotationId })
  expect(await it.shifts()).toHaveLength(2)
})

test('a rule without an end goes on as time passes, also from a file', async () => {
  const it = await scene()
  await it.create({ content: calendar({ from: 0, to: 1, title: '@dan', lines: ['RRULE:FREQ=WEEKLY'] }) })
  const before = await it.shifts()
  expect(before.length).toBeGreaterThan(50)
  await it.watch(60 * 24 * 21)
  const after = await it.shifts()
  expect(Math.max(...after.map(([, from]) => Number(from)))).toBe(
    Math.max(...before.map(([, from]) => Number(from))) + 21,
  )
})

test('an address that cannot be read keeps the shifts, says so on the page, and is mailed once after an hour', async () => {
  const it = await scene()
  const server = await calendarServer(danThenRita)
  await it.create({ url: server.url })
  server.status = 500
  for (const minutes of [16, 32, 48, 64]) await it.watch(minutes)
  const mails = async () =>
    (await it.db.selectFrom('mails').select(['subject', 'text', 'recipient']).execute()).filter(({ subject }) =>
      subject.includes('calendar'),
    )
  expect(await it.rotation('rita')).toMatchObject({
    calendar: { failure: 'The server answered with the status 500', host: expect.any(String) },
  })
  expect(await it.shifts()).toHaveLength(2)
  expect(await mails()).toEqual([])
  for (const minutes of [80, 96, 112]) await it.watch(minutes)
  const told = await mails()
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
    await Promise.all(['mina', 'olga'].map(async who => it.emailOf(who))),
  )
  expect(told[0]?.subject).toBe('The calendar of Primary cannot be read: Firmware')
  expect(told[0]?.text).not.toContain('secret')
  // It works again, and fails again: they are told again.
  server.status = 200
  await it.watch(130)
  expect((await it.rotation()).calendar).toMatchObject({ failure: null, failingSince: null })
  server.status = 404
  for (const minutes of [146, 162, 178, 194, 210]) await it.watch(minutes)
  expect(await mails()).toHaveLength(4)
})

test.each<[string, Partial<{ status: number; text: string }>, string]>([
  ['a redirect, which is not followed', { status: 302 }, 'The server answered with the status 302'],
  ['a page', { text: '<html>Sign in</html>' }, 'It is not a calendar in the iCalendar format (.ics)'],
  [
    'a calendar that is too large',
    { text: `${danThenRita}${' '.repeat(1024 * 1024)}` },
    'The calendar is larger than 1 MiB',
  ],
  [
    'a rule that never ends',
    { text: calendar({ from: 0, to: 1, title: '@dan', lines: ['RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'] }) },
    'It takes too long to read',
  ],
])(
  '%s is refused when it is added, and keeps the shifts when it comes later',
  async (_what, answer, failure) => {
    const it = await scene()
    const server = await calendarServer(danThenRita)
    await it.create({ url: server.url })
    Object.assign(server, answer, { etag: '"2"' })
    await expect(it.create({ name: 'Other', url: server.url })).rejects.toMatchObject({
      body: { message: { url: [`cannot be read: ${failure}`] } },
    })
    await it.watch(16)
    expect(await it.rotation()).toMatchObject({ calendar: { failure } })
    expect(await it.shifts()).toHaveLength(2)
  },
  30_000,
)

test.each([
  ['http://127.0.0.1:5432/x.ics', 'url'],
  ['http://169.254.169.254/latest', 'url'],
  ['webcal://localhost/x.ics', 'url'],
  ['file:///etc/passwd', 'url'],
  ['no address', 'url'],
])('the address %s is refused', async url => {
  const it = await scene({ settings: {} })
  await expect(it.preview({ url })).rejects.toMatchObject({
    kind: 'invalid',
    body: { message: { url: [expect.any(String)] } },
  })
})

test('a user name and password in the address are sent, and never shown', async () => {
  const it = await scene()
  const server = await calendarServer(danThenRita)
  const shown = await it.create({ url: server.url.replace('//', '//ann:pa%20ss@') })
  expect(server.requests[0]?.authorization).toBe(`Basic ${Buffer.from('ann:pa ss').toString('base64')}`)
  expect(JSON.stringify([shown, await it.schedule()])).not.toMatch(/pa%20ss|secret/)
})

test('titles of other events are shown only to those who can change the schedule', async () => {
  const it = await scene()
  await it.create({ content: calendar({ from: 0, to: 1, title: 'Dentist' }) })
  expect((await it.rotation('mina')).calendar).toMatchObject({ noticeCount: 1, notices: [{ title: 'Dentist' }] })
  expect((await it.rotation('dan')).calendar).toMatchObject({ noticeCount: 1, notices: [] })
})

test.each<[Member | 'anon', string]>([
  ['olga', 'ok'],
  ['mina', 'ok'],
  ['dan', 'forbidden'],
  ['rita', 'forbidden'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('%s previews and adds a calendar: %s', async (who, outcome) => {
  const it = await scene()
  expect(await outcomeOf(it.preview({ content: danThenRita }, who))).toBe(outcome)
  expect(await outcomeOf(it.create({ content: danThenRita }, who))).toBe(outcome)
})

test('the calendar of another project is not found', async () => {
  const it = await scene()
  const { rotationId } = await it.create({ content: danThenRita })
  const other = await it.build.project()
  const place = { id: other.id, scheduleIid: 1, rotationId }
  expect(await outcomeOf(it.as('olga').call(updateOnCallCalendar, { ...place, name: 'Mine' }))).toBe('not_found')
  expect(await outcomeOf(it.as('olga').call(readOnCallCalendar, place))).toBe('not_found')
  expect(await outcomeOf(it.as('olga').call(previewOnCallCalendar, place))).toBe('not_found')
})

test('of two people who rename a rotation with a calendar at once, the second one is told', async () => {
  const it = await scene()
  const { rotationId } = await it.create({ content: danThenRita })
  await it.update(rotationId, { name: 'Days', expected: { name: 'Primary' } })
  await expect(it.update(rotationId, { name: 'Nights', expected: { name: 'Primary' } }, 'olga')).rejects.toMatchObject({
    kind: 'conflict',
  })
  expect((await it.rotation()).name).toBe('Days')
})

test('neither an address nor a file, or both, is refused', async () => {
  const it = await scene()
  expect(await outcomeOf(it.preview({}))).toBe('invalid')
  expect(await outcomeOf(it.preview({ url: 'https://example.test/', content: danThenRita }))).toBe('invalid')
})

test('a project has a limited number of calendars', async () => {
  const it = await scene()
  for (let count = 0; count < 10; count++) await it.create({ name: `C${count}`, content: danThenRita })
  await it.mutate('mina', 'oncallScheduleCreate', { projectPath: it.project.fullPath, name: 'Web', timezone: 'UTC' })
  const inWeb = (name: string) =>
    it.as('mina').call(createOnCallCalendar, { ...it.place, scheduleIid: 2, name, content: danThenRita })
  for (let count = 0; count < 10; count++) await inWeb(`C${count}`)
  expect(onCallLimits.calendars).toBe(20)
  await it.mutate('mina', 'oncallScheduleCreate', { projectPath: it.project.fullPath, name: 'Api', timezone: 'UTC' })
  await expect(
    it.as('mina').call(createOnCallCalendar, { ...it.place, scheduleIid: 3, name: 'C', content: danThenRita }),
  ).rejects.toThrow('up to 20')
})

test('a calendar with more shifts than are taken is cut, and says so', async () => {
  const it = await scene()
  const many = Array.from({ length: onCallLimits.shiftsTaken + 5 }, (_, index) => ({
    ...{ from: index / 10, to: (index + 0.5) / 10, title: '@dan' },
  }))
  const { notices } = await it.create({ content: calendar(...many) })
  expect(notices[0]?.reason).toContain('more than 1000 shifts')
  expect(await it.shifts()).toHaveLength(onCallLimits.shiftsTaken)
})

test('the shifts of a project that Weft exports come back as they were', async () => {
  const it = await scene()
  for (const [name, first, second] of [
    ['Primary', 'dan', 'rita'],
    ['Secondary', 'rita', 'mina'],
  ])
    await it.mutate('mina', 'oncallRotationCreate', {
      ...{ projectPath: it.project.fullPath, scheduleIid: '1', name, rotationLength: { length: 12, unit: 'HOURS' } },
      participants: [{ username: first }, { username: second }],
      startsAt: { date: at(0).slice(0, 10), time: '09:00' },
    })
  const namespace = it.project.fullPath
  const { feedToken } = await it.as('mina').call(getFeedToken, {})
  const content = String((await it.as('anon').reply(getOnCallCalendar, { namespace, feedToken })).body)
  const expected = (await it.schedule()).rotations.flatMap(({ shifts }) =>
    shifts.map(({ startsAt, endsAt, user }) => `${startsAt} ${endsAt} ${user.username}`),
  )
  await it.mutate('mina', 'oncallScheduleCreate', { projectPath: namespace, name: 'Copy', timezone: 'Asia/Tokyo' })
  await it.as('mina').call(createOnCallCalendar, { ...it.place, scheduleIid: 2, name: 'Both', content })
  const taken = (await it.shifts()).map(([who, from, to]) => `${at(Number(from))} ${at(Number(to))} ${who}`)
  expect(expected.length).toBeGreaterThan(10)
  expect(taken).toEqual(expect.arrayContaining(expected))
})

test('two processes that look at the same time read an address once, and one that is killed leaves the shifts', async () => {
  const it = await scene({ commits: true })
  const server = await calendarServer(danThenRita)
  await it.create({ url: server.url })
  Object.assign(server, { text: calendar({ from: 1, to: 3, title: '@rita' }), etag: '"2"' })
  const later = new Date(Date.now() + 16 * 60_000).toISOString()
  const killed = transact({ ...it.as('anon').ctx, now: later }, async ctx => {
    await readDueCalendars(ctx.db, it.services, later)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await it.shifts()).toHaveLength(2)
  server.requests.length = 0
  await Promise.all([it.watch(17), it.watch(17), it.watch(17)])
  expect(server.requests).toHaveLength(1)
  expect(await it.shifts()).toEqual([['rita', 1, 3]])
})

test('an editor who gives another file while the old address is read wins', async () => {
  const it = await scene({ commits: true })
  const server = await calendarServer(danThenRita)
  const { rotationId } = await it.create({ url: server.url })
  Object.assign(server, { text: calendar({ from: 5, to: 6, title: '@dan' }), etag: '"2"' })
  await Promise.all([it.watch(17), it.update(rotationId, { content: calendar({ from: 1, to: 3, title: '@rita' }) })])
  await it.watch(40)
  expect(await it.shifts()).toEqual([['rita', 1, 3]])
})
