import { type DiffLine, lineCode } from '#contract/code/diffs/diff-lines.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import type { Chosen } from './choose-lines.ts'
import { type AnyRow, linesOf } from './rows.ts'
import type { LineContent, LinePlace } from './slots.ts'

/** The part of a file that its lines need. */
export type NamedFile = Pick<DiffFile, 'id' | 'filePath' | 'fileHash'>

/** A line by its code. */
export interface LineTarget {
  readonly lineCode: string
}

export const placeOf = (file: NamedFile, line: DiffLine): LinePlace => ({
  oldLine: line.kind === 'added' ? null : line.oldPos,
  newLine: line.kind === 'removed' ? null : line.newPos,
  lineCode: lineCode(file.fileHash, line),
})

/** The row that shows a line; -1 for a line that is not shown. */
export const rowOfCode = (fileHash: string, rows: readonly AnyRow[], code: string): number =>
  rows.findIndex(row => linesOf(row).some(line => lineCode(fileHash, line) === code))

const noMarks: readonly Chosen[] = []

/** The rows that open forms are about, from the first to the last, where they are more than one. */
export function markedRows(
  fileHash: string,
  rows: readonly AnyRow[],
  contents: readonly LineContent[],
): readonly Chosen[] {
  const ranges = contents.flatMap(({ range }) => (range === undefined ? [] : [range]))
  if (ranges.length === 0) return noMarks
  return ranges.flatMap(({ start, end }) => {
    const [from, to] = [rowOfCode(fileHash, rows, start.lineCode), rowOfCode(fileHash, rows, end.lineCode)]
    return from === -1 || to === -1 ? [] : [{ from, to, side: end.newLine === null ? 'old' : 'new' }]
  })
}
