import { useShortcuts } from '#web/ui/actions/shortcuts.ts'
import { quoted } from './editor/edit.ts'
import { selectedMarkdown } from './editor/markdown-of.ts'

/** `r` answers with what is selected, quoted. @source KEYS-004, KEYS-007 */
export function useQuoteKey(quote: ((text: string) => void) | null): void {
  useShortcuts(
    quote === null
      ? {}
      : {
          r: {
            label: 'Comment, quoting what is selected',
            run: () => {
              const words = selectedMarkdown()
              quote(words === '' ? '' : quoted(words))
            },
          },
        },
  )
}
