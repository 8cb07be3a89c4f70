import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import type { Refusals } from './change-words.ts'
import { RefusedItems } from './RefusedItems.tsx'

interface RefusedDialogProps {
  /** The singular noun of the items. */
  readonly word: string
  readonly refusals: Refusals
  /** Whether an undo skipped them. */
  readonly isUndo?: boolean
  /** Absent where nothing changed that can be undone. */
  readonly onUndo?: (() => void) | undefined
  readonly onClose: () => void
}

/** The items that a bulk edit left as they are, by reason. */
export function RefusedDialog({ word, refusals, isUndo = false, onUndo, onClose }: RefusedDialogProps) {
  return (
    <Dialog
      title={isUndo ? 'Skipped items' : 'Items that did not change'}
      onClose={onClose}
      footer={
        <>
          {onUndo && (
            <Button
              onClick={() => {
                onClose()
                onUndo()
              }}
            >
              Undo the bulk edit
            </Button>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <RefusedItems word={word} refusals={refusals} outcome="did not change" />
    </Dialog>
  )
}
