import { useState } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { baseOf } from '#web/plan/place.ts'
import { problemOf, useCall } from '#web/plan/use-call.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { BoardScope, type Scope } from './BoardScope.tsx'
import { type BoardValues, boardReadings, createBoard, updateBoard } from './calls.ts'
import type { BoardData, BoardPageData } from './shapes.ts'

interface BoardDialogProps {
  readonly namespace: BoardPageData['namespace']
  /** Null: a new one. */
  readonly board: BoardData | null
  readonly onClose: () => void
}

export function BoardDialog({ namespace, board, onClose }: BoardDialogProps) {
  const goTo = useGoTo()
  const [name, setName] = useState(board?.name ?? '')
  const [hideBacklogList, setHideBacklog] = useState(board?.hideBacklogList ?? false)
  const [hideClosedList, setHideClosed] = useState(board?.hideClosedList ?? false)
  const [scope, setScope] = useState<Scope>({
    labels: board?.labels ?? [],
    assignee: board?.assignee ?? null,
    milestone: board?.milestone ?? null,
  })
  const save = useCall(
    (values: BoardValues) =>
      board === null ? createBoard(namespace, values) : updateBoard(namespace, board.id, values),
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
      problem={nameProblem === null ? (save.error?.message ?? null) : null}
      onSubmit={() => {
        if (name.trim() === '' || save.isPending) return
        const { labels, assignee, milestone } = scope
        save.mutate({
          name: name.trim(),
          hideBacklogList,
          hideClosedList,
          labels: labels.map(label => label.name),
          assigneeId: assignee?.id ?? null,
          milestoneId: milestone?.id ?? null,
        })
      }}
    >
      <FormField label="Name" required error={nameProblem}>
        <TextInput data-autofocus value={name} maxLength={255} autoComplete="off" onValue={setName} />
      </FormField>
      <Checkbox
        label="Show the list of open issues"
        checked={!hideBacklogList}
        onValue={isShown => setHideBacklog(!isShown)}
      />
      <Checkbox
        label="Show the list of closed issues"
        checked={!hideClosedList}
        onValue={isShown => setHideClosed(!isShown)}
      />
      <BoardScope namespace={namespace} scope={scope} onScope={setScope} />
    </FormDialog>
  )
}
