import { type DoneWords, joinedRefusals, type Refusals } from '#web/plan/change-sets/change-words.ts'
import { RefusedDialog } from '#web/plan/change-sets/RefusedDialog.tsx'
import { openDialog } from '#web/ui/overlays/opened-dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'

interface BulkTold {
  readonly noun: string
  readonly nouns: string
  /** The number of selected items, and of those that changed. */
  readonly selected: number
  readonly changed: number
  readonly refused: Refusals
  readonly done: DoneWords
  /** Absent where nothing can be undone. */
  readonly undo: (() => void) | undefined
}

/** Show what came of a bulk edit: how many items changed, and how many did not with the reason. */
export function tellOutcome({ noun, nouns, selected, changed, refused, done, undo }: BulkTold): void {
  const items = (count: number) => counted(count, noun, nouns)
  const reasons = joinedRefusals(refused)
  const left = reasons.reduce((sum, { count }) => sum + count, 0)
  const [first, ...others] = reasons
  const same = selected - changed - left
  const sentences = [
    ...(changed > 0 ? [done(items(changed))] : []),
    ...(first === undefined ? [] : [`${items(left)} did not change${others.length === 0 ? `: ${first.reason}` : ''}`]),
    ...(changed === 0 && same > 0 ? [`${items(same)} already ${same === 1 ? 'has' : 'have'} these values`] : []),
  ]
  const details = {
    label: 'Show details',
    run: () => openDialog(onClose => <RefusedDialog word={noun} refusals={reasons} onUndo={undo} onClose={onClose} />),
  }
  showToast(sentences.length === 1 && first === undefined ? (sentences[0] ?? '') : `${sentences.join('. ')}.`, {
    tone: changed === 0 ? 'info' : 'success',
    ...(undo && { undo }),
    ...(first !== undefined && { action: details }),
  })
}
