import { CallError, call } from '#web/api/client.ts'
import { undoChangeSet, undoEvent } from '#web/api/operations.gen.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ChangeSet, DoneWords } from './change-words.ts'

/** Change sets that were started together, whose progress is shown. */
export interface StartedChange {
  readonly sets: readonly [ChangeSet, ...ChangeSet[]]
  readonly done: DoneWords
}

/** Undo change sets that were made together. @param onStarted  shows the progress of the undo */
export const undoChanges = (
  changeSetIds: readonly number[],
  onStarted: (started: StartedChange) => void,
): Promise<void> =>
  begin(
    changeSetIds.map(changeSetId => () => call(undoChangeSet, { changeSetId })),
    onStarted,
  )

/** Undo a change of a single item, by its event. */
export const undoSingle = (eventId: number, onStarted: (started: StartedChange) => void): Promise<void> =>
  begin([() => call(undoEvent, { eventId })], onStarted)

/** One after the other: a person runs one change set at a time. */
async function begin(
  undos: readonly (() => Promise<ChangeSet>)[],
  onStarted: (started: StartedChange) => void,
): Promise<void> {
  const begun: ChangeSet[] = []
  try {
    for (const undo of undos) begun.push(await undo())
  } catch (error) {
    const reason = error instanceof CallError && error.status === 409 ? error.message : editMessages.undoFailed
    showToast(reason, { tone: 'danger' })
  }
  const [first, ...others] = begun
  if (first !== undefined) onStarted({ sets: [first, ...others], done: items => `Undone: ${items}` })
}
