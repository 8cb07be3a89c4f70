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
export function offsetAt(moment: number, timeZone: string | undefined): number {
  if (timeZone === undefined || timeZone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value ?? 0)
  const wall = new Date(0)
  wall.setUTCFullYear(of('year'), of('month') - 1, of('day'))
  wall.setUTCHours(of('hour'), of('minute'), of('second'))
  return wall.getTime() - Math.floor(moment / 1000) * 1000
}
