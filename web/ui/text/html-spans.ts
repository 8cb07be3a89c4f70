/** Characters of a text that get an element around them, in UTF-16 units; `to` is exclusive. */
export interface HtmlSpan {
  readonly from: number
  readonly to: number
  /** The start tag. */
  readonly open: string
  /** The end tag. */
  readonly close: string
}

/**
 * Put elements around characters of highlighted code: one around each piece of text between its tags.
 *
 * @param html  escaped text and tags without `>` in their attributes; an entity is one character of the text
 * @param spans  in order, not overlapping
 */
export function wrapSpans(html: string, spans: readonly HtmlSpan[]): string {
  let at = 0
  let next = 0
  return html.replace(/<[^>]*>|&[^;]+;|[^<&]+/g, piece => {
    if (piece.startsWith('<')) return piece
    const from = at
    const isEntity = piece.startsWith('&')
    at += isEntity ? 1 : piece.length
    let wrapped = ''
    let done = 0
    for (let span = spans[next]; span !== undefined && span.from < at; span = spans[++next]) {
      const start = Math.max(0, span.from - from)
      const end = isEntity ? piece.length : Math.min(at - from, span.to - from)
      wrapped += piece.slice(done, start) + span.open + piece.slice(start, end) + span.close
      done = end
      if (span.to > at) break
    }
    return wrapped + piece.slice(done)
  })
}

export const escapeCode = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
