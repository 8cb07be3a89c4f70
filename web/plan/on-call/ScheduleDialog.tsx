import { useState } from 'react'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { addSchedule, onCallReadings, type ScheduleData, type ScheduleValues, saveSchedule } from './calls.ts'

interface ScheduleDialogProps {
  readonly projectPath: string
  /** Null: a new one. */
  readonly schedule: ScheduleData | null
  readonly onClose: () => void
}

const labels: FieldLabels<ScheduleValues> = { name: 'Name', description: 'Description', timezone: 'Time zone' }

export function ScheduleDialog({ projectPath, schedule, onClose }: ScheduleDialogProps) {
  const draft = useKeptDraft<ScheduleValues>(
    `schedule ${schedule?.iid ?? 'new'}`,
    {
      name: schedule?.name ?? '',
      description: schedule?.description ?? '',
      timezone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    { isNew: schedule === null },
  )
  const { values, set } = draft
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ id: zone, text: zone })))
  const save = useCall(
    (_: null) =>
      schedule === null
        ? addSchedule(projectPath, values)
        : saveSchedule(projectPath, schedule.iid, draft.changes, draft.expected),
    {
      refreshes: onCallReadings,
      onSuccess: () => {
        draft.forget()
        showToast(`On-call schedule ${values.name.trim()} ${schedule === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={schedule === null ? 'New on-call schedule' : `Edit ${schedule.name}`}
      draft={draft}
      onClose={onClose}
      submit={schedule === null ? 'Create schedule' : 'Save changes'}
      disabled={values.name.trim() === '' || values.timezone === ''}
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => (schedule !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={values.name}
          maxLength={onCallLimits.name}
          autoComplete="off"
          onValue={name => set({ name })}
        />
      </FormField>
      <FormField label="Description">
        <TextInput
          value={values.description}
          maxLength={onCallLimits.description}
          autoComplete="off"
          onValue={description => set({ description })}
        />
      </FormField>
      <FormField label="Time zone" hint="Hand-overs are at the same local time in summer and winter." required>
        <Combobox
          label="Time zone"
          options={zones}
          selected={values.timezone === '' ? [] : [{ id: values.timezone, text: values.timezone }]}
          onChange={([zone]) => set({ timezone: zone?.id ?? '' })}
          placeholder="Search time zones"
        />
      </FormField>
    </FormDialog>
  )
}
