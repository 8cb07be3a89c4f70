import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { idsOf } from '#web/plan/pickers/list-change.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { patiently } from '#web/ui/patiently.ts'
import type { BulkedList } from './bulk-kind.ts'
import type { Row, Update } from './bulk-update.ts'
import { tellOutcome } from './tell-outcome.tsx'

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
export function useBulk({ noun, nouns, bulk }: BulkedList, { onUndo }: BulkOutcome) {
  const client = useQueryClient()
  // The follow-up is here and not with each call: the bar may be unmounted by then, with the rows that left the list.
  const change = useMutation({
    mutationFn: ({ rows, update }: BulkChange) =>
      Promise.all(
        [...Map.groupBy(rows, projectOf)].flatMap(([path, each]) =>
          partsOf(each).map(part => bulk.send(path, idsOf(part).join(), update)),
        ),
      ),
    onSuccess: (replies, { rows, done }) => {
      const undoable = replies.flatMap(each => each.changeSetId ?? [])
      tellOutcome({
        noun,
        nouns,
        selected: rows.length,
        changed: replies.reduce((sum, each) => sum + each.count, 0),
        refused: replies.flatMap(each => each.refused),
        done,
        undo:
          undoable.length === 0
            ? undefined
            : () => void loadUndo().then(({ undoChanges }) => undoChanges(undoable, onUndo)),
      })
    },
    // The choice is not lost with the attempt.
    onError: (_error, edit) =>
      showToast(edit.failure ?? bulk.error, {
        tone: 'danger',
        action: { label: 'Try again', run: () => change.mutate(edit) },
      }),
    onSettled: () => {
      for (const list of bulk.lists) void client.invalidateQueries({ queryKey: [list] })
    },
  })
  return change
}

/** The lists of groups have issues of several projects. */
const projectOf = ({ webPath }: Row): string => webPath.slice(1).split('/-/')[0] ?? ''

/** The selected rows of one call, at most. */
const mostSent = 100

const partsOf = (rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / mostSent) }, (_, at) => rows.slice(at * mostSent, (at + 1) * mostSent))
