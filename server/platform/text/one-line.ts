/** Zero-width joiners and non-joiners belong to emoji and to several scripts; all other format characters only hide. */
const invisible = /[^\P{Cf}\u200c\u200d]|[\u034f\u115f\u1160\u2800\u3164\uffa0]/gu
const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const holdsBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * A text on one line: line breaks and other control characters become a blank, characters that reorder or hide their
 * neighbors are removed (bidirectional controls, zero-width blanks, fillers), and blanks around it too.
 */
export function oneLine(text: string): string {
  // One run of blanks is read once: a pattern with blanks around a break takes the square of their number.
  const broken = text.toWellFormed().replace(breaks, blanks => (holdsBreak.test(blanks) ? ' ' : blanks))
  return broken.replace(invisible, '').trim()
}
