import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import type { Day } from '#web/ui/forms/dates/day.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from './messages.ts'
import { morningAfter, morningOf } from './snooze-times.ts'

interface SnoozeDialogProps {
  readonly today: Day
  /** The to-do left the list while its date was being chosen: it was probably marked as done elsewhere. */
  readonly isGone: boolean
  readonly onPick: (until: Date) => void
  readonly onClose: () => void
}

const asDay = (moment: Date): Day =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(part => String(part).padStart(2, '0')).join('-')

export function SnoozeDialog({ today, isGone, onPick, onClose }: SnoozeDialogProps) {
  const { user } = useViewer()
  const [day, setDay] = useState<Day | null>(null)
  const from = morningOf(today)
  const firstDay = user?.firstDayOfWeek
  return (
    <FormDialog
      title="Snooze until"
      description="The to-do returns at 9:00 AM."
      size="s"
      onClose={onClose}
      submit={isGone ? 'Restore and snooze' : 'Snooze'}
      disabled={day === null}
      onSubmit={() => day !== null && onPick(morningOf(day))}
    >
      {isGone && <Banner tone="warning">{messages.gone}</Banner>}
      <FormField label="Date">
        <DatePicker
          label="Date"
          value={day}
          onValue={setDay}
          min={asDay(morningAfter(from, 1))}
          max={asDay(morningAfter(from, 365))}
          {...(firstDay === 0 || firstDay === 1 || firstDay === 6 ? { firstDay } : {})}
        />
      </FormField>
    </FormDialog>
  )
}
