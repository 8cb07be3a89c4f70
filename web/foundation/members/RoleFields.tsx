import { useViewer } from '#web/api/viewer.ts'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { addDays, today } from '#web/ui/forms/dates/day.ts'
import { Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { roles } from './roles.ts'

interface RoleFieldsProps {
  readonly label: string
  readonly grantable: readonly number[]
  readonly level: number
  readonly expiresAt: string | null
  readonly levelError: string | null
  readonly expiryError: string | null
  readonly onLevel: (level: number) => void
  readonly onExpiry: (day: string | null) => void
}

/** The role that is chosen first: Developer. */
export const usualLevel = 30

/** The role of a member, and its end. */
export function RoleFields(props: RoleFieldsProps) {
  const { user } = useViewer()
  const role = roles.find(each => each.level === props.level)
  return (
    <Pair>
      <FormField label={props.label} hint={role?.may} error={props.levelError}>
        <Select
          options={roles
            .filter(each => props.grantable.includes(each.level))
            .map(each => ({ value: String(each.level), label: each.name }))}
          value={String(props.level)}
          onValue={level => props.onLevel(Number(level))}
        />
      </FormField>
      <FormField label="Access expires" optional error={props.expiryError}>
        <DatePicker
          label="Access expires"
          value={props.expiresAt}
          // The preference holds one of the days of the week.
          firstDay={(user?.firstDayOfWeek ?? 0) as WeekDay}
          min={addDays(today(), 1)}
          onValue={props.onExpiry}
        />
      </FormField>
    </Pair>
  )
}
