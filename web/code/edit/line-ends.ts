import { diffArrays } from 'diff'

/** A line of a file, with what ends it: nothing in the last line of some files. */
interface Line {
  readonly text: string
  readonly end: string
}

const byteOrderMark = '\ufeff'

/** A text box knows one way to end a line, and no byte order mark. */
export const forBox = (text: string): string =>
  (text.startsWith(byteOrderMark) ? text.slice(1) : text).replace(/\r\n?/g, '\n')

/**
 * The text of a box as a file has it: with the byte order mark of the original, and each line with its own ending. A new line ends as the
 * one that it replaces, or as the one before it.
 *
 * @param text  as the box has it, with LF
 * @param original  the file before it was edited
 */
export function forFile(text: string, original: string): string {
  const mark = original.startsWith(byteOrderMark) && !text.startsWith(byteOrderMark) ? byteOrderMark : ''
  if (!original.includes('\r')) return mark + text
  const before = linesOf(original.slice(mark.length))
  const after = text.split('\n')
  const ends = endsOf(before, after)
  return mark + after.map((line, index) => (index === after.length - 1 ? line : line + (ends[index] ?? '\n'))).join('')
}

function linesOf(text: string): readonly Line[] {
  const lines = text.split(/(\r\n|\n|\r)/)
  return Array.from({ length: Math.ceil(lines.length / 2) }, (_, index) => ({
    text: lines[2 * index] ?? '',
    end: lines[2 * index + 1] ?? '',
  }))
}

const longestMs = 1_000

/** The ending of each line afterwards; where the comparison takes too long, that of the line that was in its place. */
function endsOf(before: readonly Line[], after: readonly string[]): readonly string[] {
  const parts = diffArrays(
    before.map(line => line.text),
    [...after],
    { timeout: longestMs },
  )
  const ends: string[] = []
  const usual = before[0]?.end || '\n'
  const add = (end: string | undefined) => ends.push(end || ends.at(-1) || usual)
  if (parts === undefined) {
    for (const index of after.keys()) add(before[index]?.end)
    return ends
  }
  let at = 0
  let replaced: readonly Line[] = []
  for (const { added, removed, value } of parts) {
    if (added) for (const index of value.keys()) add(replaced[index]?.end)
    else {
      const own = before.slice(at, at + value.length)
      at += value.length
      replaced = removed ? own : []
      if (!removed) for (const line of own) add(line.end)
    }
  }
  return ends
}
