/** A text as inline code on one line: nothing in it is read as Markdown. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  // Spaces keep backticks at the ends of the text apart from the fence.
  return line.includes('`') ? `${fenceOf(line, 1)} ${line} ${fenceOf(line, 1)}` : `\`${line}\``
}

/** A text as a block of code: nothing in it is read as Markdown. */
export const codeBlock = (text: string): string => `${fenceOf(text, 3)}\n${text}\n${fenceOf(text, 3)}`

/** More backticks than the text holds in a row, and at least `least`. */
const fenceOf = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
