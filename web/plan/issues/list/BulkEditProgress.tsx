import { useEffect, useEffectEvent, useState } from 'react'
import { bulkEditTopic } from '#contract/live-topics.ts'
import { getBulkEdit, getIssuesPage } from '#web/api/operations.gen.ts'
import { queryClient, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './BulkEdit.module.css'
import { type BulkEdit, type Refusals, type StartedEdit, undoEdit } from './bulk-edit.ts'
import { RefusedIssues } from './RefusedIssues.tsx'

interface BulkEditProgressProps extends StartedEdit {
  readonly namespace: string
  /** It has finished, and all was told. */
  readonly onEnd: () => void
  /** The list has been read again since it finished. */
  readonly onRead: () => void
  readonly onUndo: (started: StartedEdit) => void
}

/** How far a bulk edit is; when it has finished, a toast tells what it did and offers to undo it. */
export function BulkEditProgress({ namespace, edit, done, onEnd, onRead, onUndo }: BulkEditProgressProps) {
  const reading = useReading(
    getBulkEdit,
    { namespace, bulkEditId: edit.id },
    { topics: ({ id, finishedAt }) => (finishedAt === null ? [bulkEditTopic(id)] : []) },
  )
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const now: BulkEdit = reading.data ?? edit
  const isOver = reading.data?.finishedAt != null
  const finish = useEffectEvent(() => {
    const told = reading.data
    if (told === undefined) return
    void queryClient.invalidateQueries({ queryKey: [getIssuesPage.name] }).then(onRead)
    showToast(outcomeOf(told, done), {
      tone: told.changed === 0 ? 'info' : 'success',
      cause: `bulk edit ${told.id}`,
      ...(told.refused > 0 && { action: { label: 'Show details', run: () => setRefusals(told.refusals) } }),
      ...(told.undoesId === null && told.changed > 0 && { undo: () => void undoEdit(namespace, told.id, onUndo) }),
    })
    if (told.refused === 0) onEnd()
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])

  if (refusals !== null)
    return (
      <Dialog
        title="Issues that did not change"
        onClose={onEnd}
        footer={
          <>
            {now.undoesId === null && now.changed > 0 && (
              <Button
                onClick={() => {
                  onEnd()
                  void undoEdit(namespace, now.id, onUndo)
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
        <RefusedIssues refusals={refusals} tense="did" />
      </Dialog>
    )
  if (isOver) return null
  const past = now.changed + now.unchanged + now.refused
  return (
    <section aria-label="Bulk edit progress" className={styles.progress}>
      <span>
        {edit.undoesId === null ? 'Editing' : 'Undoing'} {past.toLocaleString('en')} of {counted(now.total, 'issue')}
      </span>
      <ProgressBar label="Bulk edit progress" value={past} of={now.total} />
    </section>
  )
}

function outcomeOf({ changed, refused }: BulkEdit, done: string): string {
  if (changed === 0 && refused === 0) return 'No issue was changed.'
  const made = `${done}: ${counted(changed, 'issue')}`
  return refused === 0 ? made : `${made}. ${counted(refused, 'issue')} did not change.`
}
