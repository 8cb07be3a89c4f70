import { longestWindowDays } from '#contract/insights/stage-events.ts'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { dayAfter, daysBetween } from '#web/ui/text/days.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import { spans, spanTo } from './address.ts'
import styles from './ValueStreams.module.css'

interface DaysFieldProps {
  readonly from: string
  readonly to: string
  /** The address names days that cannot be shown. */
  readonly hasWrongDays: boolean
  readonly onDays: (days: { readonly from: string; readonly to: string }) => void
}

/** The days that the figures are about: a span up to today, or two days. */
export function DaysField({ from, to, hasWrongDays, onDays }: DaysFieldProps) {
  const today = useToday()
  const span = spans.find(days => to === today && daysBetween(from, to) === days - 1)
  const options = [
    ...(span === undefined ? [{ value: 'custom', label: 'Chosen days' }] : []),
    ...spans.map(days => ({ value: String(days), label: `Last ${days} days` })),
  ]
  return (
    <fieldset className={styles.days}>
      <legend>Days</legend>
      <Select
        aria-label="Span"
        value={span === undefined ? 'custom' : String(span)}
        options={options}
        onValue={days => days !== 'custom' && onDays(spanTo(today, Number(days)))}
      />
      <DatePicker
        label="First day"
        value={from}
        max={to}
        min={dayAfter(to, -longestWindowDays)}
        onValue={day => day !== null && onDays({ from: day, to })}
      />
      <span aria-hidden="true">–</span>
      <DatePicker
        label="Last day"
        value={to}
        min={from}
        max={dayAfter(from, longestWindowDays)}
        onValue={day => day !== null && onDays({ from, to: day })}
      />
      {hasWrongDays && (
        <p role="status" className={styles.wrongDays}>
          The days in the address cannot be shown: choose at most {longestWindowDays} days.
        </p>
      )}
    </fieldset>
  )
}
