import { CallError, call } from '#web/api/client.ts'
import { undoChangeSet, undoEvent } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ChangeSet } from './change-words.ts'

/** A change set whose progress is shown. */
export interface StartedChange {
  readonly set: ChangeSet
  /** What the toast says when it has finished: "Closed". */
  readonly done: string
}

/** Undo a change set. @param onStarted  shows the progress of the undo */
export const undoChange = (changeSetId: number, onStarted: (started: StartedChange) => void): Promise<void> =>
  begin(call(undoChangeSet, { changeSetId }), onStarted)

/** Undo a change of a single item, by its event. */
export const undoSingle = (eventId: number, onStarted: (started: StartedChange) => void): Promise<void> =>
  begin(call(undoEvent, { eventId }), onStarted)

async function begin(undo: Promise<ChangeSet>, onStarted: (started: StartedChange) => void): Promise<void> {
  try {
    onStarted({ set: await undo, done: 'Undone' })
  } catch (error) {
    const reason = error instanceof CallError && error.status === 409 ? error.message : messages.undoFailed
    showToast(reason, { tone: 'danger' })
  }
}
