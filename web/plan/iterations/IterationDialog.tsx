import { useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { addIteration, type IterationData, type IterationValues, iterationReadings, saveIteration } from './calls.ts'
import styles from './Dialogs.module.css'

const labels: FieldLabels<IterationValues> = {
  title: 'Title',
  description: 'Description',
  startDate: 'Start date',
  dueDate: 'Due date',
}

interface IterationDialogProps {
  readonly groupPath: string
  readonly cadence: { readonly id: number; readonly title: string; readonly automatic: boolean }
  /** Null: a new one. */
  readonly iteration: Pick<IterationData, 'id' | 'title' | 'description' | 'startDate' | 'dueDate'> | null
  readonly onClose: () => void
}

export function IterationDialog({ groupPath, cadence, iteration, onClose }: IterationDialogProps) {
  const { user } = useViewer()
  const draft = useDraft<IterationValues>({
    title: iteration?.title ?? '',
    description: iteration?.description ?? '',
    startDate: iteration?.startDate ?? null,
    dueDate: iteration?.dueDate ?? null,
  })
  const { title, description, startDate, dueDate } = draft.values
  const save = useCall(
    (_: null) =>
      iteration === null
        ? addIteration(groupPath, cadence.id, draft.values)
        : saveIteration(groupPath, iteration.id, draft.changes, draft.expected),
    {
      refreshes: iterationReadings,
      onSuccess: () => {
        showToast(iteration === null ? `Iteration created in ${cadence.title}` : 'Iteration saved')
        onClose()
      },
    },
  )
  const isTurned = startDate !== null && dueDate !== null && dueDate < startDate
  const isReady = startDate !== null && dueDate !== null && !isTurned
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  return (
    <FormDialog
      title={iteration === null ? `New iteration in ${cadence.title}` : 'Edit iteration'}
      size="l"
      onClose={onClose}
      submit={iteration === null ? 'Create iteration' : 'Save changes'}
      disabled={!isReady}
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => {
        if (iteration !== null && !draft.isChanged) onClose()
        else save.mutate(null)
      }}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Title" hint="If empty, the dates are used as the title.">
        <TextInput
          data-autofocus
          value={title}
          maxLength={255}
          autoComplete="off"
          onValue={next => draft.set({ title: next })}
        />
      </FormField>
      {!cadence.automatic && (
        <div className={styles.days}>
          <FormField label="Start date" required>
            <DatePicker
              label="Start date"
              value={startDate}
              onValue={next => draft.set({ startDate: next })}
              firstDay={firstDay}
            />
          </FormField>
          <FormField
            label="Due date"
            required
            error={isTurned ? 'The due date must not be before the start date.' : null}
          >
            <DatePicker
              label="Due date"
              value={dueDate}
              onValue={next => draft.set({ dueDate: next })}
              firstDay={firstDay}
            />
          </FormField>
        </div>
      )}
      <FormField label="Description">
        <TextArea rows={4} value={description} onValue={next => draft.set({ description: next })} />
      </FormField>
    </FormDialog>
  )
}
