import { expect, test } from 'vitest'
import { zoneClock } from '#server/platform/text/time-zone.ts'
import {
  dutyAt,
  gapsIn,
  type Override,
  onCallAt,
  plannedShifts,
  type Rotation,
  type Shift,
  shiftsOf,
} from './shifts.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const shown = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString().slice(0, 16)

/** Dan (1), Mina (2) and Rita (3) take turns. */
const rotation = (more: Partial<Rotation> = {}): Rotation => ({
  length: 1,
  lengthUnit: 'DAYS',
  startsAt: at('2026-01-05T00:00'),
  endsAt: null,
  activePeriod: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  participants: [1, 2, 3].map(userId => ({ id: userId * 10, userId, isAvailable: true })),
  calendarShifts: null,
  ...more,
})

const table = (made: Rotation, zone: string, from: string, to: string) =>
  shiftsOf(made, zoneClock(zone), at(from), at(to)).map(
    shift => `${shown(shift.startsAt)} – ${shown(shift.endsAt)} ${shift.userId}`,
  )

// The moments at which the clocks read the hand-over time, from the zones' published rules for 2026.
test.each([
  // Berlin: 29 March 02:00 becomes 03:00; 25 October 03:00 becomes 02:00.
  ['Europe/Berlin', '2026-03-28T08:00', ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']],
  ['Europe/Berlin', '2026-03-28T01:30', ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']],
  ['Europe/Berlin', '2026-10-24T07:00', ['2026-10-24T07:00', '2026-10-25T08:00', '2026-10-26T08:00']],
  ['Europe/Berlin', '2026-10-24T00:30', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
  // New York: 8 March 02:00 becomes 03:00; 1 November 02:00 becomes 01:00.
  ['America/New_York', '2026-03-07T14:00', ['2026-03-07T14:00', '2026-03-08T13:00', '2026-03-09T13:00']],
  ['America/New_York', '2026-03-07T07:30', ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30']],
  ['America/New_York', '2026-10-31T13:00', ['2026-10-31T13:00', '2026-11-01T14:00', '2026-11-02T14:00']],
  ['America/New_York', '2026-10-31T05:30', ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30']],
  // Lord Howe: by half an hour. 4 October 02:00 becomes 02:30; 5 April 02:00 becomes 01:30.
  ['Australia/Lord_Howe', '2026-10-02T22:30', ['2026-10-02T22:30', '2026-10-03T22:00', '2026-10-04T22:00']],
  ['Australia/Lord_Howe', '2026-10-02T15:45', ['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15']],
  ['Australia/Lord_Howe', '2026-04-03T22:00', ['2026-04-03T22:00', '2026-04-04T22:30', '2026-04-05T22:30']],
  ['Australia/Lord_Howe', '2026-04-03T14:45', ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15']],
])(
  'in %s a daily hand-over from %s on keeps its time of the clock across the night of the change',
  (zone, start, handOvers) => {
    const made = rotation({ startsAt: at(start) })
    const shifts = shiftsOf(made, zoneClock(zone), at(start), at(start) + 60 * 3_600_000)
    expect(shifts.map(shift => shown(shift.startsAt))).toEqual(handOvers)
    for (const [index, shift] of shifts.entries()) {
      expect(shift.endsAt).toBe(shifts[index + 1]?.startsAt ?? shift.endsAt)
      expect(onCallAt(made, [], zoneClock(zone), shift.startsAt)).toEqual([index + 1])
      expect(onCallAt(made, [], zoneClock(zone), shift.endsAt - 1)).toEqual([index + 1])
    }
  },
)

test('turns of hours are elapsed time: a night with the change of the clocks has no longer one', () => {
  const made = rotation({ lengthUnit: 'HOURS', length: 12, startsAt: at('2026-03-28T08:00') })
  expect(table(made, 'Europe/Berlin', '2026-03-28T08:00', '2026-03-29T20:00')).toEqual([
    '2026-03-28T08:00 – 2026-03-28T20:00 1',
    '2026-03-28T20:00 – 2026-03-29T08:00 2',
    '2026-03-29T08:00 – 2026-03-29T20:00 3',
  ])
})

test('turns of weeks and their order are the same years later, and a rotation ends at its end', () => {
  const made = rotation({ lengthUnit: 'WEEKS', startsAt: at('2026-01-05T08:00'), endsAt: at('2028-06-14T10:00') })
  expect(table(made, 'Europe/Berlin', '2028-06-01T00:00', '2028-07-01T00:00')).toEqual([
    '2028-05-29T07:00 – 2028-06-05T07:00 3',
    '2028-06-05T07:00 – 2028-06-12T07:00 1',
    '2028-06-12T07:00 – 2028-06-14T10:00 2',
  ])
  expect(table(made, 'Europe/Berlin', '2025-12-01T00:00', '2026-01-05T08:00')).toEqual([])
})

test('an active period past midnight is cut at a hand-over, and has the hours of the clock in the night of the change', () => {
  const made = rotation({
    startsAt: at('2026-03-28T11:00'),
    activePeriod: { from: 22 * 60, to: 6 * 60 },
  })
  expect(table(made, 'Europe/Berlin', '2026-03-28T00:00', '2026-03-30T00:00')).toEqual([
    '2026-03-28T21:00 – 2026-03-29T04:00 1',
    '2026-03-29T20:00 – 2026-03-30T04:00 2',
  ])
})

test('on working days only, days in a row are one shift, and the weekend is a gap', () => {
  const made = rotation({ lengthUnit: 'WEEKS', startsAt: at('2026-01-04T23:00'), weekdays: [1, 2, 3, 4, 5] })
  const weeks = ['2026-01-04T23:00 – 2026-01-09T23:00 1', '2026-01-11T23:00 – 2026-01-16T23:00 2']
  expect(table(made, 'Europe/Berlin', '2026-01-05T00:00', '2026-01-16T00:00')).toEqual(weeks)
  expect(table(made, 'Europe/Berlin', '2026-01-07T12:00', '2026-01-07T13:00')).toEqual([weeks[0]])
  const shifts = shiftsOf(made, zoneClock('Europe/Berlin'), at('2026-01-05T00:00'), at('2026-01-16T00:00'))
  expect(gapsIn(shifts, at('2026-01-05T00:00'), at('2026-01-12T00:00'))).toEqual([
    { startsAt: at('2026-01-09T23:00'), endsAt: at('2026-01-11T23:00') },
  ])
})

test('a participant who is not available is skipped by the next in order, and the turns of the others stay', () => {
  const participants = [1, 2, 3].map(userId => ({ id: userId, userId, isAvailable: userId !== 2 }))
  const who = (made: Rotation) =>
    shiftsOf(made, zoneClock('UTC'), at('2026-01-05T00:00'), at('2026-01-11T00:00')).map(shift => shift.userId)
  expect(who(rotation({ participants }))).toEqual([1, 3, 3, 1, 3, 3])
  expect(who(rotation({ participants: participants.map(each => ({ ...each, isAvailable: false })) }))).toEqual([])
})

test('an override replaces the person for its time, also where nobody would be on call; the later of two counts', () => {
  const made = rotation({ activePeriod: { from: 8 * 60, to: 16 * 60 } })
  const override = (id: number, from: string, to: string, isAvailable = true) => ({
    ...{ id, userId: 100 + id, isAvailable, startsAt: at(from), endsAt: at(to) },
  })
  const overrides = [
    override(1, '2026-01-05T10:00', '2026-01-05T12:00'),
    override(2, '2026-01-05T11:00', '2026-01-05T20:00'),
    override(3, '2026-01-05T08:00', '2026-01-05T20:00', false),
  ]
  const shifts = plannedShifts(made, overrides, zoneClock('UTC'), at('2026-01-05T00:00'), at('2026-01-06T00:00'))
  expect(shifts.map(shift => `${shown(shift.startsAt)} ${shown(shift.endsAt)} ${shift.userId}`)).toEqual([
    '2026-01-05T08:00 2026-01-05T10:00 1',
    '2026-01-05T10:00 2026-01-05T11:00 101',
    '2026-01-05T11:00 2026-01-05T20:00 102',
  ])
  for (const [moment, who] of [
    ['2026-01-05T09:59', 1],
    ['2026-01-05T10:00', 101],
    ['2026-01-05T19:59', 102],
    ['2026-01-05T20:00', null],
  ] as const)
    expect(onCallAt(made, overrides, zoneClock('UTC'), at(moment))).toEqual(who === null ? [] : [who])
})

test.each<[string, Partial<Rotation>, string, [number | null, string | null, [number, string] | null]]>([
  ['a turn that is followed by the next', {}, '2026-01-05T10:00', [1, '2026-01-06T00:00', [2, '2026-01-06T00:00']]],
  [
    'a gap until the next shift',
    { activePeriod: { from: 480, to: 960 } },
    '2026-01-05T20:00',
    [null, '2026-01-06T08:00', [2, '2026-01-06T08:00']],
  ],
  [
    'one person without an end',
    { participants: [{ id: 1, userId: 7, isAvailable: true }] },
    '2026-01-05T20:00',
    [7, null, null],
  ],
  ['a last shift', { endsAt: at('2026-01-05T18:00') }, '2026-01-05T10:00', [1, '2026-01-05T18:00', null]],
  [
    'a turn of a year',
    { lengthUnit: 'WEEKS', length: 52 },
    '2026-01-05T10:00',
    [1, '2027-01-04T00:00', [2, '2027-01-04T00:00']],
  ],
  ['nobody at all', { participants: [] }, '2026-01-05T10:00', [null, null, null]],
])('who is on call, until when and who is next: %s', (_what, more, now, [userId, until, next]) => {
  const duty = dutyAt(rotation(more), [], zoneClock('UTC'), at(now))
  const nextUp = duty.next && [...duty.next.userIds, shown(duty.next.from)]
  expect([duty.userIds[0] ?? null, shown(duty.until), nextUp]).toEqual([userId, until, next])
})

/** The definition: each override in turn takes its time from everything before. */
function oneByOne(made: Rotation, overrides: readonly Override[], from: number, to: number): readonly Shift[] {
  const without = (shift: Shift, { startsAt, endsAt }: Override) =>
    shift.endsAt <= startsAt || shift.startsAt >= endsAt
      ? [shift]
      : [
          { ...shift, endsAt: startsAt },
          { ...shift, startsAt: endsAt },
        ].filter(part => part.startsAt < part.endsAt)
  return overrides
    .filter(each => each.isAvailable && each.startsAt < to && each.endsAt > from)
    .toSorted((a, b) => a.id - b.id)
    .reduce<readonly Shift[]>(
      (before, each) => [
        ...before.flatMap(shift => without(shift, each)),
        ...[
          {
            startsAt: each.startsAt,
            endsAt: each.endsAt,
            userId: each.userId,
            participantId: null,
            overrideId: each.id,
          },
        ],
      ],
      shiftsOf(made, zoneClock('UTC'), from, to),
    )
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .toSorted((a, b) => a.startsAt - b.startsAt)
}

test('overrides that touch and overlap in any way are laid over the shifts as if each came in turn', () => {
  let seed = 7
  // Knuth's linear congruential generator: the same inputs in each run.
  const random = (below: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((seed / 2 ** 32) * below)
  }
  const [start, hour] = [at('2026-01-05T00:00'), 3_600_000]
  for (let round = 0; round < 2_000; round++) {
    const made = rotation({
      lengthUnit: 'HOURS',
      length: 1 + random(9),
      ...(random(2) === 0 && { activePeriod: { from: 8 * 60, to: 16 * 60 } }),
    })
    const overrides = Array.from({ length: random(9) }, (_, index) => {
      const startsAt = start + random(48) * hour
      return {
        ...{ id: (index * 5) % 9, userId: 100 + random(3), isAvailable: random(8) > 0 },
        ...{ startsAt, endsAt: startsAt + (1 + random(20)) * hour },
      }
    })
    const from = start + random(40) * hour
    const to = from + (1 + random(30)) * hour
    expect(plannedShifts(made, overrides, zoneClock('UTC'), from, to)).toEqual(oneByOne(made, overrides, from, to))
  }
})

test('overrides laid over shifts take time in proportion to their number', () => {
  const overrides = Array.from({ length: 20_000 }, (_, id) => {
    const startsAt = at('2026-01-05T00:00') + ((id * 7919) % 20_000) * 1_800_000
    return { id, userId: 100 + (id % 3), isAvailable: true, startsAt, endsAt: startsAt + 3_600_000 }
  })
  const before = performance.now()
  const shifts = plannedShifts(rotation(), overrides, zoneClock('UTC'), at('2026-01-05T00:00'), at('2027-03-01T00:00'))
  expect(shifts.length).toBeGreaterThan(10_000)
  // One after the other, they take more than twenty seconds.
  expect(performance.now() - before).toBeLessThan(2_000)
})
