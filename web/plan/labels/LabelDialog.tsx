import { useId, useState } from 'react'
import type { Place } from '#web/plan/shapes.ts'
import { problemOf, useCall } from '#web/plan/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { ColorField } from './ColorField.tsx'
import { createLabel, type LabelData, type LabelValues, labelReadings, updateLabel } from './calls.ts'
import { defaultColor, isWholeColor } from './colors.ts'
import styles from './LabelForm.module.css'

interface LabelDialogProps {
  readonly namespace: Place
  /** Null: a new one. */
  readonly label: LabelData | null
  readonly onClose: () => void
}

export function LabelDialog({ namespace, label, onClose }: LabelDialogProps) {
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState(label?.color ?? defaultColor)
  const [description, setDescription] = useState(label?.description ?? '')
  const form = useId()
  const save = useCall(
    (values: LabelValues) =>
      label === null ? createLabel(namespace, values) : updateLabel(namespace, label.id, values),
    {
      refreshes: labelReadings,
      onSuccess: () => {
        showToast(label === null ? `Created label ${name.trim()}` : `Saved label ${name.trim()}`)
        onClose()
      },
    },
  )
  const isReady = name.trim() !== '' && isWholeColor(color)
  const nameProblem = problemOf(save.error, 'title') ?? problemOf(save.error, 'name')
  const colorProblem = problemOf(save.error, 'color')
  return (
    <Dialog
      title={label === null ? 'New label' : 'Edit label'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isReady} busy={save.isPending}>
            {label === null ? 'Create label' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.fields}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !save.isPending) save.mutate({ name: name.trim(), color: color.trim(), description })
        }}
      >
        {save.isError && nameProblem === null && colorProblem === null && (
          <Banner tone="danger">{save.error.message}</Banner>
        )}
        <div className={styles.preview}>
          <LabelChip
            title={name.trim() === '' ? 'Preview' : name.trim()}
            color={isWholeColor(color) ? color : '#888'}
          />
        </div>
        <FormField
          label="Name"
          required
          error={nameProblem}
          hint={
            <>
              A name with two colons, such as <code>priority::high</code>, has a scope: an issue has one label of each.
            </>
          }
        >
          <TextInput
            data-autofocus
            value={name}
            maxLength={255}
            autoComplete="off"
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <FormField label="Description" optional>
          <TextArea rows={2} value={description} onChange={event => setDescription(event.target.value)} />
        </FormField>
        <ColorField value={color} onValue={setColor} error={colorProblem} />
      </form>
    </Dialog>
  )
}
