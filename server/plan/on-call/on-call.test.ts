import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const schedule = 'oncallSchedule { iid name description timezone }'
const rotation = `oncallRotation { id name length lengthUnit startsAt endsAt activePeriod { startTime endTime } weekdays
  participants { nodes { user { username } colorPalette colorWeight } } }`
const payloads: Readonly<Record<string, string>> = {
  oncallScheduleCreate: schedule,
  oncallScheduleUpdate: schedule,
  oncallScheduleDestroy: schedule,
  oncallRotationCreate: rotation,
  oncallRotationUpdate: rotation,
  oncallRotationDestroy: 'oncallRotation { name }',
  oncallOverrideCreate: 'oncallOverride { id startsAt endsAt user { username } }',
  oncallOverrideDestroy: 'oncallSchedule { iid }',
}

async function scene() {
  const made = await world()
  const { as, project } = made
  const projectPath = project.fullPath
  const ask = (who: Member, query: string, variables: object, now?: string) =>
    askGraphql({ ...as(who).ctx, ...(now !== undefined && { now }) }, query, { ...variables })
  const mutate = async (who: Member, name: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const { data, errors } = await ask(
      who,
      `mutation($input: ${type}) { ${name}(input: $input) { errors ${payloads[name]} } }`,
      { input },
    )
    return { ...data?.[name], refused: errors.length > 0 }
  }
  const inSchedule = { projectPath, scheduleIid: '1' }
  return {
    ...made,
    ...{ ask, mutate, projectPath, inSchedule },
    schedule: (who: Member, more: object = {}) =>
      mutate(who, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'Europe/Berlin', ...more }),
    rotation: (who: Member, more: object = {}) =>
      mutate(who, 'oncallRotationCreate', {
        ...inSchedule,
        name: 'Primary',
        participants: [{ username: 'dan' }, { username: 'mina' }],
        rotationLength: { length: 1, unit: 'WEEKS' },
        startsAt: { date: '2026-11-23', time: '09:00' },
        ...more,
      }),
    onCall: async (who: Member, now: string) => {
      const query = `query($path: ID!) { project(fullPath: $path) { incidentManagementOncallSchedules { nodes { oncallUsers { username } } } } }`
      const { data } = await ask(who, query, { path: projectPath }, now)
      return data.project.incidentManagementOncallSchedules?.nodes.map(
        (node: { oncallUsers: readonly { username: string }[] }) => node.oncallUsers.map(each => each.username),
      )
    },
  }
}

test('schedules are created, found by their number, changed and deleted with their rotations', async () => {
  const it = await scene()
  const created = await it.schedule('mina', { description: 'The boards' })
  const firmware = { iid: '1', name: 'Firmware', description: 'The boards', timezone: 'Europe/Berlin' }
  expect(created).toEqual({ errors: [], oncallSchedule: firmware, refused: false })
  expect((await it.schedule('mina', { name: 'Web' })).oncallSchedule.iid).toBe('2')
  const list = `query($path: ID!, $iids: [ID!]) { project(fullPath: $path) {
    incidentManagementOncallSchedules(iids: $iids) { nodes { iid name rotations { nodes { name } } } } } }`
  await it.rotation('mina')
  const listed = async (iids?: readonly string[]) =>
    (await it.ask('rita', list, { path: it.projectPath, iids })).data.project.incidentManagementOncallSchedules.nodes
  expect(await listed(['1'])).toEqual([{ iid: '1', name: 'Firmware', rotations: { nodes: [{ name: 'Primary' }] } }])
  const changed = await it.mutate('mina', 'oncallScheduleUpdate', {
    projectPath: it.projectPath,
    iid: '1',
    name: 'Boards',
  })
  expect(changed.oncallSchedule).toEqual({ ...firmware, name: 'Boards' })
  const deleted = await it.mutate('mina', 'oncallScheduleDestroy', { projectPath: it.projectPath, iid: '1' })
  expect(deleted.oncallSchedule.name).toBe('Boards')
  expect((await listed()).map((node: { name: string }) => node.name)).toEqual(['Web'])
  expect(await it.db.selectFrom('oncallParticipants').select('id').execute()).toEqual([])
  expect((await it.schedule('mina')).oncallSchedule.iid).toBe('3')
})

test.each([
  [{ name: ' ' }, "Name can't be blank"],
  [{ name: 'FIRMWARE' }, 'Name has already been taken'],
  [{ timezone: 'Berlin' }, 'Timezone must be the name of a time zone, such as Europe/Berlin'],
  [{ name: 'x'.repeat(201) }, 'Name is too long (maximum is 200 characters)'],
])('a schedule with %j is refused', async (more, sentence) => {
  const it = await scene()
  await it.schedule('mina')
  expect((await it.schedule('mina', more)).errors).toEqual([sentence])
})

test('a rotation has participants in order, a length, a start, an end, a part of the day and days of the week', async () => {
  const it = await scene()
  await it.schedule('mina')
  const made = await it.rotation('mina', {
    endsAt: { date: '2026-12-24', time: '12:00' },
    activePeriod: { startTime: '08:00', endTime: '18:30' },
    weekdays: [1, 2, 3, 4, 5],
    participants: [{ username: 'mina', colorPalette: 'GREEN', colorWeight: 'WEIGHT_900' }, { username: '@DAN' }],
  })
  expect(made.oncallRotation).toMatchObject({
    ...{ name: 'Primary', length: 1, lengthUnit: 'WEEKS', weekdays: [1, 2, 3, 4, 5] },
    ...{ startsAt: '2026-11-23T08:00:00.000Z', endsAt: '2026-12-24T11:00:00.000Z' },
    activePeriod: { startTime: '08:00', endTime: '18:30' },
    participants: {
      nodes: [
        { user: { username: 'mina' }, colorPalette: 'green', colorWeight: '900' },
        { user: { username: 'dan' }, colorPalette: 'orange', colorWeight: '500' },
      ],
    },
  })
  const { id } = made.oncallRotation
  const changed = await it.mutate('mina', 'oncallRotationUpdate', {
    ...{ id, endsAt: null, activePeriod: null, participants: [{ username: 'dan' }] },
  })
  expect(changed.oncallRotation).toMatchObject({
    ...{ name: 'Primary', endsAt: null, activePeriod: null, weekdays: [1, 2, 3, 4, 5] },
    participants: { nodes: [{ user: { username: 'dan' } }] },
  })
  const deleted = await it.mutate('mina', 'oncallRotationDestroy', { ...it.inSchedule, id })
  expect(deleted).toEqual({ errors: [], oncallRotation: { name: 'Primary' }, refused: false })
})

test.each([
  [{ participants: [] }, "Participants can't be blank"],
  [{ participants: [{ username: 'gus' }] }, 'Participants gus must be a user with at least the Reporter role'],
  [{ participants: [{ username: 'dan' }, { username: 'Dan' }] }, 'Participants must each be a different person'],
  [{ rotationLength: { length: 0, unit: 'DAYS' } }, 'Length must be between 1 and 1000'],
  [{ startsAt: { date: '2026-02-30', time: '09:00' } }, 'Starts at must be a date (YYYY-MM-DD) and a time (HH:MM)'],
  [{ startsAt: { date: '2026-02-20', time: '25:00' } }, 'Starts at must be a date (YYYY-MM-DD) and a time (HH:MM)'],
  [{ endsAt: { date: '2026-11-23', time: '09:00' } }, 'Ends at must be after the start'],
  [{ weekdays: [0] }, 'Weekdays must be numbers from 1 (Monday) to 7 (Sunday)'],
  [{ weekdays: [] }, 'Weekdays must have at least one day'],
  [
    { rotationLength: { length: 4, unit: 'HOURS' }, activePeriod: { startTime: '08:00', endTime: '12:00' } },
    'Active period is not available for rotations with a length in hours',
  ],
  [{ activePeriod: { startTime: '08:00', endTime: '08:00' } }, 'Active period must end at another time than it starts'],
])('a rotation with %j is refused', async (more, sentence) => {
  const it = await scene()
  await it.schedule('mina')
  expect((await it.rotation('mina', more)).errors).toEqual([sentence])
})

test('the person on call changes at the hand-over, by the clock of the schedule', async () => {
  const it = await scene()
  await it.schedule('mina')
  await it.rotation('mina')
  expect(await it.onCall('rita', '2026-11-23T07:59:00.000Z')).toEqual([[]])
  expect(await it.onCall('rita', '2026-11-23T08:00:00.000Z')).toEqual([['dan']])
  expect(await it.onCall('rita', '2026-11-30T07:59:59.000Z')).toEqual([['dan']])
  expect(await it.onCall('rita', '2026-11-30T08:00:00.000Z')).toEqual([['mina']])
  // 18 weeks later, in summer time.
  expect(await it.onCall('rita', '2027-03-29T07:00:00.000Z')).toEqual([['dan']])
  await it.rotation('mina', { name: 'Secondary', participants: [{ username: 'rita' }, { username: 'dan' }] })
  expect(await it.onCall('rita', '2026-11-30T08:00:00.000Z')).toEqual([['mina', 'dan']])
  // In another zone, the hand-over keeps its time of the clock.
  await it.mutate('mina', 'oncallScheduleUpdate', {
    projectPath: it.projectPath,
    iid: '1',
    timezone: 'America/New_York',
  })
  expect(await it.onCall('rita', '2026-11-30T13:59:59.000Z')).toEqual([['dan', 'rita']])
  expect(await it.onCall('rita', '2026-11-30T14:00:00.000Z')).toEqual([['mina', 'dan']])
})

test('people who are blocked or lose access are skipped, which the page says', async () => {
  const it = await scene()
  await it.schedule('mina')
  await it.rotation('mina', { participants: [{ username: 'dan' }, { username: 'rita' }, { username: 'mina' }] })
  await it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.dan.id).execute()
  expect(await it.onCall('mina', '2026-11-24T08:00:00.000Z')).toEqual([['rita']])
  await it.db.updateTable('members').set({ accessLevel: 10 }).where('userId', '=', it.users.rita.id).execute()
  expect(await it.onCall('mina', '2026-11-24T08:00:00.000Z')).toEqual([['mina']])
  const page = await it.as('mina').call(getOnCallPage, { namespace: it.projectPath })
  expect(page.schedules[0]?.rotations[0]?.participants.map(each => [each.user.username, each.isAvailable])).toEqual([
    ...[
      ['dan', false],
      ['rita', false],
      ['mina', true],
    ],
  ])
})

test('an override puts a developer on call for some time, and its end gives the turn back', async () => {
  const it = await scene()
  await it.schedule('mina')
  const { id: rotationId } = (await it.rotation('mina', { startsAt: { date: '2030-01-07', time: '09:00' } }))
    .oncallRotation
  const given = {
    ...{ rotationId, username: 'rita' },
    startsAt: { date: '2030-01-08', time: '12:00' },
    endsAt: { date: '2030-01-08', time: '20:00' },
  }
  const { oncallOverride } = await it.mutate('dan', 'oncallOverrideCreate', given)
  expect(oncallOverride).toMatchObject({ startsAt: '2030-01-08T11:00:00.000Z', user: { username: 'rita' } })
  const shifts = `query($path: ID!, $id: IncidentManagementOncallRotationID!, $from: Time!, $to: Time!) { project(fullPath: $path) {
    incidentManagementOncallSchedules { nodes { rotation(id: $id) { shifts(startTime: $from, endTime: $to) {
      nodes { startsAt endsAt participant { user { username } } } } } } } } }`
  const read = async (to: string) => {
    const variables = { path: it.projectPath, id: rotationId, from: '2030-01-07T00:00:00Z', to }
    const { data, errors } = await it.ask('rita', shifts, variables)
    return errors[0] ?? data.project.incidentManagementOncallSchedules.nodes[0].rotation.shifts.nodes
  }
  expect(await read('2030-01-15T00:00:00Z')).toEqual([
    ...[
      ['2030-01-07T08:00:00.000Z', '2030-01-08T11:00:00.000Z', { user: { username: 'dan' } }],
      // Rita is not in the rotation.
      ['2030-01-08T11:00:00.000Z', '2030-01-08T19:00:00.000Z', null],
      ['2030-01-08T19:00:00.000Z', '2030-01-14T08:00:00.000Z', { user: { username: 'dan' } }],
      ['2030-01-14T08:00:00.000Z', '2030-01-21T08:00:00.000Z', { user: { username: 'mina' } }],
    ].map(([startsAt, endsAt, participant]) => ({ startsAt, endsAt, participant })),
  ])
  expect(await read('2031-01-15T00:00:00Z')).toMatchObject({ message: expect.stringContaining('at most 62 days') })
  expect(await it.onCall('rita', '2030-01-08T15:00:00.000Z')).toEqual([['rita']])
  expect((await it.mutate('rita', 'oncallOverrideCreate', given)).refused).toBe(true)
  expect((await it.mutate('dan', 'oncallOverrideDestroy', { id: oncallOverride.id })).errors).toEqual([])
  expect(await it.onCall('rita', '2030-01-08T15:00:00.000Z')).toEqual([['dan']])
  const past = { startsAt: { date: '2020-01-08', time: '12:00' }, endsAt: { date: '2020-01-08', time: '20:00' } }
  expect((await it.mutate('dan', 'oncallOverrideCreate', { ...given, ...past })).errors).toEqual([
    'Ends at must be in the future',
  ])
  expect((await it.mutate('dan', 'oncallOverrideCreate', { ...given, username: 'gus' })).errors).toEqual([
    'User must have at least the Reporter role',
  ])
})

test('the page shows the week of a day: its shifts, and the times in which no one is on call', async () => {
  const it = await scene()
  await it.schedule('mina')
  await it.rotation('mina', { weekdays: [1, 2, 3, 4, 5], startsAt: { date: '2026-03-23', time: '00:00' } })
  const page = await it.as('rita').call(getOnCallPage, { namespace: it.projectPath, week: '2026-03-29' })
  expect(page).toMatchObject({ week: '2026-03-23', permissions: { canAdminEscalations: false, canOverride: false } })
  const [shown] = page.schedules
  // The last day of the week is the night of the change to summer time.
  expect(shown?.days).toEqual([
    ...['22', '23', '24', '25', '26', '27', '28'].map(day => `2026-03-${day}T23:00:00.000Z`),
    '2026-03-29T22:00:00.000Z',
  ])
  expect(shown?.rotations[0]?.shifts.map(shift => [shift.startsAt, shift.endsAt, shift.user.username])).toEqual([
    ['2026-03-22T23:00:00.000Z', '2026-03-27T23:00:00.000Z', 'dan'],
  ])
  expect(shown?.gaps).toEqual([{ startsAt: '2026-03-27T23:00:00.000Z', endsAt: '2026-03-29T22:00:00.000Z' }])
})

test.each<[Member, boolean, boolean, boolean]>([
  ['mina', true, true, true],
  ['dan', true, false, true],
  ['rita', true, false, false],
  ['gus', false, false, false],
  ['nina', false, false, false],
])('ESCAL-006 %s reads schedules: %s, manages them: %s, and overrides: %s', async (who, reads, manages, overrides) => {
  const it = await scene()
  await it.schedule('mina')
  const { id } = (await it.rotation('mina')).oncallRotation
  const page = await it.as(who).reply(getOnCallPage, { namespace: it.projectPath })
  expect(page.status === 200).toBe(reads)
  expect((await it.onCall(who === 'nina' ? 'gus' : who, '2026-11-30T08:00:00.000Z')) !== undefined).toBe(reads)
  expect((await it.schedule(who, { name: 'Another' })).refused).toBe(!manages)
  expect((await it.mutate(who, 'oncallRotationUpdate', { id, name: 'First' })).refused).toBe(!manages)
  const override = {
    ...{ rotationId: id, username: 'dan' },
    startsAt: { date: '2030-01-08', time: '12:00' },
    endsAt: { date: '2030-01-08', time: '20:00' },
  }
  expect((await it.mutate(who, 'oncallOverrideCreate', override)).refused).toBe(!overrides)
})

test('PERF-001 the page costs the same number of statements for one schedule and for twenty', async () => {
  const it = await scene()
  await it.schedule('mina')
  await it.rotation('mina')
  const count = () => it.statements(() => it.as('rita').call(getOnCallPage, { namespace: it.projectPath }))
  const one = await count()
  await sql`insert into oncall_schedules (namespace_id, iid, name, time_zone, created_at, updated_at)
    select ${it.project.id}, n, 'Schedule ' || n, 'UTC', now(), now() from generate_series(2, 20) n`.execute(it.db)
  expect(await count()).toBe(one)
  expect((await it.schedule('mina', { name: 'One more' })).errors).toEqual([
    'A project can have up to 20 on-call schedules',
  ])
})
