import { useGoTo } from '#web/api/route.tsx'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { baseOf } from '#web/plan/place.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { BoardScope, type Scope } from './BoardScope.tsx'
import { boardReadings, createBoard, updateBoard } from './calls.ts'
import type { BoardData, BoardPageData } from './shapes.ts'

interface BoardDialogProps {
  readonly namespace: BoardPageData['namespace']
  /** Null: a new one. */
  readonly board: BoardData | null
  readonly onClose: () => void
}

interface BoardFields extends Scope {
  readonly name: string
  readonly hideBacklogList: boolean
  readonly hideClosedList: boolean
}

// Only these parts of labels and people are compared: the lists to choose from have others.
const fieldsOf = (board: BoardData | null): BoardFields => ({
  name: board?.name ?? '',
  hideBacklogList: board?.hideBacklogList ?? false,
  hideClosedList: board?.hideClosedList ?? false,
  labels: inOrder(board?.labels ?? []),
  assignee: board?.assignee ? personOf(board.assignee) : null,
  milestone: board?.milestone ? { id: board.milestone.id, title: board.milestone.title } : null,
})

const inOrder = (labels: Scope['labels']): Scope['labels'] =>
  labels.map(({ id, name, color }) => ({ id, name, color })).toSorted((a, b) => a.id - b.id)

const personOf = ({ id, name, username, avatarUrl }: NonNullable<Scope['assignee']>) => ({
  ...{ id, name, username, avatarUrl },
})

const fieldLabels: FieldLabels<BoardFields> = {
  name: 'Name',
  hideBacklogList: { label: 'Show the list of open issues', shown: isHidden => (isHidden ? 'Off' : 'On') },
  hideClosedList: { label: 'Show the list of closed issues', shown: isHidden => (isHidden ? 'Off' : 'On') },
  labels: { label: 'Labels', shown: labels => labels.map(label => label.name).join(', ') || 'None' },
  assignee: { label: 'Assignee', shown: assignee => assignee?.name ?? 'None' },
  milestone: { label: 'Milestone', shown: milestone => milestone?.title ?? 'None' },
}

/** Some of the fields as the API takes them. */
const onWire = <T extends Partial<BoardFields>>({ labels, assignee, milestone, name, ...hidden }: T) => ({
  ...hidden,
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(labels === undefined ? {} : { labels: labels.map(label => label.name) }),
  ...(assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
  ...(milestone === undefined ? {} : { milestoneId: milestone?.id ?? null }),
})

export function BoardDialog({ namespace, board, onClose }: BoardDialogProps) {
  const goTo = useGoTo()
  const draft = useDraft(fieldsOf(board))
  const { values, set } = draft
  const { name, hideBacklogList, hideClosedList } = values
  const save = useCall(
    (_: null) =>
      board === null
        ? createBoard(namespace, { name: name.trim(), ...onWire(values) })
        : updateBoard(namespace, board.id, { ...onWire(draft.changes), expected: onWire(draft.expected) }),
    {
      refreshes: boardReadings,
      onSuccess: ({ id }) => {
        onClose()
        if (board === null) goTo(`${baseOf(namespace)}/boards/${id}`)
      },
    },
  )
  const nameProblem = problemOf(save.error, 'name')
  return (
    <FormDialog
      title={board === null ? 'New board' : 'Edit board'}
      onClose={onClose}
      submit={board === null ? 'Create board' : 'Save changes'}
      disabled={name.trim() === ''}
      busy={save.isPending}
      problem={nameProblem === null && draft.overlaps.length === 0 ? save.error?.message : null}
      onSubmit={() => {
        if (board !== null && !draft.isChanged) onClose()
        else save.mutate(null)
      }}
    >
      <DraftOverlaps draft={draft} labels={fieldLabels} save={save} />
      <FormField label="Name" required error={nameProblem}>
        <TextInput
          data-autofocus
          value={name}
          maxLength={255}
          autoComplete="off"
          onValue={next => set({ name: next })}
        />
      </FormField>
      <Checkbox
        label="Show the list of open issues"
        checked={!hideBacklogList}
        onValue={isShown => set({ hideBacklogList: !isShown })}
      />
      <Checkbox
        label="Show the list of closed issues"
        checked={!hideClosedList}
        onValue={isShown => set({ hideClosedList: !isShown })}
      />
      <BoardScope
        namespace={namespace}
        scope={values}
        onScope={({ labels, assignee, milestone }) =>
          set({
            labels: inOrder(labels),
            assignee: assignee && personOf(assignee),
            milestone: milestone && { id: milestone.id, title: milestone.title },
          })
        }
      />
    </FormDialog>
  )
}
