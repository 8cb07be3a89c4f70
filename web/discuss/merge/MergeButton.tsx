import { type ComponentType, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/ui/actions/Button.tsx'
import type { MergeDialogProps } from './MergeDialog.tsx'
import type { MergedPart, MergePart } from './parts.ts'

interface MergeButtonProps {
  readonly parts: readonly MergePart[]
  /** The merged texts, in the order of the parts. */
  readonly onMerged: (texts: readonly string[]) => void
  /** The person does not want it, or it cannot be done. */
  readonly onRefused: () => void
}

// Comparing grows with the square of what differs.
const longestText = 300_000

/** Merges the user's text and the one saved meanwhile; asks only if both changed the same place. */
export function MergeButton({ parts, onMerged, onRefused }: MergeButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{
    readonly parts: readonly MergedPart[]
    readonly Dialog: ComponentType<MergeDialogProps>
  } | null>(null)

  async function merge() {
    if (parts.some(({ base, mine, theirs }) => Math.max(base.length, mine.length, theirs.length) > longestText))
      return onRefused()
    setBusy(true)
    try {
      // Overlaps are rare, so the code is loaded only for them. Without a network there is no merging.
      const [{ mergeTexts, pickedText }, { MergeDialog }] = await Promise.all([
        import('./merge-texts.ts'),
        import('./MergeDialog.tsx'),
      ])
      const merged = parts.map(part => ({ ...part, pieces: mergeTexts(part.base, part.mine, part.theirs) }))
      if (merged.some(({ pieces }) => pieces.some(piece => piece.kind === 'overlap')))
        setAsked({ parts: merged, Dialog: MergeDialog })
      else onMerged(merged.map(({ pieces }) => pickedText(pieces, [])))
    } catch {
      onRefused()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button size="s" variant="primary" busy={isBusy} onClick={() => void merge()}>
        Merge
      </Button>
      {asked !== null &&
        // Outside of the notice, which is read aloud whenever it changes.
        createPortal(
          <asked.Dialog
            parts={asked.parts}
            onPicked={texts => {
              setAsked(null)
              onMerged(texts)
            }}
            onClose={() => {
              setAsked(null)
              onRefused()
            }}
          />,
          document.body,
        )}
    </>
  )
}
