/**
 * The day of the calendar at a moment.
 *
 * @param now  ISO 8601
 * @param timeZone  IANA name; undefined is UTC
 * @returns yyyy-mm-dd
 */
export function dayAt(now: string, timeZone: string | undefined): string {
  const moment = Date.parse(now)
  return new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 10)
}

/** The time by which the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (moment: number, timeZone: string | undefined): number => offsetsOf(timeZone)(moment)

function offsetsOf(timeZone: string | undefined): (moment: number) => number {
  if (timeZone === undefined || timeZone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return moment => {
    const parts = format.formatToParts(moment)
    const of = (type: string) => Number(parts.find(part => part.type === type)?.value ?? 0)
    const wall = new Date(0)
    wall.setUTCFullYear(of('year'), of('month') - 1, of('day'))
    wall.setUTCHours(of('hour'), of('minute'), of('second'))
    return wall.getTime() - Math.floor(moment / 1000) * 1000
  }
}

/** The clock of a time zone: a wall time is the milliseconds of the same date and time in UTC. */
export interface ZoneClock {
  readonly wallAt: (moment: number) => number
  /**
   * The moment of a wall time. A time that the clocks skip counts as if they had not been set forward yet; of a time that occurs
   * twice, the first one counts.
   */
  readonly momentOf: (wall: number) => number
}

/** @param timeZone  IANA name */
export function zoneClock(timeZone: string): ZoneClock {
  const offset = byDay(offsetsOf(timeZone))
  return {
    wallAt: moment => moment + offset(moment),
    momentOf: wall => {
      // The clocks of a place are set at most once in two days.
      const [before, after] = [offset(wall - dayMs), offset(wall + dayMs)]
      if (before === after || offset(wall - before) === before) return wall - before
      return offset(wall - after) === after ? wall - after : wall - before
    },
  }
}

const dayMs = 86_400_000
/** Days whose offsets a clock keeps. */
const daysKept = 4_000

/** Offsets, looked up at the ends of a day: the clocks are set within few days, and formatting a time is slow. */
function byDay(offset: (moment: number) => number): (moment: number) => number {
  const startOf = new Map<number, number>()
  const atStartOf = (day: number): number => {
    const known = startOf.get(day)
    if (known !== undefined) return known
    if (startOf.size >= daysKept) startOf.clear()
    const found = offset(day * dayMs)
    startOf.set(day, found)
    return found
  }
  return moment => {
    const day = Math.floor(moment / dayMs)
    const atStart = atStartOf(day)
    return atStart === atStartOf(day + 1) ? atStart : offset(moment)
  }
}
