import { useRef, useState } from 'react'
import { CallError, call } from '#web/api/client.ts'
import { cloneIssue, moveIssueOnPage } from '#web/api/operations.gen.ts'
import { queryClient } from '#web/api/query.ts'
import { RefusedItems } from '#web/plan/change-sets/RefusedItems.tsx'
import { editMessages } from '#web/plan/edit-messages.ts'
import type { Row, RowsToMove } from '#web/plan/lists/bulk/bulk-update.ts'
import type { Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { TargetProjectField } from '../page/move/TargetProjectField.tsx'

interface Refused {
  readonly row: Row
  readonly reason: string
}

interface MoveRowsDialogProps extends RowsToMove {
  /** The singular noun of the rows: "incident". */
  readonly word: string
  readonly namespace: Place
  /** The reads that show the list. */
  readonly lists: readonly string[]
  readonly onClose: () => void
}

const words = {
  move: { done: 'Moved', doing: 'Moving', outcome: 'not moved', failure: editMessages.move },
  clone: { done: 'Cloned', doing: 'Cloning', outcome: 'not cloned', failure: editMessages.clone },
} as const

/** Moves or clones the chosen rows one after another, and lists those that were refused. @source MOVE-004 */
export function MoveRowsDialog(props: MoveRowsDialogProps) {
  const { verb, word, namespace, rows, onClose } = props
  const [project, setProject] = useState<Option | null>(null)
  const [withNotes, setWithNotes] = useState(false)
  const { doneCount, refused, run, stop } = useMoveRows(props)
  const title = `${verb === 'move' ? 'Move' : 'Clone'} ${counted(rows.length, word)}`
  if (refused !== null)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        footer={
          <Button variant="primary" data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        <RefusedItems word={word} refusals={byReason(refused)} outcome={words[verb].outcome} />
      </Dialog>
    )
  if (doneCount !== null)
    return (
      <Dialog
        title={title}
        onClose={stop}
        footer={
          <Button data-autofocus onClick={stop}>
            Stop
          </Button>
        }
      >
        <Stack gap={2}>
          <span role="status">
            {words[verb].doing} {doneCount + 1} of {rows.length}
          </span>
          <ProgressBar label={title} value={doneCount} of={rows.length} />
        </Stack>
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      description={
        verb === 'move'
          ? `Each ${word} is moved to the other project with its comments. The originals are closed and link to the new ones.`
          : `New ${word}s are created with the same titles, descriptions and fields. The originals do not change.`
      }
      submit={title}
      disabled={project === null}
      onSubmit={() => project && void run(project, withNotes)}
      onClose={onClose}
    >
      <TargetProjectField
        label="Project"
        chosen={project}
        onChosen={setProject}
        {...(verb === 'move' && namespace.kind === 'project' && { exceptId: namespace.id })}
      />
      {verb === 'clone' && (
        <Checkbox
          label="Also copy comments and history"
          checked={withNotes}
          onChange={event => setWithNotes(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

/** Sends one request after another, and closes the dialog unless rows were refused. */
function useMoveRows({ verb, word, rows, lists, onClose }: MoveRowsDialogProps) {
  /** Null before the first request. */
  const [doneCount, setDoneCount] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly Refused[] | null>(null)
  const isStopped = useRef(false)
  const { done, failure } = words[verb]

  async function run(target: Option, withNotes: boolean) {
    const failed: Refused[] = []
    let count = 0
    for (const row of rows) {
      if (isStopped.current) break
      setDoneCount(count)
      try {
        await send(verb, row, Number(target.id), withNotes)
      } catch (error) {
        const saysWhy = error instanceof CallError && error.status >= 400 && error.status < 500 && error.message !== ''
        failed.push({ row, reason: saysWhy ? error.message : failure })
      }
      count += 1
    }
    const made = count - failed.length
    if (made > 0) showToast(`${done} ${counted(made, word)} to ${target.text}`)
    await Promise.all(lists.map(list => queryClient.invalidateQueries({ queryKey: [list] })))
    if (failed.length > 0) setRefused(failed)
    else onClose()
  }

  function stop() {
    isStopped.current = true
  }

  return { doneCount, refused, run, stop }
}

function send(verb: RowsToMove['verb'], row: Row, projectId: number, withNotes: boolean): Promise<unknown> {
  const [path = '', rest = ''] = row.webPath.slice(1).split('/-/')
  const iid = Number(rest.split('/').at(-1))
  return verb === 'move'
    ? call(moveIssueOnPage, { namespace: path, iid, moveToProjectId: projectId })
    : call(cloneIssue, { id: path, issueIid: iid, toProjectId: projectId, withNotes })
}

const byReason = (refused: readonly Refused[]) =>
  [...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, each]) => ({
    reason,
    count: each.length,
    items: each.map(({ row: { reference, title, webPath } }) => ({ reference, title, webPath })),
  }))
