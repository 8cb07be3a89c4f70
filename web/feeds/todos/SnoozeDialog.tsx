import { useId, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import type { Day } from '#web/ui/forms/dates/day.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { morningAfter, morningOf } from './snooze-times.ts'

interface SnoozeDialogProps {
  readonly today: Day
  readonly onPick: (until: Date) => void
  readonly onClose: () => void
}

const asDay = (moment: Date): Day =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(part => String(part).padStart(2, '0')).join('-')

export function SnoozeDialog({ today, onPick, onClose }: SnoozeDialogProps) {
  const { user } = useViewer()
  const [day, setDay] = useState<Day | null>(null)
  const form = useId()
  const from = morningOf(today)
  const firstDay = user?.firstDayOfWeek
  return (
    <Dialog
      title="Snooze until a date"
      description="The to-do returns at 9:00 AM."
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={day === null}>
            Snooze
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (day !== null && !holdsRefused(event.currentTarget)) onPick(morningOf(day))
        }}
      >
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
      </form>
    </Dialog>
  )
}
