import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useCall } from '#web/plan/use-call.ts'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type IterationData, type IterationValues, iterationReadings, saveIteration } from './calls.ts'
import styles from './Dialogs.module.css'

interface IterationDialogProps {
  readonly groupPath: string
  readonly cadence: { readonly id: number; readonly title: string; readonly automatic: boolean }
  /** Null: a new one. */
  readonly iteration: Pick<IterationData, 'id' | 'title' | 'description' | 'startDate' | 'dueDate'> | null
  readonly onClose: () => void
}

export function IterationDialog({ groupPath, cadence, iteration, onClose }: IterationDialogProps) {
  const { user } = useViewer()
  const [title, setTitle] = useState(iteration?.title ?? '')
  const [description, setDescription] = useState(iteration?.description ?? '')
  const [startDate, setStartDate] = useState<string | null>(iteration?.startDate ?? null)
  const [dueDate, setDueDate] = useState<string | null>(iteration?.dueDate ?? null)
  const save = useCall((values: IterationValues) => saveIteration(groupPath, cadence.id, iteration, values), {
    refreshes: iterationReadings,
    onSuccess: () => {
      showToast(iteration === null ? `Iteration of ${cadence.title} created` : 'Iteration saved')
      onClose()
    },
  })
  const isTurned = startDate !== null && dueDate !== null && dueDate < startDate
  const isReady = startDate !== null && dueDate !== null && !isTurned
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  return (
    <FormDialog
      title={iteration === null ? `New iteration of ${cadence.title}` : 'Edit iteration'}
      size="l"
      onClose={onClose}
      submit={iteration === null ? 'Create iteration' : 'Save changes'}
      disabled={!isReady}
      busy={save.isPending}
      problem={save.error?.message ?? null}
      onSubmit={() => {
        if (startDate !== null && dueDate !== null && !isTurned && !save.isPending)
          save.mutate({ title: title.trim() || null, description, startDate, dueDate })
      }}
    >
      <FormField label="Title" hint="Without a title, the iteration is called by its dates.">
        <TextInput data-autofocus value={title} maxLength={255} autoComplete="off" onValue={setTitle} />
      </FormField>
      {!cadence.automatic && (
        <div className={styles.days}>
          <FormField label="Start date" required>
            <DatePicker label="Start date" value={startDate} onValue={setStartDate} firstDay={firstDay} />
          </FormField>
          <FormField
            label="Due date"
            required
            error={isTurned ? 'The due date must not be before the start date.' : null}
          >
            <DatePicker label="Due date" value={dueDate} onValue={setDueDate} firstDay={firstDay} />
          </FormField>
        </div>
      )}
      <FormField label="Description">
        <TextArea rows={4} value={description} onValue={setDescription} />
      </FormField>
    </FormDialog>
  )
}
