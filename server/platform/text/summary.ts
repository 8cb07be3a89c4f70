/** What search engines and link previews show at most. */
const maxChars = 200
/** Of a long text only the beginning is read. */
const readChars = 8_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/**
 * The first words of a rendered text, in one line.
 *
 * @param html  as the server has sanitised it
 */
export function summaryOf(html: string): string {
  const text = html
    .slice(0, readChars)
    .replace(/<[^<>]*$/, '')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|li|pre|blockquote|table|tr|td|th|br|hr|details|summary)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7}|x[\da-f]{1,6})|([a-z]+));/gi, (whole, code: string | undefined, name: string) =>
      code === undefined ? (entities[name.toLowerCase()] ?? whole) : characterOf(code),
    )
  return shortened(text)
}

/** The first words of a plain text, in one line. */
export function shortened(text: string): string {
  const line = text.slice(0, readChars).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxChars) return line
  const cut = line.slice(0, maxChars - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > maxChars / 2 ? end : undefined).toWellFormed()}…`
}

function characterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
