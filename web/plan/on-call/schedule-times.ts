import { useContext } from 'react'
import { useReader } from '#web/ui/reader.ts'
import { TimeFormatContext } from '#web/ui/text/RelativeTime.tsx'
import { dayIn, describeDayOfWeek, describeTimeOfDay } from '#web/ui/text/time.ts'
import { useNow } from '#web/ui/text/use-now.ts'

const dayMs = 86_400_000

/** "09:00" */
const clockIn = (moment: Date, timeZone: string): string =>
  moment.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The words for moments by the clock of a time zone. */
export function useScheduleTimes(timeZone: string) {
  const reader = { ...useReader(), timeZone }
  const { clock } = useContext(TimeFormatContext)
  const now = useNow()
  const timeOf = (moment: string) => describeTimeOfDay(new Date(moment), clock, reader)
  const dayOf = (moment: string) => describeDayOfWeek(new Date(moment), reader)
  const isNear = (moment: string) => Math.abs(Date.parse(moment) - now) < 6 * dayMs
  return {
    now,
    timeOf,
    dayOf,
    /** "Mon, Nov 30, 09:00 – 17:00" */
    span: ({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) => {
      const isOneDay = dayIn(new Date(startsAt), reader) === dayIn(new Date(endsAt), reader)
      return `${dayOf(startsAt)}, ${timeOf(startsAt)} – ${isOneDay ? '' : `${dayOf(endsAt)}, `}${timeOf(endsAt)}`
    },
    /** "Mon 09:00"; with its date where it is further away. */
    shortly: (moment: string) =>
      isNear(moment) ? `${dayOf(moment).slice(0, 3)} ${timeOf(moment)}` : `${dayOf(moment)}, ${timeOf(moment)}`,
    /** As a field of a date and a time takes it: "2026-11-30T09:00". */
    wallOf: (moment: string) => `${dayIn(new Date(moment), reader)}T${clockIn(new Date(moment), timeZone)}`,
    today: dayIn(new Date(now), reader),
    tomorrow: dayIn(new Date(now + dayMs), reader),
    isToday: (moment: string) => dayIn(new Date(moment), reader) === dayIn(new Date(now), reader),
  }
}
