import { useMemo, useState } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import { maxHighlightedCharacters, useHighlight } from '../../highlight/highlight.ts'
import type { FileRow } from './rows.ts'

interface Colors {
  readonly old: ReadonlyMap<number, string>
  readonly now: ReadonlyMap<number, string>
}

const none: Colors = { old: new Map(), now: new Map() }

/**
 * The colors of the lines of a file, once they are there. Lines that come in between keep the others colored.
 *
 * @param id  names this very change
 * @returns safe HTML of a line
 */
export function useColors(path: string, id: string, rows: readonly FileRow[], isNear: boolean) {
  const sides = useMemo(() => sidesOf(rows), [rows])
  const version = `${id} ${rows.length}`
  const before = useHighlight(path, `${version} before`, sides.before.text, isNear)
  const after = useHighlight(path, `${version} after`, sides.after.text, isNear)
  const colors = useMemo(
    () => ({ old: byLine(sides.before.lines, before), now: byLine(sides.after.lines, after) }),
    [sides, before, after],
  )
  const [last, setLast] = useState<Colors>(none)
  const isThere = before !== undefined || after !== undefined
  if (isThere && last !== colors) setLast(colors)
  const shown = isThere ? colors : last
  return useMemo(
    () => (line: DiffLine) => (line.kind === 'removed' ? shown.old.get(line.oldPos) : shown.now.get(line.newPos)),
    [shown],
  )
}

const plain = { lines: [], text: null }

function sidesOf(rows: readonly FileRow[]) {
  // Of a hundred thousand lines, joining them for nothing takes longer than all else.
  if (isLongerThan(rows, 2 * maxHighlightedCharacters)) return { before: plain, after: plain }
  const before: DiffLine[] = []
  const after: DiffLine[] = []
  for (const row of rows) {
    if (row.kind === 'gap') continue
    if (row.kind !== 'added') before.push(row)
    if (row.kind !== 'removed') after.push(row)
  }
  const textOf = (lines: readonly DiffLine[]) => lines.map(line => line.text).join('\n')
  // Unchanged lines have the colors of the new side.
  const hasRemoved = before.some(line => line.kind === 'removed')
  return {
    before: { lines: before.map(line => line.oldPos), text: hasRemoved ? textOf(before) : null },
    after: { lines: after.map(line => line.newPos), text: textOf(after) },
  }
}

function isLongerThan(rows: readonly FileRow[], characters: number): boolean {
  let left = characters
  for (const row of rows) {
    if (row.kind !== 'gap') left -= row.text.length + 1
    if (left < 0) return true
  }
  return false
}

const byLine = (lines: readonly number[], html: readonly string[] | undefined): ReadonlyMap<number, string> =>
  html === undefined ? new Map() : new Map(lines.map((line, index) => [line, html[index] ?? '']))
