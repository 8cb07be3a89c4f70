import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { idsOf } from '#web/plan/pickers/list-change.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { patiently } from '#web/ui/patiently.ts'
import { counted } from '#web/ui/text/counted.ts'
import type { BulkKind } from './bulk-kind.ts'
import type { Row, Update } from './bulk-update.ts'

const loadUndo = () => patiently(() => import('#web/plan/change-sets/undo-change.ts'))

export interface BulkOutcome {
  /** A change set that takes another one back was started. */
  readonly onUndo: (edit: StartedChange) => void
}

interface BulkChange {
  readonly rows: readonly Row[]
  readonly update: Update
  /** The message of the toast. */
  readonly done: DoneWords
  /** The message of a failure, if it differs from that of all bulk edits. */
  readonly failure?: string
}

/** Changes the rows of a list, and says what came of it. */
export function useBulk(kind: BulkKind, { onUndo }: BulkOutcome) {
  const countOf = (count: number) => counted(count, kind.one, kind.many)
  const client = useQueryClient()
  // The follow-up is here and not with each call: the bar may be unmounted by then, with the rows that left the list.
  const change = useMutation({
    mutationFn: ({ rows, update }: BulkChange) =>
      Promise.all([...Map.groupBy(rows, projectOf)].map(([path, each]) => kind.send(path, idsOf(each).join(), update))),
    onSuccess: (replies, { done }) => {
      const made = replies.filter(isDone)
      if (made.length === 0) return
      const count = made.reduce((sum, each) => sum + each.count, 0)
      const undoable = made.flatMap(each => each.changeSetId ?? [])
      if (count === 0) showToast(`No ${kind.one} was changed.`, { tone: 'info' })
      else
        showToast(
          done(countOf(count)),
          undoable.length === 0
            ? {}
            : { undo: () => void loadUndo().then(({ undoChanges }) => undoChanges(undoable, onUndo)) },
        )
    },
    // The choice is not lost with the attempt.
    onError: (_error, edit) =>
      showToast(edit.failure ?? kind.error, {
        tone: 'danger',
        action: { label: 'Try again', run: () => change.mutate(edit) },
      }),
    onSettled: () => {
      for (const list of kind.lists) void client.invalidateQueries({ queryKey: [list] })
    },
  })
  return change
}

/** The lists of groups have issues of several projects. */
const projectOf = ({ webPath }: Row): string => webPath.slice(1).split('/-/')[0] ?? ''

interface BulkDone {
  readonly count: number
  /** The change set that can be undone. */
  readonly changeSetId: number | null
}

const isDone = (reply: object): reply is BulkDone => 'count' in reply
