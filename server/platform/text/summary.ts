import { plainText } from '#server/platform/markdown/text.ts'

/** The length that search engines and link previews show. */
const maxChars = 200
/** The number of characters that are read of a long text. */
const readChars = 8_000

/**
 * The first words of a rendered text, in one line.
 *
 * @param html  the HTML that the server has sanitized
 */
export const summaryOf = (html: string): string =>
  // A tag that was cut in two is no text.
  shortened(plainText(html.slice(0, readChars).replace(/<[^<>]*$/, '')))

/** The first words of a plain text, in one line. */
export function shortened(text: string): string {
  const line = text.slice(0, readChars).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxChars) return line
  const cut = line.slice(0, maxChars - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > maxChars / 2 ? end : undefined).toWellFormed()}…`
}
