import hljs from 'highlight.js/lib/common'
import { escapeHtml } from './text.ts'

const maxLines = 2_000
const maxCharacters = 60_000

/**
 * Code as HTML with `hljs-…` classes; escaped only when the language is unknown or the code is long.
 *
 * @param language  first word of the info string, any case
 */
export function highlightCode(code: string, language: string): string {
  const known = language === '' ? undefined : hljs.getLanguage(language)
  if (known === undefined || code.length > maxCharacters || countLines(code) > maxLines) return escapeHtml(code)
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}

function countLines(code: string): number {
  let lines = 1
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) lines++
  return lines
}
