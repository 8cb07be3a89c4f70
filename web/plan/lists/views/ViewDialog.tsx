import { longestViewName, type ViewedList } from '#contract/plan/lists/view-limits.ts'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { DraftOverlaps } from '#web/foundation/OverlapBanner.tsx'
import type { ListView } from '#web/plan/shapes.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
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
  /** The query of a new view. */
  readonly query: string
  readonly canShare: boolean
  readonly onSaved: (viewId: number) => void
  readonly onClose: () => void
}

const labels = { name: 'Name', isShared: 'Share with everyone who can see this list' }

/** Name a view, and say who has it. */
export function ViewDialog({ owner, list, view, query, canShare, onSaved, onClose }: ViewDialogProps) {
  const draft = useDraft({ name: view?.name ?? '', isShared: view?.isShared ?? false })
  const given = { ...draft.values, name: draft.values.name.trim() }
  const save = useCall(
    (values: typeof given) =>
      view === null
        ? createView(owner, list, { ...values, query })
        : updateView(owner, view, draft.changes, draft.expected),
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
      problem={nameProblem === null && draft.overlaps.length === 0 ? save.error?.message : null}
      onSubmit={() => (view !== null && !draft.isChanged ? onClose() : save.mutate(given))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" error={nameProblem}>
        <TextInput
          value={draft.values.name}
          maxLength={longestViewName}
          onValue={name => draft.set({ name })}
          data-autofocus
        />
      </FormField>
      {canShare && (
        <Checkbox
          label="Share with everyone who can see this list"
          checked={given.isShared}
          onValue={isShared => draft.set({ isShared })}
        />
      )}
    </FormDialog>
  )
}
