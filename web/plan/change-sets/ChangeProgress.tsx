import { useEffect, useEffectEvent, useState } from 'react'
import { changeSetTopic } from '#contract/live-topics.ts'
import { getChangeSet } from '#web/api/operations.gen.ts'
import { queryClient, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './ChangeSet.module.css'
import { type ChangeSet, itemsOf, outcomeText, type Refusals } from './change-words.ts'
import { RefusedItems } from './RefusedItems.tsx'
import { type StartedChange, undoChange } from './undo-change.ts'

interface ChangeProgressProps extends StartedChange {
  /** The name of the operation that reads the items. */
  readonly list: string
  /** Called when it has finished, and its outcome was shown. */
  readonly onEnd: () => void
  /** Called when the list has been read again after that. */
  readonly onRead: () => void
  readonly onUndo: (started: StartedChange) => void
}

/** The progress of a change set; when it has finished, a toast shows the outcome and offers to undo it. */
export function ChangeProgress({ list, set, done, onEnd, onRead, onUndo }: ChangeProgressProps) {
  const reading = useReading(
    getChangeSet,
    { changeSetId: set.id },
    { topics: ({ id, finishedAt }) => (finishedAt === null ? [changeSetTopic(id)] : []) },
  )
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const now: ChangeSet = reading.data ?? set
  const isOver = reading.data?.finishedAt != null
  const canUndo = !now.isUndo && now.changed > 0
  const finish = useEffectEvent(() => {
    const finished = reading.data
    if (finished === undefined) return
    void queryClient.invalidateQueries({ queryKey: [list] }).then(onRead)
    showToast(outcomeText(finished, done), {
      tone: finished.changed === 0 ? 'info' : 'success',
      cause: `change set ${finished.id}`,
      ...(finished.refused > 0 && { action: { label: 'Show details', run: () => setRefusals(finished.refusals) } }),
      ...(canUndo && { undo: () => void undoChange(finished.id, onUndo) }),
    })
    if (finished.refused === 0) onEnd()
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])

  if (refusals !== null)
    return (
      <Dialog
        title={now.isUndo ? 'Skipped items' : 'Items that did not change'}
        onClose={onEnd}
        footer={
          <>
            {canUndo && (
              <Button
                onClick={() => {
                  onEnd()
                  void undoChange(now.id, onUndo)
                }}
              >
                Undo the bulk edit
              </Button>
            )}
            <Button variant="primary" onClick={onEnd} data-autofocus>
              Close
            </Button>
          </>
        }
      >
        <RefusedItems kind={now.kind} refusals={refusals} tense="did" />
      </Dialog>
    )
  if (isOver) return null
  const processed = now.changed + now.unchanged + now.refused
  return (
    <section aria-label="Bulk edit progress" className={styles.progress}>
      <span>
        {now.isUndo ? 'Undoing' : 'Editing'} {processed.toLocaleString('en')} of {itemsOf(now, now.total)}
      </span>
      <ProgressBar label="Bulk edit progress" value={processed} of={now.total} />
    </section>
  )
}
