import { useViewer } from '#web/api/viewer.ts'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { addDays } from '#web/ui/forms/dates/day.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { currentTime } from '#web/ui/text/clock.ts'
import { fieldProblem } from './problems.ts'

interface ExpiresOnFieldProps {
  readonly of: 'token' | 'key'
  /** Whether it has to expire, within a year. */
  readonly required?: boolean
  /** The failure of the call that saves the form. */
  readonly error: Parameters<typeof fieldProblem>[0]
  /** A day, yyyy-mm-dd; null for no expiration. */
  readonly value: string | null
  readonly onValue: (value: string | null) => void
}

/** The day on which a token or key expires, tomorrow at the earliest. */
export function ExpiresOnField({ of, required = false, error, value, onValue }: ExpiresOnFieldProps) {
  const { user } = useViewer()
  // The server compares days in UTC.
  const today = currentTime().toISOString().slice(0, 10)
  return (
    <FormField
      label="Expires on"
      hint={required ? 'Within a year from today.' : `Leave empty for a ${of} that does not expire.`}
      error={required && value === null ? 'Choose the day on which it expires' : null}
      refusal={fieldProblem(error, 'expiresAt', 'The expiration date')}
    >
      <DatePicker
        label="Expires on"
        value={value}
        // The preference holds one of the days of the week.
        firstDay={(user?.firstDayOfWeek ?? 0) as WeekDay}
        // A token ends when that day begins.
        min={addDays(today, 1)}
        {...(required && { max: addDays(today, 365) })}
        onValue={onValue}
      />
    </FormField>
  )
}
