import { expect, test } from 'vitest'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { onCallImportLimits } from '#contract/transfer/on-call-import-rules.ts'
import { importOnCall, previewOnCallImport } from '#contract/transfer/on-call-imports.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const { as, project, db } = made
  // Others are known by these addresses.
  await db
    .updateTable('users')
    .set(eb => ({ publicEmail: eb.ref('email') }))
    .execute()
  const { id } = project
  const emails = Object.fromEntries(
    (await db.selectFrom('users').select(['username', 'email']).execute()).map(row => [row.username, row.email]),
  )
  return {
    ...made,
    emails,
    preview: (files: readonly unknown[], who: Member | 'anon' = 'mina') =>
      as(who).call(previewOnCallImport, { id, files: files.map(file => JSON.stringify(file)) }),
    run: (files: readonly unknown[], fingerprint?: string, who: Member | 'anon' = 'mina') =>
      as(who).call(importOnCall, {
        ...{ id, files: files.map(file => JSON.stringify(file)) },
        ...(fingerprint !== undefined && { fingerprint }),
      }),
    made: async () => {
      const { schedules } = await as('mina').call(getOnCallPage, { namespace: project.fullPath })
      const query = `query($path: ID!) { project(fullPath: $path) { incidentManagementEscalationPolicies { nodes { name
        rules { elapsedTimeSeconds status user { username } oncallSchedule { name } } } } } }`
      const { data } = await askGraphql(as('mina').ctx, query, { path: project.fullPath })
      return { schedules, policies: data.project.incidentManagementEscalationPolicies?.nodes ?? [] }
    },
  }
}

type Emails = Readonly<Record<string, string>>

/** @source docs.opsgenie.com, the answers of its Schedule API and Escalation API */
const opsgenie = (emails: Emails) => [
  {
    data: [
      {
        ...{ id: 'd875', name: 'Firmware', description: 'The boards', timezone: 'Europe/Berlin', enabled: true },
        ownerTeam: { id: '90098', name: 'Looms' },
        rotations: [
          {
            ...{ id: 'r1', name: 'Weeks', startDate: '2026-02-02T08:00:00Z', type: 'weekly', length: 1 },
            participants: [
              { type: 'user', id: 'u1', username: emails.dan },
              { type: 'user', id: 'u2', username: emails.rita?.toUpperCase() },
              { type: 'team', id: 't1', name: 'Looms' },
              { type: 'user', id: 'u3', username: 'gone@elsewhere.test' },
            ],
          },
          {
            ...{ id: 'r2', name: 'Office', startDate: '2026-02-02T08:00:00Z', type: 'daily', length: 2 },
            participants: [{ type: 'user', id: 'u1', username: emails.dan }],
            timeRestriction: {
              type: 'weekday-and-time-of-day',
              restrictions: ['monday', 'tuesday'].map(day => ({
                ...{ startDay: day, startHour: 8, startMin: 30, endDay: day, endHour: 18, endMin: 0 },
              })),
            },
          },
        ],
      },
    ],
    took: 0.1,
  },
  {
    data: [
      {
        ...{ id: 'e1', name: 'Night watch', description: 'All night' },
        rules: [
          {
            ...{ condition: 'if-not-acked', notifyType: 'default', delay: { timeAmount: 5, timeUnit: 'minutes' } },
            recipient: { type: 'schedule', id: 'd875', name: 'Firmware' },
          },
          {
            ...{ condition: 'if-not-closed', notifyType: 'default', delay: { timeAmount: 1, timeUnit: 'hours' } },
            recipient: { type: 'user', id: 'u2', username: emails.rita },
          },
          {
            ...{ condition: 'if-not-acked', notifyType: 'all', delay: { timeAmount: 2, timeUnit: 'hours' } },
            recipient: { type: 'team', id: 't1', name: 'Looms' },
          },
        ],
        repeat: { waitInterval: 15, count: 2 },
      },
    ],
  },
]

test('schedules and escalations of Opsgenie: what they become is shown with the reasons, and is what is imported', async () => {
  const it = await scene()
  const files = opsgenie(it.emails)
  const shown = await it.preview(files)
  expect(shown).toMatchObject({
    tools: ['opsgenie'],
    schedules: [
      {
        ...{ name: 'Firmware', timeZone: 'Europe/Berlin' },
        rotations: [
          {
            name: 'Weeks',
            length: 1,
            lengthUnit: 'WEEKS',
            startsAt: '2026-02-02T09:00',
            hours: null,
            usernames: ['dan', 'rita'],
          },
          { name: 'Office', length: 2, lengthUnit: 'DAYS', hours: '08:30–18:00', weekdays: [1, 2], usernames: ['dan'] },
        ],
      },
    ],
    policies: [
      {
        ...{ name: 'Night watch', repeatCount: 2 },
        rules: [
          { minutes: 5, target: 'Firmware', isSchedule: true },
          { minutes: 60, target: 'rita', isSchedule: false },
        ],
      },
    ],
  })
  expect(shown.people.map(({ username }) => username)).toEqual(['dan', 'rita', null])
  expect(shown.notices).toEqual(
    expect.arrayContaining([
      { place: 'Firmware, Weeks', reason: expect.stringContaining('a team') },
      { place: 'gone@elsewhere.test', reason: expect.stringContaining('has this public email address') },
      { place: 'Night watch, rule 3', reason: expect.stringContaining('team') },
    ]),
  )
  expect((await it.made()).schedules).toEqual([])
  expect(await it.run(files, shown.fingerprint)).toEqual(shown)
  const { schedules, policies } = await it.made()
  expect(schedules.map(({ name, rotations }) => [name, rotations.map(each => each.name)])).toEqual([
    ['Firmware', ['Weeks', 'Office']],
  ])
  expect(schedules[0]?.rotations[1]).toMatchObject({
    ...{ activePeriod: { startTime: '08:30', endTime: '18:00' }, weekdays: [1, 2], startsAt: '2026-02-02T09:00' },
  })
  expect(policies).toEqual([
    {
      name: 'Night watch',
      rules: [
        { elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED', user: null, oncallSchedule: { name: 'Firmware' } },
        { elapsedTimeSeconds: 3600, status: 'RESOLVED', user: { username: 'rita' }, oncallSchedule: null },
      ],
    },
  ])
  // A second import makes nothing twice.
  const again = await it.run(files)
  expect([again.schedules, again.policies]).toEqual([[], []])
  expect((await it.made()).schedules).toHaveLength(1)
})

test('schedules, escalation policies and users of PagerDuty', async () => {
  const it = await scene()
  const user = (id: string, summary: string) => ({ user: { id, summary, type: 'user_reference' } })
  const files = [
    {
      schedules: [
        {
          ...{ id: 'PI7DH85', type: 'schedule', name: 'Daily Engineering Rotation', time_zone: 'America/New_York' },
          schedule_layers: [
            {
              ...{ id: 'PG68P1M', name: 'Night Shift', start: '2025-11-06T20:00:00-05:00', end: null },
              ...{ rotation_virtual_start: '2025-11-06T20:00:00-05:00', rotation_turn_length_seconds: 86400 },
              users: [user('PXPGF42', 'Dan'), user('PAM4FGS', 'Rita'), user('PNOBODY', 'Nobody')],
              restrictions: [{ type: 'daily_restriction', start_time_of_day: '20:00:00', duration_seconds: 36000 }],
            },
            {
              ...{ id: 'PX', name: 'Weekend', start: '2025-11-08T09:00:00-05:00', end: null },
              ...{ rotation_virtual_start: '2025-11-08T09:00:00-05:00', rotation_turn_length_seconds: 604800 },
              users: [user('PAM4FGS', 'Rita')],
              restrictions: [6, 7].map(day => ({
                ...{
                  type: 'weekly_restriction',
                  start_day_of_week: day,
                  start_time_of_day: '09:00:00',
                  duration_seconds: 28800,
                },
              })),
            },
          ],
        },
      ],
      limit: 25,
      offset: 0,
      more: false,
    },
    {
      users: [
        { id: 'PXPGF42', name: 'Dan', email: it.emails.dan },
        { id: 'PAM4FGS', name: 'Rita', email: it.emails.rita },
      ],
    },
    {
      escalation_policies: [
        {
          ...{ id: 'PANZZEQ', type: 'escalation_policy', name: 'Engineering', num_loops: 3 },
          escalation_rules: [
            {
              escalation_delay_in_minutes: 30,
              targets: [{ id: 'PI7DH85', type: 'schedule_reference', summary: 'Daily' }],
            },
            { escalation_delay_in_minutes: 20, targets: [{ id: 'PXPGF42', type: 'user_reference', summary: 'Dan' }] },
          ],
        },
      ],
    },
  ]
  const shown = await it.run(files)
  expect(shown.schedules[0]?.rotations).toMatchObject([
    {
      name: 'Night Shift',
      length: 1,
      lengthUnit: 'DAYS',
      startsAt: '2025-11-06T20:00',
      hours: '20:00–06:00',
      usernames: ['dan', 'rita'],
    },
    { name: 'Weekend', length: 1, lengthUnit: 'WEEKS', hours: '09:00–17:00', weekdays: [6, 7], usernames: ['rita'] },
  ])
  expect(shown.policies).toMatchObject([
    {
      ...{ name: 'Engineering', repeatCount: 3 },
      rules: [
        { minutes: 0, target: 'Daily Engineering Rotation' },
        { minutes: 30, target: 'dan' },
      ],
    },
  ])
  expect(shown.notices.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('one layer replaces the others'),
      'The files have no email address of this person. Add the export of users',
    ]),
  )
  const { policies } = await it.made()
  expect(policies[0]?.rules).toHaveLength(2)
})

test('schedules, shifts, chains and users of Grafana OnCall', async () => {
  const it = await scene()
  const page = (results: readonly object[]) => ({ count: results.length, next: null, previous: null, results })
  const chain = { escalation_chain_id: 'F5JU6KJET33FE' }
  const files = [
    page([
      {
        id: 'SBM7',
        name: 'Looms',
        type: 'web',
        time_zone: 'Europe/Berlin',
        team_id: null,
        on_call_now: [],
        shifts: ['O1', 'O2', 'O3'],
      },
    ]),
    page([
      {
        ...{
          id: 'O1',
          name: 'Days',
          type: 'rolling_users',
          time_zone: null,
          start: '2026-02-02T09:00:00',
          duration: 32400,
        },
        ...{
          frequency: 'daily',
          interval: 1,
          by_day: ['MO', 'FR'],
          rolling_users: [['U1'], ['U2', 'U1']],
          start_rotation_from_user_index: 1,
        },
      },
      {
        ...{
          id: 'O2',
          name: 'Both',
          type: 'recurrent_event',
          time_zone: 'UTC',
          start: '2026-02-02T08:00:00',
          duration: 604800,
        },
        ...{ frequency: 'weekly', interval: 1, users: ['U1', 'U2'] },
      },
      { id: 'O3', name: 'Feast', type: 'single_event', start: '2026-02-02T08:00:00', duration: 3600, users: ['U1'] },
    ]),
    page([
      { id: 'U1', username: 'dan', email: it.emails.dan, role: 'admin' },
      { id: 'U2', username: 'rita', email: it.emails.rita, role: 'user' },
    ]),
    page([{ id: 'F5JU6KJET33FE', name: 'default', team_id: null }]),
    page([
      { id: 'E2', ...chain, position: 1, type: 'wait', duration: 300 },
      { id: 'E1', ...chain, position: 0, type: 'notify_on_call_from_schedule', notify_on_call_from_schedule: 'SBM7' },
      { id: 'E3', ...chain, position: 2, type: 'notify_persons', persons_to_notify: ['U2'] },
      { id: 'E4', ...chain, position: 3, type: 'trigger_webhook' },
      { id: 'E5', ...chain, position: 4, type: 'wait', duration: 600 },
      { id: 'E6', ...chain, position: 5, type: 'repeat_escalation' },
    ]),
  ]
  const shown = await it.run(files)
  expect(shown.schedules[0]?.rotations).toMatchObject([
    {
      name: 'Days',
      lengthUnit: 'DAYS',
      startsAt: '2026-02-02T09:00',
      hours: '09:00–18:00',
      weekdays: [1, 5],
      usernames: ['rita', 'dan'],
    },
    { name: 'Both', lengthUnit: 'WEEKS', startsAt: '2026-02-02T09:00', hours: null, usernames: ['dan'] },
    { name: 'Both 2', usernames: ['rita'] },
  ])
  expect(shown.policies).toMatchObject([
    {
      ...{ name: 'default', repeatCount: 5 },
      rules: [
        { minutes: 0, target: 'Looms' },
        { minutes: 5, target: 'rita' },
      ],
    },
  ])
  expect(shown.notices.map(({ place }) => place)).toEqual(['Looms, Days', 'Looms, Feast', 'default, step 4'])
})

test('an import is refused once the project has changed since the preview, and nothing is made', async () => {
  const it = await scene()
  const files = opsgenie(it.emails)
  const { fingerprint } = await it.preview(files)
  await it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.rita.id).execute()
  expect(await outcomeOf(it.run(files, fingerprint))).toBe('conflict')
  expect(await it.made()).toEqual({ schedules: [], policies: [] })
})

test('long names and thousands of notices make a short preview', async () => {
  const it = await scene()
  const rules = Array.from({ length: 2_000 }, () => ({ recipient: { type: 'team' } }))
  const shown = await it.preview([[{ name: 'z'.repeat(100_000), rules }]])
  expect(JSON.stringify(shown).length).toBeLessThan(1_000_000)
  expect(shown.notices).toHaveLength(onCallImportLimits.notices + 1)
  expect(shown.notices.at(-1)?.reason).toMatch(/^1501 more parts/)
})

test('words that every object knows are no units, and a byte order mark is no part of a file', async () => {
  const it = await scene()
  const rotation = {
    name: 'Weeks',
    startDate: '2026-02-02T08:00:00Z',
    participants: [{ type: 'user', username: it.emails.dan }],
  }
  const rotations = ['constructor', 'toString', '__proto__'].map(type => ({ ...rotation, type }))
  const delay = { timeAmount: 5, timeUnit: 'constructor' }
  const rules = [{ delay, recipient: { type: 'user', username: it.emails.dan } }]
  const file = [
    { name: 'Firmware', timezone: 'UTC', rotations },
    { name: 'Night', rules },
  ]
  const { schedules, policies } = await it
    .as('mina')
    .call(importOnCall, { id: it.project.id, files: [`\uFEFF${JSON.stringify(file)}`] })
  expect(schedules[0]?.rotations).toEqual([])
  expect(policies[0]?.rules).toMatchObject([{ minutes: 5 }])
})

test('a policy beyond the limit of the project is left out, and the preview says so', async () => {
  const it = await scene()
  const { db, project } = it
  await db
    .insertInto('escalationPolicies')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        ...{ namespaceId: project.id, name: `Policy ${index}`, description: '' },
        ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
      })),
    )
    .execute()
  const shown = await it.run(opsgenie(it.emails))
  expect(shown.policies).toEqual([])
  expect(shown.notices).toContainEqual({ place: 'Night watch', reason: 'A project can have up to 100 policies' })
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['dan', 'forbidden'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('%s previewing and importing: %s', async (who, outcome) => {
  const it = await scene()
  const files = opsgenie(it.emails)
  expect(await outcomeOf(it.preview(files, who))).toBe(outcome)
  expect(await outcomeOf(it.run(files, undefined, who))).toBe(outcome)
})

test.each<[string, readonly string[]]>([
  ['no JSON', ['{']],
  ['an empty file', ['']],
  ['another export', ['{"issues":[]}']],
  ['a list of numbers', ['[1,2,3]']],
  ['null', ['null']],
  ['too many files', Array.from({ length: onCallImportLimits.files + 1 }, () => '[]')],
  ['no file', []],
  ['a deep nest', ['['.repeat(100_000)]],
])('%s is refused', async (_what, files) => {
  const { as, project } = await world()
  const { status } = await as('mina').reply(previewOnCallImport, { id: project.id, files: [...files] })
  expect(status).toBe(400)
})

test.each<[string, object]>([
  ['numbers for texts', { id: 1, name: 2, timezone: 3, rotations: [{ name: 4, participants: [5], startDate: 6 }] }],
  ['an unknown time zone', { id: 'a', name: 'A', timezone: 'Loom/Hall', rotations: [] }],
  [
    'a time that is none',
    { name: 'A', timezone: 'UTC', rotations: [{ type: 'daily', startDate: '2026-13-45T99:99:00Z', participants: [] }] },
  ],
  [
    'a length that is endless',
    { name: 'A', timezone: 'UTC', rotations: [{ type: 'daily', length: 1e300, startDate: '2026-01-01T00:00:00Z' }] },
  ],
  [
    'names of NUL and half characters',
    { name: 'A\0\ud800', timezone: 'UTC', rotations: [{ type: 'daily', name: '\0' }] },
  ],
])('an export with %s brings nothing down', async (_what, schedule) => {
  const it = await scene()
  const shown = await it.run([[schedule]])
  expect(shown.schedules.flatMap(({ rotations }) => rotations)).toEqual([])
})

test('a preview does not tell to which member an address that is not public belongs, unless it is the own one', async () => {
  const it = await scene()
  await it.db.updateTable('users').set({ publicEmail: '' }).execute()
  const people = async (who: Member = 'mina') => {
    const shown = (await it.preview(opsgenie(it.emails), who)).people
    return shown.flatMap(({ username }) => username ?? [])
  }
  expect(await people()).toEqual([])
  expect((await it.preview(opsgenie(it.emails))).notices).toContainEqual({
    place: it.emails.rita?.toUpperCase(),
    reason: 'No member who can be on call has this public email address. Enter the username of the person',
  })
  await it.db.updateTable('members').set({ accessLevel: 40 }).where('userId', '=', it.users.rita.id).execute()
  expect(await people('rita')).toEqual(['rita'])
})

test('a person of the files is who the importer says, and only someone who can be on call', async () => {
  const it = await scene()
  await it.db.updateTable('users').set({ publicEmail: '' }).execute()
  const files = opsgenie(it.emails).map(file => JSON.stringify(file))
  const preview = (...people: { id: string; username: string }[]) =>
    it.as('mina').call(previewOnCallImport, { id: it.project.id, files, people })
  const shown = await preview()
  const id = shown.people.find(({ email }) => email === it.emails.dan)?.id ?? ''
  const chosen = await preview({ id, username: '@Dan' })
  expect(chosen.people.find(each => each.id === id)?.username).toBe('dan')
  expect(chosen.schedules[0]?.rotations.map(({ usernames }) => usernames)).toContainEqual(['dan'])
  expect(chosen.fingerprint).not.toBe(shown.fingerprint)
  expect(await outcomeOf(preview({ id, username: 'gus' }))).toBe('invalid')
  const run = { id: it.project.id, files, fingerprint: chosen.fingerprint }
  expect(await outcomeOf(it.as('mina').call(importOnCall, run))).toBe('conflict')
  await it.as('mina').call(importOnCall, { ...run, people: [{ id, username: 'dan' }] })
  expect((await it.made()).schedules).toHaveLength(1)
})

test('a chain of Grafana finds the schedule of an earlier import by its name', async () => {
  const it = await scene()
  const schedule = { id: 'S1', name: 'Boards', time_zone: 'UTC', shifts: [], on_call_now: [] }
  await it.run([[schedule]])
  const steps = [
    {
      id: 'E1',
      escalation_chain_id: 'C1',
      position: 0,
      type: 'notify_on_call_from_schedule',
      notify_on_call_from_schedule: 'S1',
    },
  ]
  const { policies } = await it.run([[schedule], [{ id: 'C1', name: 'Night', team_id: null }], steps])
  expect(policies).toMatchObject([{ name: 'Night', rules: [{ target: 'Boards', isSchedule: true }] }])
})
