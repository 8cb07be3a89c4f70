/** How the lines of a file end. `mixed`: both ways. */
type LineEnds = 'lf' | 'crlf' | 'mixed'

export function lineEndsOf(text: string): LineEnds {
  const crlf = text.split('\r\n').length - 1
  if (crlf === 0) return 'lf'
  return crlf === text.split('\n').length - 1 ? 'crlf' : 'mixed'
}

/** A text box knows one way only. */
export const forBox = (text: string): string => text.replaceAll('\r\n', '\n')

/** The text of a box as the file has its lines; mixed ends become those of the box. */
export const forFile = (text: string, ends: LineEnds): string =>
  ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text

export const mixedLineEnds = 'Line endings are mixed. The commit changes all of them to LF.'
