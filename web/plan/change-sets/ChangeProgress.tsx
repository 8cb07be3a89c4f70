import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { changeSetTopic } from '#contract/live-topics.ts'
import { readAgain } from '#web/api/carried-query.ts'
import { useHasSocket, useTopics } from '#web/api/live/live.ts'
import { getChangeSet } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './ChangeSet.module.css'
import { type ChangeSet, itemsOf, joinedRefusals, outcomeText, type Refusals, sumOf, wordOf } from './change-words.ts'
import { RefusedDialog } from './RefusedDialog.tsx'
import { type StartedChange, undoChanges } from './undo-change.ts'

interface ChangeProgressProps extends StartedChange {
  /** The names of the operations that read the items. */
  readonly lists: readonly string[]
  /** Called when it has finished, and its outcome was shown. */
  readonly onEnd: () => void
  /** Called when the list has been read again after that. */
  readonly onRead: () => void
  readonly onUndo: (started: StartedChange) => void
}

const pollMs = 2_000

/** The progress of change sets; when all have finished, a toast shows the outcome and offers to undo them. */
export function ChangeProgress({ lists, sets, done, onEnd, onRead, onUndo }: ChangeProgressProps) {
  const hasSocket = useHasSocket()
  const readings = useQueries({
    queries: sets.map(({ id }) => ({
      ...reading(getChangeSet, { changeSetId: id }),
      // If no socket announces its progress, it is polled.
      refetchInterval: ({ state }: { readonly state: { readonly data: ChangeSet | undefined } }) =>
        !hasSocket && state.data?.finishedAt == null && pollMs,
    })),
  })
  const known = sets.map((set, index): ChangeSet => readings[index]?.data ?? set)
  const refresh = useCallback(() => void readAgain(queryClient, [getChangeSet.name]), [])
  useTopics(
    known.flatMap(({ id, finishedAt }) => (finishedAt === null ? [changeSetTopic(id)] : [])),
    refresh,
  )
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  // `known` lists every started change set.
  const now = sumOf(known as [ChangeSet, ...ChangeSet[]])
  const isOver = readings.every(({ data }) => data?.finishedAt != null)
  const canUndo = !now.isUndo && now.changed > 0
  const undo = () =>
    void undoChanges(
      sets.map(({ id }) => id),
      onUndo,
    )
  const finish = useEffectEvent(() => {
    void Promise.all(lists.map(list => queryClient.invalidateQueries({ queryKey: [list] }))).then(onRead)
    const refused = joinedRefusals(readings.flatMap(({ data }) => data?.refusals ?? []))
    showToast(outcomeText(now, done), {
      tone: now.changed === 0 ? 'info' : 'success',
      cause: `change set ${now.id}`,
      ...(now.refused > 0 && { action: { label: 'Show details', run: () => setRefusals(refused) } }),
      ...(canUndo && { undo }),
    })
    if (now.refused === 0) onEnd()
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])

  if (refusals !== null)
    return (
      <RefusedDialog
        word={wordOf(now)}
        refusals={refusals}
        isUndo={now.isUndo}
        onUndo={canUndo ? undo : undefined}
        onClose={onEnd}
      />
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
