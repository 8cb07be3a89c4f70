import { useEffect } from 'react'
import { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { atRest } from '#web/ui/at-rest.ts'
import { quoted } from '../editor/text/quoted.ts'

const loadMarkdown = () => import('../editor/text/markdown-of.ts')

/** `r` answers with what is selected, quoted, and says of which note. @source KEYS-004, KEYS-007 */
export function useQuoteKey(quote: ((text: string, noteId: string | null) => void) | null): void {
  const canQuote = quote !== null
  // Only the browser knows when it is at rest.
  useEffect(() => (canQuote ? atRest(() => void loadMarkdown().catch(() => undefined)) : undefined), [canQuote])
  useShortcuts(shortcuts.discussion, {
    quote:
      quote &&
      (() => {
        const noteId = selectedNoteId()
        loadMarkdown().then(
          ({ selectedMarkdown }) => {
            const words = selectedMarkdown()
            if (words === '') quote('', null)
            else quote(quoted(words), noteId)
          },
          // If the part cannot be loaded, the answer begins without a quote.
          () => quote('', null),
        )
      }),
  })
}

function selectedNoteId(): string | null {
  const node = document.getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('article[data-note]')?.dataset.note ?? null
}
