import { CallError, call } from '#web/api/client.ts'
import { undoChangeSet } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ChangeSet } from './change-words.ts'

/** A change set whose progress is shown. */
export interface StartedChange {
  readonly set: ChangeSet
  /** What the toast says when it has finished: "Closed". */
  readonly done: string
}

/** Undo a change set, and show how far that is. */
export async function undoChange(changeSetId: number, onStarted: (started: StartedChange) => void): Promise<void> {
  try {
    onStarted({ set: await call(undoChangeSet, { changeSetId }), done: 'Undone' })
  } catch (error) {
    const reason = error instanceof CallError && error.status === 409 ? error.message : messages.undoFailed
    showToast(reason, { tone: 'danger' })
  }
}
