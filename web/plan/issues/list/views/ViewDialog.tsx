import { useState } from 'react'
import { longestViewName, type ViewedList } from '#contract/plan/lists/view-limits.ts'
import type { ListView } from '#web/plan/shapes.ts'
import { problemOf, useCall } from '#web/plan/use-call.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { createView, updateView, type ViewOwner } from './calls.ts'
import { viewReadings } from './readings.ts'

interface ViewDialogProps {
  readonly owner: ViewOwner
  readonly list: ViewedList
  /** Null: a new one. */
  readonly view: ListView | null
  /** What a new view keeps. */
  readonly query: string
  readonly canShare: boolean
  readonly onSaved: (viewId: number) => void
  readonly onClose: () => void
}

/** Name a view, and say who has it. */
export function ViewDialog({ owner, list, view, query, canShare, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const given = { name: name.trim(), isShared }
  const save = useCall(
    (values: typeof given) =>
      view === null ? createView(owner, list, { ...values, query }) : updateView(owner, view, values),
    {
      refreshes: viewReadings,
      onSuccess: ({ id }) => {
        showToast(`View ${given.name} saved`)
        onSaved(id)
        onClose()
      },
    },
  )
  const nameProblem = problemOf(save.error, 'name')
  return (
    <FormDialog
      title={view === null ? 'Save view' : 'Edit view'}
      onClose={onClose}
      submit={view === null ? 'Save view' : 'Save changes'}
      disabled={given.name === ''}
      busy={save.isPending}
      problem={nameProblem === null ? save.error?.message : null}
      onSubmit={() => save.mutate(given)}
    >
      <FormField label="Name" error={nameProblem}>
        <TextInput value={name} maxLength={longestViewName} onValue={setName} data-autofocus />
      </FormField>
      {canShare && (
        <Checkbox label="Share with everyone who can see this list" checked={isShared} onValue={setShared} />
      )}
    </FormDialog>
  )
}
