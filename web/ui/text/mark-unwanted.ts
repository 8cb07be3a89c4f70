import { codePointOf, type UnwantedKind, unwantedIn } from '#contract/code/unwanted-characters.ts'
import { escapeCode, wrapSpans } from './html-spans.ts'

/**
 * Mark the unwanted characters of a line of code.
 *
 * @param html  the line with colors, as safe HTML
 * @returns safe HTML; what was given where there is nothing to mark
 */
export function markUnwanted(text: string, html?: string): string | undefined {
  const found = unwantedIn(text)
  if (found.length === 0) return html
  return wrapSpans(
    html ?? escapeCode(text),
    found.map(({ from, to, kind, looksLike }) => {
      const code = codePointOf(text.slice(from, to))
      const title = `${code}: ${titles[kind]}${looksLike === undefined ? '' : ` ${looksLike}`}`
      return { from, to, open: `<span class="unwanted" data-code="${code}" title="${title}">`, close: '</span>' }
    }),
  )
}

const titles = {
  bidirectional: 'changes the direction of text',
  invisible: 'invisible character',
  lookalike: 'looks like',
} as const satisfies Record<UnwantedKind, string>
