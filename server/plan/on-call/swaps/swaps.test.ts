import { expect, test } from 'vitest'
import { memberOperations } from '#contract/foundation/members.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import {
  acceptSwap,
  askForSwap,
  declineSwap,
  getSwapOptions,
  getWaitingSwaps,
  listShiftSwaps,
  withdrawSwap,
} from '#contract/plan/incidents/shift-swaps.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** A rotation of days in UTC that begins tomorrow at nine o'clock: dan, rita, dan, rita, ... */
async function scene(setting: { readonly commits?: boolean } = {}) {
  const made = await world(setting)
  const { as, project, db } = made
  const tomorrow = Math.floor(Date.now() / dayMs) * dayMs + dayMs + 9 * hourMs
  const mutate = async (name: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const { data } = await askGraphql(
      as('mina').ctx,
      `mutation($input: ${type}) { ${name}(input: $input) { errors } }`,
      { input },
    )
    expect(data[name].errors).toEqual([])
  }
  const projectPath = project.fullPath
  await mutate('oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await mutate('oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary' },
    participants: [{ username: 'dan' }, { username: 'rita' }],
    rotationLength: { length: 1, unit: 'DAYS' },
    startsAt: { date: new Date(tomorrow).toISOString().slice(0, 10), time: '09:00' },
  })
  const { id: rotationId } = await db.selectFrom('oncallRotations').select('id').executeTakeFirstOrThrow()
  /** The shift of a day, from 0: even ones are dan's. */
  const shift = (day: number) => ({
    startsAt: new Date(tomorrow + day * dayMs).toISOString(),
    endsAt: new Date(tomorrow + (day + 1) * dayMs).toISOString(),
  })
  const ask = (who: Member | 'anon' = 'dan', more: object = {}) =>
    as(who).call(askForSwap, { id: project.id, rotationId, username: 'rita', ...shift(0), ...more })
  const page = (who: Member | 'anon') => as(who).call(getOnCallPage, { namespace: projectPath })
  return {
    ...made,
    ...{ mutate, rotationId, shift, ask, page },
    accept: (who: Member | 'anon', swapId: number) => as(who).call(acceptSwap, { id: project.id, swapId }),
    decline: (who: Member | 'anon', swapId: number) => as(who).call(declineSwap, { id: project.id, swapId }),
    withdraw: (who: Member | 'anon', swapId: number) => as(who).call(withdrawSwap, { id: project.id, swapId }),
    /** Who is on call by days. */
    people: async (days: number) => {
      const { rotations } = await as('dan').call(getSwapOptions, { namespace: projectPath, scheduleIid: 1 })
      const names = new Map(Object.entries(made.users).map(([name, { id }]) => [id, name]))
      return Array.from({ length: days }, (_, day) => {
        const middle = tomorrow + day * dayMs + 12 * hourMs
        const at = rotations[0]?.shifts.find(
          ({ startsAt, endsAt }) => Date.parse(startsAt) <= middle && middle < Date.parse(endsAt),
        )
        return names.get(at?.userId ?? 0)
      })
    },
    mails: async () => {
      const rows = await db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute()
      return rows.map(({ recipient, subject }) => `${recipient.split('@')[0]}: ${subject}`)
    },
  }
}

test('a shift is asked for, shown to the two, mailed, counted among the to-dos, and taken', async () => {
  const it = await scene()
  expect(await it.people(4)).toEqual(['dan', 'rita', 'dan', 'rita'])
  const before = (await it.as('rita').call(getViewer, {})).counts.todos
  const swap = await it.ask('dan', { message: 'My *sister* marries' })
  expect(swap).toMatchObject({ state: 'pending', canBeAccepted: true, inReturn: null, message: 'My *sister* marries' })
  expect(await it.mails()).toEqual(['rita: Dan asks you to take an on-call shift: Firmware'])
  expect(await it.as('rita').call(getWaitingSwaps, {})).toMatchObject([
    {
      id: swap.id,
      from: { username: 'dan' },
      scheduleName: 'Firmware',
      path: expect.stringContaining('/-/oncall_schedules'),
    },
  ])
  expect((await it.as('rita').call(getViewer, {})).counts.todos).toBe(before + 1)
  for (const who of ['dan', 'rita'] as const) expect((await it.page(who)).swaps.map(({ id }) => id)).toEqual([swap.id])
  expect((await it.page('mina')).swaps).toEqual([])
  expect(await it.as('mina').call(listShiftSwaps, { id: it.project.id })).toEqual([])
  expect(await it.accept('rita', swap.id)).toMatchObject({ state: 'accepted', canBeAccepted: false })
  expect(await it.people(4)).toEqual(['rita', 'rita', 'dan', 'rita'])
  expect((await it.mails())[1]).toBe('dan: Rita takes your on-call shift: Firmware')
  expect((await it.as('rita').call(getViewer, {})).counts.todos).toBe(before)
  expect((await it.page('rita')).swaps).toEqual([])
})

test('two people exchange shifts: both become overrides', async () => {
  const it = await scene()
  const { id } = await it.ask('dan', { inReturn: it.shift(3) })
  await it.accept('rita', id)
  expect(await it.people(5)).toEqual(['rita', 'rita', 'dan', 'dan', 'dan'])
  const overrides = await it.db.selectFrom('oncallOverrides').select(['startsAt', 'endsAt']).orderBy('id').execute()
  expect(overrides).toEqual([it.shift(0), it.shift(3)])
})

test('a part of a shift is asked for by the clock of the schedule', async () => {
  const it = await scene()
  const day = it.shift(0).startsAt.slice(0, 10)
  const swap = await it.ask('dan', { startsAt: `${day}T18:00`, endsAt: `${day}T22:30` })
  expect([swap.startsAt, swap.endsAt]).toEqual([`${day}T18:00:00.000Z`, `${day}T22:30:00.000Z`])
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => object, string]>([
  ['a shift of another person', it => it.shift(1), 'starts_at'],
  ['more than the own shift', it => ({ endsAt: it.shift(1).endsAt }), 'starts_at'],
  ['a time that ends before it starts', it => ({ endsAt: it.shift(0).startsAt }), 'ends_at'],
  ['a time that is over', () => ({ startsAt: '2020-01-06T09:00:00Z', endsAt: '2020-01-07T09:00:00Z' }), 'ends_at'],
  ['a time far ahead', it => ({ endsAt: it.shift(onCallLimits.swapDays + 2).endsAt }), 'ends_at'],
  ['no time', () => ({ startsAt: 'tomorrow at nine', endsAt: 'in the evening' }), 'ends_at'],
  ['oneself', () => ({ username: 'dan' }), 'username'],
  ['someone who is no participant', () => ({ username: 'mina' }), 'username'],
  ['no one', () => ({ username: 'nobody-at-all' }), 'username'],
  ['an own shift in return', it => ({ inReturn: it.shift(2) }), 'in_return'],
])('asking for %s is refused', async (_what, more, field) => {
  const it = await scene()
  const input = { id: it.project.id, rotationId: it.rotationId, username: 'rita', ...it.shift(0), ...more(it) }
  const { status, body } = await it.as('dan').reply(askForSwap, input)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
  expect(await it.mails()).toEqual([])
})

test.each<[Member | 'anon', 'accept' | 'decline' | 'withdraw', string]>([
  ['dan', 'accept', 'forbidden'],
  ['dan', 'decline', 'forbidden'],
  ['rita', 'withdraw', 'forbidden'],
  ['mina', 'accept', 'not_found'],
  ['mina', 'withdraw', 'not_found'],
  ['gus', 'accept', 'forbidden'],
  ['nina', 'accept', 'not_found'],
  ['anon', 'accept', 'not_found'],
  ['rita', 'accept', 'ok'],
  ['rita', 'decline', 'ok'],
  ['dan', 'withdraw', 'ok'],
])('%s may %s a request of dan to rita: %s', async (who, verb, outcome) => {
  const it = await scene()
  const { id } = await it.ask()
  expect(await outcomeOf(it[verb](who, id))).toBe(outcome)
})

test.each([
  ['declined', 'decline', 'rita'],
  ['withdrawn', 'withdraw', 'dan'],
  ['accepted', 'accept', 'rita'],
] as const)('a request that was %s cannot be answered again, and says so', async (state, verb, who) => {
  const it = await scene()
  const { id } = await it.ask()
  await it[verb](who, id)
  const { status, body } = await it.as('rita').reply(acceptSwap, { id: it.project.id, swapId: id })
  expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(`has already been ${state}`)])
  expect(await it.db.selectFrom('oncallOverrides').select('id').execute()).toHaveLength(state === 'accepted' ? 1 : 0)
  expect(await it.mails()).toHaveLength(2)
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => Promise<unknown>, string]>([
  [
    'the rotation begins later',
    it =>
      it.mutate('oncallRotationUpdate', {
        id: `gid://gitlab/IncidentManagement::OncallRotation/${it.rotationId}`,
        startsAt: { date: it.shift(1).startsAt.slice(0, 10), time: '09:00' },
      }),
    'conflict',
  ],
  [
    'someone else has an override',
    it =>
      it.mutate('oncallOverrideCreate', {
        rotationId: `gid://gitlab/IncidentManagement::OncallRotation/${it.rotationId}`,
        username: 'mina',
        startsAt: { date: it.shift(0).startsAt.slice(0, 10), time: '12:00' },
        endsAt: { date: it.shift(0).startsAt.slice(0, 10), time: '13:00' },
      }),
    'conflict',
  ],
  [
    'the person who asks was blocked',
    ({ db, users }) => db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.dan.id).execute(),
    'conflict',
  ],
  [
    'the person who is asked has left',
    ({ as, project, users }) =>
      as('mina').call(memberOperations.project.remove, { id: project.id, userId: users.rita.id }),
    'not_found',
  ],
  [
    'the rotation was deleted',
    it => it.db.deleteFrom('oncallRotations').where('id', '=', it.rotationId).execute(),
    'not_found',
  ],
  [
    'the project is archived',
    it => it.db.updateTable('namespaces').set({ archived: true }).where('id', '=', it.project.id).execute(),
    'forbidden',
  ],
])('a request is not accepted once %s, and no one is put on call', async (_what, change, outcome) => {
  const it = await scene()
  const { id } = await it.ask()
  const before = await it.db.selectFrom('oncallOverrides').select('id').execute()
  await change(it)
  const since = await it.db.selectFrom('oncallOverrides').select('id').execute()
  expect(await outcomeOf(it.accept('rita', id))).toBe(outcome)
  expect(await it.db.selectFrom('oncallOverrides').select('id').execute()).toEqual(since)
  expect(since.length - before.length).toBeLessThanOrEqual(1)
  if (outcome === 'conflict') expect((await it.page('rita')).swaps[0]?.canBeAccepted).toBe(false)
})

test('people who can no longer see the project are not told of requests there', async () => {
  const it = await scene()
  await it.ask()
  await it.db.updateTable('members').set({ accessLevel: 10 }).where('userId', '=', it.users.rita.id).execute()
  expect(await it.as('rita').call(getWaitingSwaps, {})).toEqual([])
  expect((await it.as('rita').call(getViewer, {})).counts.todos).toBe(0)
})

test('a person who can no longer see the project is not mailed that a request there is withdrawn', async () => {
  const it = await scene()
  const { id } = await it.ask()
  await it.db.deleteFrom('members').where('userId', '=', it.users.rita.id).execute()
  await it.withdraw('dan', id)
  expect(await it.mails()).toHaveLength(1)
})

test('requests of an hour have a limit, also where they are withdrawn at once', async () => {
  const it = await scene()
  for (let count = 0; count < onCallLimits.swapsPerHour; count++) await it.withdraw('dan', (await it.ask()).id)
  expect(await outcomeOf(it.ask())).toBe('rate_limited')
})

test('of two acceptances, or of an acceptance and a withdrawal at the same time, the first counts', async () => {
  const it = await scene({ commits: true })
  for (let round = 0; round < 4; round++) {
    const { id } = await it.ask('dan', it.shift(round * 2))
    const answers = [it.accept('rita', id), round % 2 === 0 ? it.accept('rita', id) : it.withdraw('dan', id)]
    const outcomes = await Promise.all(answers.map(outcomeOf))
    expect(outcomes.toSorted()).toEqual(['conflict', 'ok'])
    const { state } = await it.db
      .selectFrom('oncallSwaps')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const overrides = await it.db
      .selectFrom('oncallOverrides')
      .select('id')
      .where('startsAt', '=', it.shift(round * 2).startsAt)
      .execute()
    expect(overrides).toHaveLength(state === 'accepted' ? 1 : 0)
  }
})

test('requests that wait have a limit', async () => {
  const it = await scene()
  const day = it.shift(0).startsAt.slice(0, 10)
  for (let count = 0; count < onCallLimits.swaps; count++)
    await it.ask('dan', { startsAt: `${day}T10:00`, endsAt: `${day}T11:${String(count).padStart(2, '0')}` })
  expect(await outcomeOf(it.ask())).toBe('invalid')
})

test('a request in a project whose issues were turned off waits for nobody', async () => {
  const it = await scene()
  await it.ask()
  const counts = async () => [
    (await it.as('rita').call(getViewer, {})).counts.todos,
    (await it.as('rita').call(getWaitingSwaps, {})).length,
  ]
  expect(await counts()).toEqual([1, 1])
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'disabled' }).where('id', '=', it.project.id).execute()
  expect(await counts()).toEqual([0, 0])
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'enabled' }).where('id', '=', it.project.id).execute()
  expect(await counts()).toEqual([1, 1])
})
