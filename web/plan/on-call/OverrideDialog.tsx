import { useState } from 'react'
import { useCall } from '#web/api/use-call.ts'
import { messages as planMessages } from '#web/plan/messages.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { addOverride, type OverrideValues, onCallReadings, type Person, type ScheduleData } from './calls.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

interface OverrideFields extends Pick<OverrideValues, 'startsAt' | 'endsAt'> {
  readonly rotationId: string
  readonly person: Person | null
}

interface OverrideDialogProps {
  readonly projectPath: string
  readonly schedule: ScheduleData
  readonly onClose: () => void
}

/** Puts one person on call for some time. */
export function OverrideDialog({ projectPath, schedule, onClose }: OverrideDialogProps) {
  const { today, tomorrow } = useScheduleTimes(schedule.timeZone)
  const [fresh] = useState(
    (): OverrideFields => ({
      rotationId: String(schedule.rotations[0]?.id ?? ''),
      person: null,
      startsAt: `${today}T09:00`,
      endsAt: `${tomorrow}T09:00`,
    }),
  )
  const draft = useKeptDraft(`schedule ${schedule.iid} override`, fresh, { isNew: true })
  const { rotationId, person, startsAt, endsAt } = draft.values
  const [search, setSearch] = useState('')
  const found = usePeople(projectPath, search)
  const save = useCall(addOverride, {
    refreshes: onCallReadings,
    onSuccess: () => {
      draft.forget()
      showToast('Override added')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Override"
      description={`One person is on call in the place of the rotation. Times are in ${schedule.timeZone}.`}
      draft={draft}
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
            onValue={next => draft.set({ rotationId: next })}
          />
        </FormField>
      )}
      <FormField label="Person" required>
        <Combobox
          label="Person"
          autoFocus
          options={found.items.map(personOption)}
          selected={person === null ? [] : [{ id: String(person.id), text: person.name }]}
          onChange={([chosen]) => {
            const next = found.items.find(({ id }) => String(id) === chosen?.id)
            draft.set({ person: next === undefined ? null : { id: next.id, name: next.name, username: next.username } })
          }}
          onQuery={setSearch}
          loading={found.isLoading}
          placeholder="Search users"
          empty={planMessages.noMatches}
        />
      </FormField>
      <div className={styles.pair}>
        <FormField label="Starts at" required>
          <TextInput type="datetime-local" value={startsAt} onValue={next => draft.set({ startsAt: next })} />
        </FormField>
        <FormField label="Ends at" required>
          <TextInput type="datetime-local" value={endsAt} onValue={next => draft.set({ endsAt: next })} />
        </FormField>
      </div>
    </FormDialog>
  )
}
