import { showToast } from '#web/ui/overlays/toasts.ts'
import { outcomeText, sumOf } from './change-words.ts'
import { type StartedChange, undoChanges } from './undo-change.ts'

/** Show a toast that says what was done. Its button, and the key for undo, undo all of it. */
export function sayUndoable(text: string, changeSetIds: readonly number[]): void {
  showToast(text, changeSetIds.length === 0 ? {} : { undo: () => void undoChanges(changeSetIds, sayOutcome) })
}

/** The undo of so few items ends with its request, so that its outcome is known. */
function sayOutcome({ sets, done }: StartedChange): void {
  const all = sumOf(sets)
  showToast(outcomeText(all, done), { tone: all.changed === 0 ? 'info' : 'success' })
}
