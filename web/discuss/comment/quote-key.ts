import { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { selectedMarkdown } from '../editor/text/markdown-of.ts'
import { quoted } from '../editor/text/quoted.ts'

/** `r` answers with what is selected, quoted, and says of which note. @source KEYS-004, KEYS-007 */
export function useQuoteKey(quote: ((text: string, noteId: string | null) => void) | null): void {
  useShortcuts(shortcuts.discussion, {
    quote:
      quote &&
      (() => {
        const words = selectedMarkdown()
        if (words === '') quote('', null)
        else quote(quoted(words), selectedNoteId())
      }),
  })
}

function selectedNoteId(): string | null {
  const node = document.getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('article[data-note]')?.dataset.note ?? null
}
