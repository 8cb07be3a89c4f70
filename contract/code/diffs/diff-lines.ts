/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed'
  /**
   * The line number from 1. An added line has the number of the next old line, and a removed line that of the next new
   * one.
   */
  readonly oldPos: number
  readonly newPos: number
  /** The line without its sign and line feed. */
  readonly text: string
  /** No line feed ends the line. */
  readonly isUnended?: boolean
}

/** A run of changed lines with the unchanged ones around them. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** The text after the second `@@`: the function that the lines are in. */
  readonly heading: string
  readonly lines: readonly DiffLine[]
}

/**
 * Read the hunks of one file.
 *
 * @param patch  from the first `@@` on
 * @source git-diff(1), unified format
 */
export function readHunks(patch: string): readonly Hunk[] {
  const hunks: (Omit<Hunk, 'lines'> & { lines: DiffLine[] })[] = []
  let oldPos = 0
  let newPos = 0
  let oldEnd = 0
  let newEnd = 0
  let from = 0
  while (from < patch.length) {
    const next = patch.indexOf('\n', from)
    const end = next < 0 ? patch.length : next
    const sign = patch[from]
    const text = patch.slice(from + 1, end)
    const lines = hunks.at(-1)?.lines
    from = end + 1
    if (lines === undefined || (oldPos >= oldEnd && newPos >= newEnd && sign === '@')) {
      const [, oldStart = '0', oldLines = '1', newStart = '0', newLines = '1', heading = ''] =
        /^@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s.exec(text) ?? []
      const hunk = {
        oldStart: Number(oldStart),
        oldLines: Number(oldLines),
        newStart: Number(newStart),
        newLines: Number(newLines),
        heading,
        lines: [],
      }
      hunks.push(hunk)
      // A side without lines names the line before it.
      oldPos = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart
      newPos = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart
      oldEnd = oldPos + hunk.oldLines
      newEnd = newPos + hunk.newLines
    } else if (sign === '+') lines.push({ kind: 'added', oldPos, newPos: newPos++, text })
    else if (sign === '-') lines.push({ kind: 'removed', oldPos: oldPos++, newPos, text })
    else if (sign === '\\') {
      const last = lines.pop()
      if (last !== undefined) lines.push({ ...last, isUnended: true })
    } else lines.push({ kind: 'context', oldPos: oldPos++, newPos: newPos++, text })
  }
  return hunks
}

/**
 * The code of a line: `<fileHash>_<old>_<new>`.
 *
 * @source product-rules.md 9
 */
export const lineCode = (fileHash: string, { oldPos, newPos }: Pick<DiffLine, 'oldPos' | 'newPos'>): string =>
  `${fileHash}_${oldPos}_${newPos}`
