import { useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { addCadence, type CadenceData, type CadenceValues, iterationReadings, saveCadence } from './calls.ts'
import styles from './Dialogs.module.css'

interface CadenceDialogProps {
  readonly groupPath: string
  /** Null: a new one. */
  readonly cadence: CadenceData | null
  readonly onClose: () => void
}

const blank: CadenceValues = {
  title: '',
  description: '',
  startDate: null,
  durationInWeeks: 2,
  iterationsInAdvance: 2,
  automatic: true,
  rollOver: false,
}

const labels: FieldLabels<CadenceValues> = {
  title: 'Title',
  description: 'Description',
  startDate: 'Start of the first iteration',
  durationInWeeks: 'Duration in weeks',
  iterationsInAdvance: 'Upcoming iterations',
  automatic: 'Schedule iterations automatically',
  rollOver: 'Roll over open issues',
}

const fieldsOf = (cadence: CadenceData): CadenceValues => ({
  title: cadence.title,
  description: cadence.description,
  startDate: cadence.startDate,
  durationInWeeks: cadence.durationInWeeks,
  iterationsInAdvance: cadence.iterationsInAdvance,
  automatic: cadence.automatic,
  rollOver: cadence.rollOver,
})

const durations = ['1', '2', '3', '4'].map(weeks => ({
  value: weeks,
  label: weeks === '1' ? '1 week' : `${weeks} weeks`,
}))

export function CadenceDialog({ groupPath, cadence, onClose }: CadenceDialogProps) {
  const { user } = useViewer()
  const draft = useDraft<CadenceValues>(cadence === null ? blank : fieldsOf(cadence))
  const { values, set } = draft
  const { title, description, startDate, durationInWeeks, iterationsInAdvance, automatic, rollOver } = values
  const save = useCall(
    (_: null) =>
      cadence === null
        ? addCadence(groupPath, { ...values, title: title.trim() })
        : saveCadence(cadence.id, draft.changes, draft.expected),
    {
      refreshes: iterationReadings,
      onSuccess: () => {
        showToast(cadence === null ? `Cadence ${title.trim()} created` : `Cadence ${title.trim()} saved`)
        onClose()
      },
    },
  )
  const isReady = title.trim() !== '' && (!automatic || startDate !== null)
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  const submit = () => {
    if (!isReady || save.isPending) return
    if (cadence !== null && !draft.isChanged) onClose()
    else save.mutate(null)
  }
  return (
    <FormDialog
      title={cadence === null ? 'New iteration cadence' : 'Edit cadence'}
      size="l"
      onClose={onClose}
      submit={cadence === null ? 'Create cadence' : 'Save changes'}
      disabled={!isReady}
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Title" required>
        <TextInput
          data-autofocus
          value={title}
          maxLength={255}
          autoComplete="off"
          onValue={next => set({ title: next })}
        />
      </FormField>
      <FormField label="Description">
        <TextArea rows={3} value={description} onValue={next => set({ description: next })} />
      </FormField>
      <Switch
        label="Schedule iterations automatically"
        hint="Creates iterations one after another. When off, add each iteration manually."
        checked={automatic}
        onValue={next => set({ automatic: next, ...(next && durationInWeeks === null ? { durationInWeeks: 2 } : {}) })}
      />
      {automatic && (
        <>
          <div className={styles.days}>
            <FormField label="Start of the first iteration" required>
              <DatePicker
                label="Start of the first iteration"
                value={startDate}
                onValue={next => set({ startDate: next })}
                firstDay={firstDay}
              />
            </FormField>
            <FormField label="Duration">
              <Select
                options={durations}
                value={String(durationInWeeks ?? 2)}
                onValue={next => set({ durationInWeeks: Number(next) })}
              />
            </FormField>
            <FormField label="Upcoming iterations" hint="How many iterations to create in advance.">
              <NumberInput
                min={0}
                max={10}
                value={iterationsInAdvance ?? 0}
                onValue={next => set({ iterationsInAdvance: next })}
              />
            </FormField>
          </div>
          <Switch
            label="Roll over open issues"
            hint="When an iteration ends, its open issues move to the current one."
            checked={rollOver}
            onValue={next => set({ rollOver: next })}
          />
        </>
      )}
    </FormDialog>
  )
}
