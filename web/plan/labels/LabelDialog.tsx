import { readColor } from '#contract/plan/labels/color.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { merged as mergedSentence } from '#web/discuss/merge/messages.ts'
import { OverlapNotice } from '#web/discuss/merge/OverlapNotice.tsx'
import { editMessages } from '#web/plan/edit-messages.ts'
import type { Place } from '#web/plan/shapes.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { useToldOverlaps } from '#web/ui/forms/told-overlaps.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { ColorField } from './ColorField.tsx'
import { createLabel, type LabelData, type LabelValues, labelReadings, updateLabel } from './calls.ts'
import styles from './LabelForm.module.css'

const labels: Readonly<Record<keyof LabelValues, string>> = {
  name: 'Name',
  color: 'Color',
  description: 'Description',
}

interface LabelDialogProps {
  readonly namespace: Place
  /** Null: a new one. */
  readonly label: LabelData | null
  readonly onClose: () => void
}

export function LabelDialog({ namespace, label, onClose }: LabelDialogProps) {
  const saved: LabelValues = {
    name: label?.name ?? '',
    color: label?.color ?? defaultLabelColor,
    description: label?.description ?? '',
  }
  const draft = useDraft(saved)
  const { name, color, description } = draft.values
  const save = useCall(
    (values: LabelValues) =>
      label === null
        ? createLabel(namespace, values)
        : updateLabel(namespace, label.id, changedOf(draft.changes, values), draft.expected),
    {
      refreshes: labelReadings,
      onSuccess: () => {
        showToast(label === null ? `Label ${name.trim()} created` : `Label ${name.trim()} saved`)
        onClose()
      },
    },
  )
  const overlaps = useToldOverlaps(
    draft.overlaps.map(field => ({
      field,
      label: labels[field],
      base: draft.baseOf(field),
      mine: draft.values[field],
      theirs: saved[field],
      isLine: field !== 'description',
    })),
    save.isPending,
  )
  const isChanged = Object.keys(draft.changes).length > 0

  function submit() {
    if (label !== null && !isChanged) onClose()
    else save.mutate({ name: name.trim(), color: color.trim(), description })
  }

  const isReady = name.trim() !== '' && readColor(color) !== null
  const nameProblem = problemOf(save.error, 'title') ?? problemOf(save.error, 'name')
  const colorProblem = problemOf(save.error, 'color')
  return (
    <FormDialog
      title={label === null ? 'New label' : 'Edit label'}
      onClose={onClose}
      submit={label === null ? 'Create label' : 'Save changes'}
      disabled={!isReady}
      busy={save.isPending}
      problem={overlaps.length === 0 && nameProblem === null && colorProblem === null ? save.error?.message : null}
      onSubmit={submit}
    >
      {overlaps.length > 0 && (
        <OverlapNotice
          refusal={save.error}
          parts={overlaps}
          onMerged={texts => {
            draft.keep(Object.fromEntries(overlaps.map(({ field }, index) => [field, texts[index] ?? ''])))
            save.reset()
            showToast(mergedSentence)
          }}
          onKeep={() => {
            draft.keep()
            save.reset()
          }}
          onDiscard={() => {
            draft.discard()
            save.reset()
          }}
        >
          {isMergeable => (
            <>
              {editMessages.someoneEdited('label')} {isMergeable ? editMessages.mergeOffer : editMessages.keepOrDiscard}
            </>
          )}
        </OverlapNotice>
      )}
      <div className={styles.preview}>
        <LabelChip title={name.trim() === '' ? 'Preview' : name.trim()} color={readColor(color) ?? '#888'} />
      </div>
      <FormField
        label="Name"
        required
        error={nameProblem}
        hint={
          <>
            Use two colons, as in <code>priority::high</code>, to create a scoped label. An issue can have only one
            label from each scope.
          </>
        }
      >
        <TextInput
          data-autofocus
          value={name}
          maxLength={255}
          autoComplete="off"
          onValue={name => draft.set({ name })}
        />
      </FormField>
      <FormField label="Description" optional>
        <TextArea rows={2} value={description} onValue={description => draft.set({ description })} />
      </FormField>
      <ColorField value={color} onValue={next => draft.set({ color: next })} error={colorProblem} />
    </FormDialog>
  )
}

/** The fields that changed, as they are saved. */
const changedOf = (changes: Partial<LabelValues>, values: LabelValues): Partial<LabelValues> => ({
  ...(changes.name === undefined ? {} : { name: values.name }),
  ...(changes.color === undefined ? {} : { color: values.color }),
  ...(changes.description === undefined ? {} : { description: values.description }),
})
