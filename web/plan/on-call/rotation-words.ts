import { counted } from '#web/ui/text/counted.ts'
import type { RotationData } from './calls.ts'
import { weekdayNames } from './messages.ts'

/** The units of a turn, as one of them is counted. */
export const turnNouns = { HOURS: 'hour', DAYS: 'day', WEEKS: 'week' } as const

/** "Turns of 1 week · 08:00–18:00 · Mon, Tue" */
export function rotationWords({ length, lengthUnit, activePeriod, weekdays, calendar }: RotationData): string {
  if (calendar !== null) return calendar.host === null ? 'From a calendar file' : `From a calendar on ${calendar.host}`
  return [
    `Turns of ${counted(length, turnNouns[lengthUnit])}`,
    activePeriod && `${activePeriod.startTime}–${activePeriod.endTime}`,
    weekdays.length < 7 && weekdayWords(weekdays),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** "Mon–Fri" for days in a row, otherwise "Mon, Wed". */
function weekdayWords(days: readonly number[]): string {
  const names = days.map(day => weekdayNames[day - 1])
  const isRow = days.length > 2 && days.every((day, index) => day === (days[0] ?? 0) + index)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}
