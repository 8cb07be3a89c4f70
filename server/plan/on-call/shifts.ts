import type { ZoneClock } from '#server/platform/text/time-zone.ts'

export type LengthUnit = 'HOURS' | 'DAYS' | 'WEEKS'

export interface Participant {
  readonly id: number
  readonly userId: number
  /** Their account is active and they may read the incidents of the project. */
  readonly isAvailable: boolean
}

/** Moments are milliseconds since 1970. */
export interface Rotation {
  readonly length: number
  readonly lengthUnit: LengthUnit
  readonly startsAt: number
  readonly endsAt: number | null
  /** Minutes after midnight by the clock of the schedule; null: all day. If `to` is before `from`, it is on the next day. */
  readonly activePeriod: { readonly from: number; readonly to: number } | null
  /** 1 for Monday to 7 for Sunday. A period past midnight belongs to the day on which it begins. */
  readonly weekdays: readonly number[]
  /** In the order in which they take turns. */
  readonly participants: readonly Participant[]
  /** The shifts of a calendar, in their order, which take the place of turns: several people may be on call together. Null: turns. */
  readonly calendarShifts: readonly CalendarShift[] | null
}

export interface CalendarShift extends Interval {
  readonly participantId: number
}

export interface Override {
  readonly id: number
  readonly userId: number
  readonly isAvailable: boolean
  readonly startsAt: number
  readonly endsAt: number
}

export interface Shift {
  readonly startsAt: number
  readonly endsAt: number
  readonly userId: number
  /** Null in an override. */
  readonly participantId: number | null
  /** Null in a shift of the rotation itself. */
  readonly overrideId: number | null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A turn of one participant: from one hand-over to the next. */
interface Turn {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
}

/**
 * The shifts of a rotation that overlap an interval, in their order and in their full length. Hand-overs are at the same time of the
 * clock in summer and winter; only turns of hours are counted in elapsed time.
 *
 * Participants who are not available are skipped: the next one in order takes their turn, so that the turns of the others stay.
 */
export function shiftsOf(rotation: Rotation, clock: ZoneClock, from: number, to: number): readonly Shift[] {
  if (rotation.calendarShifts !== null) return calendarShiftsOf(rotation, rotation.calendarShifts, from, to)
  const shifts: Shift[] = []
  const active = activeIntervals(rotation, clock, from, to)
  for (const turn of turnsFrom(rotation, clock, from)) {
    if (turn.startsAt >= to) break
    const participant = onTurn(rotation.participants, turn.index)
    if (participant === null) break
    for (const { startsAt, endsAt } of active === null ? [turn] : partsOf(turn, active))
      if (startsAt < to && endsAt > from)
        shifts.push({ startsAt, endsAt, userId: participant.userId, participantId: participant.id, overrideId: null })
  }
  return shifts
}

/** People of a calendar who are not available have no shifts: nobody else is named to take them. */
const calendarShiftsOf = (
  { participants }: Rotation,
  shifts: readonly CalendarShift[],
  from: number,
  to: number,
): readonly Shift[] => {
  const users = new Map(participants.flatMap(({ id, userId, isAvailable }) => (isAvailable ? [[id, userId]] : [])))
  return shifts.flatMap(({ startsAt, endsAt, participantId }) => {
    const userId = users.get(participantId)
    if (userId === undefined || startsAt >= to || endsAt <= from) return []
    return [{ startsAt, endsAt, userId, participantId, overrideId: null }]
  })
}

/** The same with overrides: during an override, its person is on call in the place of everyone else. */
export function plannedShifts(
  rotation: Rotation,
  overrides: readonly Override[],
  clock: ZoneClock,
  from: number,
  to: number,
): readonly Shift[] {
  const concerned = overrides.filter(each => each.isAvailable && each.startsAt < to && each.endsAt > from)
  const taken = laidOut(concerned)
  // An override may leave of a shift only a part outside of the interval.
  return [...shiftsOf(rotation, clock, from, to).flatMap(shift => partsOutside(shift, taken)), ...taken]
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .toSorted((a, b) => a.startsAt - b.startsAt)
}

/**
 * Overrides side by side: where several overlap, the last one that was made counts. The time between all their beginnings and ends is
 * given away from the last override to the first, and each part only once, so that a thousand overrides take no million steps.
 *
 * @returns in their order in time
 */
function laidOut(overrides: readonly Override[]): readonly Shift[] {
  const moments = [...new Set(overrides.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))].toSorted(
    (a, b) => a - b,
  )
  const indexes = new Map(moments.map((moment, index) => [moment, index]))
  const owners: (Override | undefined)[] = moments.map(() => undefined)
  const freeFrom = firstFree(moments.length)
  for (const override of overrides.toSorted((a, b) => b.id - a.id)) {
    // Both are among the moments.
    const [first, end] = [indexes.get(override.startsAt) ?? 0, indexes.get(override.endsAt) ?? 0]
    for (let at = freeFrom.find(first); at < end; at = freeFrom.find(at)) {
      owners[at] = override
      freeFrom.take(at)
    }
  }
  const shifts: { -readonly [Key in keyof Shift]: Shift[Key] }[] = []
  for (const [index, owner] of owners.entries()) {
    const [startsAt, endsAt] = [moments[index], moments[index + 1]]
    if (owner === undefined || startsAt === undefined || endsAt === undefined) continue
    const previous = shifts.at(-1)
    if (previous?.overrideId === owner.id && previous.endsAt === startsAt) previous.endsAt = endsAt
    else shifts.push({ startsAt, endsAt, userId: owner.userId, participantId: null, overrideId: owner.id })
  }
  return shifts
}

/** Numbers from 0 that are taken one after the other, with a short way from each one to the next that is free. */
function firstFree(count: number) {
  const next = Array.from({ length: count + 1 }, (_, index) => index)
  return {
    take: (index: number): void => {
      next[index] = index + 1
    },
    find: (index: number): number => {
      let found = index
      while (next[found] !== undefined && next[found] !== found) {
        const following = next[found] ?? found
        next[found] = next[following] ?? following
        found = following
      }
      return found
    },
  }
}

/** The parts of a shift that are outside of intervals, which follow one another. */
function partsOutside(shift: Shift, intervals: readonly Interval[]): readonly Shift[] {
  const parts: Shift[] = []
  let reached = shift.startsAt
  for (let at = firstEndingAfter(intervals, shift.startsAt); at < intervals.length; at++) {
    const interval = intervals[at]
    if (interval === undefined || interval.startsAt >= shift.endsAt) break
    if (interval.startsAt > reached) parts.push({ ...shift, startsAt: reached, endsAt: interval.startsAt })
    reached = interval.endsAt
  }
  return reached < shift.endsAt ? [...parts, { ...shift, startsAt: reached }] : parts
}

/** The people on call in a rotation at a moment. Only calendars name several. */
export const onCallAt = (
  rotation: Rotation,
  overrides: readonly Override[],
  clock: ZoneClock,
  moment: number,
): readonly number[] => crewOf(plannedShifts(rotation, overrides, clock, moment, moment + 1), moment)

/** The people of the shifts at a moment, each once. */
const crewOf = (shifts: readonly Shift[], moment: number): readonly number[] => [
  ...new Set(shifts.filter(({ startsAt, endsAt }) => startsAt <= moment && endsAt > moment).map(each => each.userId)),
]

export interface Interval {
  readonly startsAt: number
  readonly endsAt: number
}

/** The parts of an interval that no shift covers. */
export function gapsIn(shifts: readonly Interval[], from: number, to: number): readonly Interval[] {
  const gaps: Interval[] = []
  let reached = from
  for (const { startsAt, endsAt } of shifts.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (startsAt >= to) break
    if (startsAt > reached) gaps.push({ startsAt: reached, endsAt: startsAt })
    reached = Math.max(reached, endsAt)
  }
  return reached < to ? [...gaps, { startsAt: reached, endsAt: to }] : gaps
}

function* turnsFrom(rotation: Rotation, clock: ZoneClock, from: number): Generator<Turn> {
  const { startsAt, endsAt, length, lengthUnit } = rotation
  const startOf = turnStarts(rotation, clock)
  const sizeMs = length * { HOURS: 60 * minuteMs, DAYS: dayMs, WEEKS: 7 * dayMs }[lengthUnit]
  // The clocks may have been set in between, which moves the moment by less than a turn.
  let index = Math.max(0, Math.floor((from - startsAt) / sizeMs) - 1)
  while (startOf(index + 1) <= from) index++
  for (; ; index++) {
    const turn = { index, startsAt: startOf(index), endsAt: Math.min(startOf(index + 1), endsAt ?? Number.MAX_VALUE) }
    if (turn.startsAt >= turn.endsAt) return
    yield turn
  }
}

/** @returns the moment at which a turn begins, by its number */
function turnStarts({ startsAt, length, lengthUnit }: Rotation, clock: ZoneClock): (index: number) => number {
  if (lengthUnit === 'HOURS') return index => startsAt + index * length * 60 * minuteMs
  const [wall, wallMs] = [clock.wallAt(startsAt), length * (lengthUnit === 'DAYS' ? 1 : 7) * dayMs]
  return index => (index === 0 ? startsAt : clock.momentOf(wall + index * wallMs))
}

function onTurn(participants: readonly Participant[], index: number): Participant | null {
  for (let skipped = 0; skipped < participants.length; skipped++) {
    const participant = participants[(index + skipped) % participants.length]
    if (participant?.isAvailable) return participant
  }
  return null
}

/**
 * The times in which someone is on call, as far as an interval needs them: days in a row are one, so that shifts are whole.
 *
 * @returns null for a rotation without pauses
 */
function activeIntervals(
  { activePeriod, weekdays }: Rotation,
  clock: ZoneClock,
  from: number,
  to: number,
): readonly Interval[] | null {
  if (activePeriod === null && weekdays.length === 7) return null
  const period = activePeriod ?? { from: 0, to: 0 }
  const lengthDays = period.to <= period.from ? 1 : 0
  const intervals: { startsAt: number; endsAt: number }[] = []
  const [first, last] = [dayOf(clock, from - 8 * dayMs) - 1, dayOf(clock, to + 8 * dayMs)]
  for (let day = first; day <= last; day++) {
    if (!weekdays.includes(weekdayOf(day))) continue
    const startsAt = clock.momentOf(day * dayMs + period.from * minuteMs)
    const endsAt = clock.momentOf((day + lengthDays) * dayMs + period.to * minuteMs)
    const previous = intervals.at(-1)
    if (previous !== undefined && startsAt <= previous.endsAt) previous.endsAt = Math.max(previous.endsAt, endsAt)
    else if (startsAt < endsAt) intervals.push({ startsAt, endsAt })
  }
  return intervals
}

/** The parts of a turn in intervals that follow one another. */
function partsOf(turn: Turn, intervals: readonly Interval[]): readonly Interval[] {
  const parts: Interval[] = []
  for (let at = firstEndingAfter(intervals, turn.startsAt); at < intervals.length; at++) {
    const interval = intervals[at]
    if (interval === undefined || interval.startsAt >= turn.endsAt) break
    parts.push({
      startsAt: Math.max(turn.startsAt, interval.startsAt),
      endsAt: Math.min(turn.endsAt, interval.endsAt),
    })
  }
  return parts
}

/** The index of the first interval that ends after a moment, found by halving. */
function firstEndingAfter(intervals: readonly Interval[], moment: number): number {
  let [low, high] = [0, intervals.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((intervals[middle]?.endsAt ?? 0) > moment) high = middle
    else low = middle + 1
  }
  return low
}

/** Days since 1970 by the clock. */
const dayOf = (clock: ZoneClock, moment: number): number => Math.floor(clock.wallAt(moment) / dayMs)

/** The first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

export interface Duty {
  /** Empty: nobody. */
  readonly userIds: readonly number[]
  /** Null where nothing changes within the time that was looked at. */
  readonly until: number | null
  /** The next people, if they are known. */
  readonly next: { readonly userIds: readonly number[]; readonly from: number } | null
}

/** The days to look ahead where there are times without anyone. */
const pauseDays = 35

/**
 * Who is on call at a moment, until when, and who comes next.
 *
 * @param only  a person: the others are left out
 */
export function dutyAt(
  rotation: Rotation,
  overrides: readonly Override[],
  clock: ZoneClock,
  now: number,
  only?: number,
): Duty {
  const sizeDays = { HOURS: rotation.length / 24, DAYS: rotation.length, WEEKS: 7 * rotation.length }[
    rotation.lengthUnit
  ]
  const isWhole = rotation.calendarShifts === null && rotation.activePeriod === null && rotation.weekdays.length === 7
  // Turns without pauses end with one of another person after a round at most.
  const horizon = now + dayMs * (isWhole ? 1 + sizeDays * (rotation.participants.length + 1) : pauseDays)
  const shifts = plannedShifts(rotation, overrides, clock, now, horizon).filter(
    ({ userId }) => only === undefined || userId === only,
  )
  const userIds = crewOf(shifts, now)
  const moments = [...new Set(shifts.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))]
    .filter(moment => moment > now && moment < horizon)
    .toSorted((a, b) => a - b)
  let [until, from]: [number | null, number | null] = [null, null]
  for (const moment of moments) {
    const crew = crewOf(shifts, moment)
    if (until === null && !isSame(crew, userIds)) until = moment
    if (until === null || crew.length === 0) continue
    from = moment
    break
  }
  return { userIds, until, next: from === null ? null : { userIds: crewOf(shifts, from), from } }
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))
