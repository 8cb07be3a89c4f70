import { useState } from 'react'
import { useCall } from '#web/api/use-call.ts'
import { messages as planMessages } from '#web/plan/messages.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { addOverride, onCallReadings, type Person, type ScheduleData } from './calls.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

interface OverrideDialogProps {
  readonly projectPath: string
  readonly schedule: ScheduleData
  readonly onClose: () => void
}

/** Puts one person on call for some time. */
export function OverrideDialog({ projectPath, schedule, onClose }: OverrideDialogProps) {
  const { today, tomorrow } = useScheduleTimes(schedule.timeZone)
  const [rotationId, setRotationId] = useState(String(schedule.rotations[0]?.id ?? ''))
  const [person, setPerson] = useState<Person | null>(null)
  const [startsAt, setStartsAt] = useState(() => `${today}T09:00`)
  const [endsAt, setEndsAt] = useState(() => `${tomorrow}T09:00`)
  const [search, setSearch] = useState('')
  const found = usePeople(projectPath, search)
  const save = useCall(addOverride, {
    refreshes: onCallReadings,
    onSuccess: () => {
      showToast(`${person?.name ?? ''} stands in`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Override"
      description={`One person is on call in the place of the rotation. Times are in ${schedule.timeZone}.`}
      size="s"
      onClose={onClose}
      submit="Add override"
      disabled={person === null || startsAt === '' || endsAt === ''}
      busy={save.isPending}
      problem={save.error?.message}
      onSubmit={() =>
        person !== null && save.mutate({ rotationId: Number(rotationId), username: person.username, startsAt, endsAt })
      }
    >
      {schedule.rotations.length > 1 && (
        <FormField label="Rotation">
          <Select
            value={rotationId}
            options={schedule.rotations.map(({ id, name }) => ({ value: String(id), label: name }))}
            onValue={setRotationId}
          />
        </FormField>
      )}
      <FormField label="Person" required>
        <Combobox
          label="Person"
          autoFocus
          options={found.items.map(personOption)}
          selected={person === null ? [] : [{ id: String(person.id), text: person.name }]}
          onChange={([chosen]) => setPerson(found.items.find(({ id }) => String(id) === chosen?.id) ?? null)}
          onQuery={setSearch}
          loading={found.isLoading}
          placeholder="Search users"
          empty={planMessages.noMatches}
        />
      </FormField>
      <div className={styles.pair}>
        <FormField label="From" required>
          <TextInput type="datetime-local" value={startsAt} onValue={setStartsAt} />
        </FormField>
        <FormField label="To" required>
          <TextInput type="datetime-local" value={endsAt} onValue={setEndsAt} />
        </FormField>
      </div>
    </FormDialog>
  )
}
