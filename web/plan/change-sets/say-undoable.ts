import { showToast } from '#web/ui/overlays/toasts.ts'
import { outcomeText, sumOf } from './change-words.ts'
import { type StartedChange, undoChanges } from './undo-change.ts'

/** Say what was done, with the way back: the toast and the key for undo take back all of it. */
export function sayUndoable(text: string, changeSetIds: readonly number[]): void {
  showToast(text, changeSetIds.length === 0 ? {} : { undo: () => void undoChanges(changeSetIds, sayOutcome) })
}

/** So few items are changed within the request. */
function sayOutcome({ sets, done }: StartedChange): void {
  const all = sumOf(sets)
  showToast(outcomeText(all, done), { tone: all.changed === 0 ? 'info' : 'success' })
}
