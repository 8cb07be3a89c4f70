import type { CheckInState } from '#contract/monitor/alerts/check-in-limits.ts'
import { counted } from '#web/ui/text/counted.ts'

export const stateLabels: Readonly<Record<CheckInState, string>> = {
  new: 'Waiting for the first call',
  on_time: 'On time',
  missing: 'Missing',
  paused: 'Paused',
}

/** Units of an interval, with their minutes. */
export const intervalUnits = [
  { value: 'minutes', label: 'Minutes', noun: 'minute', minutes: 1 },
  { value: 'hours', label: 'Hours', noun: 'hour', minutes: 60 },
  { value: 'days', label: 'Days', noun: 'day', minutes: 1440 },
] as const

export type IntervalUnit = (typeof intervalUnits)[number]

/** The largest unit of which an interval is a multiple. */
export const unitOf = (minutes: number): IntervalUnit =>
  intervalUnits.findLast(unit => minutes % unit.minutes === 0) ?? intervalUnits[0]

interface Schedule {
  readonly everyMinutes: number | null
  readonly cron: string | null
  readonly timeZone: string
}

/** "Every 5 minutes", "0 3 * * * (Europe/Berlin)". */
export function scheduleWords({ everyMinutes, cron, timeZone }: Schedule): string {
  if (everyMinutes === null) return `${cron ?? ''} (${timeZone})`
  const unit = unitOf(everyMinutes)
  const count = everyMinutes / unit.minutes
  return count === 1 ? `Every ${unit.noun}` : `Every ${counted(count, unit.noun)}`
}

/** The command that calls an address. It is silent unless it fails, so that cron sends no mail about it. */
export const callCommand = (url: string): string => `curl -fsS -m 10 --retry 5 -o /dev/null -X POST ${url}`

/** A line of a crontab that runs a job and calls the address if it succeeded; null for an interval that cron cannot express. */
export function crontabLine(schedule: Schedule, url: string): string | null {
  const pattern = schedule.cron ?? patternOf(schedule.everyMinutes ?? 0)
  return pattern === null ? null : `${pattern} /path/to/job && ${callCommand(url)}`
}

function patternOf(minutes: number): string | null {
  if (minutes < 60) return 60 % minutes === 0 ? `*/${minutes} * * * *` : null
  const hours = minutes / 60
  if (hours === 24) return '0 0 * * *'
  return Number.isInteger(hours) && 24 % hours === 0 ? `0 */${hours} * * *` : null
}
