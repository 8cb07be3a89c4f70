import type { DiffLine, Hunk } from '#contract/code/diffs/diff-lines.ts'

/** Unchanged lines that are not shown. */
export interface GapRow {
  readonly kind: 'gap'
  /** The line numbers in the new file; `last` is null if the length of the file is unknown. */
  readonly first: number
  readonly last: number | null
  /**
   * The place of the gap: lines come from below at the top of a file, from above at its end, in the middle from both.
   */
  readonly at: 'top' | 'middle' | 'bottom'
  /** The context of the lines below, for instance a function. */
  readonly heading: string
}

export type FileRow = GapRow | DiffLine

/** Unchanged lines that were fetched: texts from line `first` of the new file on. */
export interface Revealed {
  readonly first: number
  readonly lines: readonly string[]
}

interface RowsOptions {
  /** The revealed lines in order, not overlapping. */
  readonly revealed?: readonly Revealed[]
  /** The number of lines of the new file; null: unknown. */
  readonly lineCount?: number | null
  /** Nothing is outside of the hunks: the file is new, or deleted. */
  readonly isWhole?: boolean
}

/** The rows of a file: its hunks, the lines fetched between them, and the gaps that remain. */
export function fileRows(
  hunks: readonly Hunk[],
  { revealed = [], lineCount = null, isWhole = false }: RowsOptions = {},
): readonly FileRow[] {
  if (isWhole) return hunks.flatMap(hunk => hunk.lines)
  const rows: FileRow[] = []
  let next = 1
  let offset = 0
  for (const hunk of hunks) {
    const start = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart
    const at = next === 1 ? 'top' : 'middle'
    addGap(rows, { first: next, last: start - 1, at, offset, heading: hunk.heading, revealed })
    for (const line of hunk.lines) rows.push(line)
    next = start + hunk.newLines
    offset = (hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart) + hunk.oldLines - next
  }
  addGap(rows, { first: next, last: lineCount, at: 'bottom', offset, heading: '', revealed })
  return rows
}

interface Gap extends Omit<GapRow, 'kind'> {
  /** Old number less new number. */
  readonly offset: number
  readonly revealed: readonly Revealed[]
}

function addGap(rows: FileRow[], { first, last, at, offset, heading, revealed }: Gap): void {
  const end = last ?? Number.POSITIVE_INFINITY
  if (first > end) return
  let next = first
  for (const part of revealed) {
    const from = Math.max(part.first, first)
    const to = Math.min(part.first + part.lines.length - 1, end)
    if (from > to) continue
    if (from > next)
      rows.push({ kind: 'gap', first: next, last: from - 1, at: next === 1 ? 'top' : 'middle', heading: '' })
    for (let newPos = from; newPos <= to; newPos++) {
      rows.push({ kind: 'context', oldPos: newPos + offset, newPos, text: part.lines[newPos - part.first] ?? '' })
    }
    next = to + 1
  }
  if (next <= end) rows.push({ kind: 'gap', first: next, last, at, heading })
}

/** Put newly fetched lines among those that are there. */
export function reveal(revealed: readonly Revealed[], added: Revealed): readonly Revealed[] {
  const merged: Revealed[] = []
  for (const part of [...revealed, added].toSorted((one, other) => one.first - other.first)) {
    const last = merged.at(-1)
    const end = last === undefined ? 0 : last.first + last.lines.length
    if (last === undefined || part.first > end) merged.push(part)
    else if (part.first + part.lines.length > end) {
      merged[merged.length - 1] = { first: last.first, lines: [...last.lines, ...part.lines.slice(end - part.first)] }
    }
  }
  return merged
}

/** A row of the view with two columns. */
export type SplitRow =
  | GapRow
  | { readonly kind: 'pair'; readonly left: DiffLine | null; readonly right: DiffLine | null }

/** Put removed and added lines side by side: the first with the first, and so on. */
export function splitRows(rows: readonly FileRow[]): readonly SplitRow[] {
  const split: SplitRow[] = []
  let at = 0
  while (at < rows.length) {
    const row = rows[at]
    if (row === undefined) break
    if (row.kind === 'gap' || row.kind === 'context') {
      split.push(row.kind === 'gap' ? row : { kind: 'pair', left: row, right: row })
      at++
      continue
    }
    const { removed, added } = changeAt(rows, at)
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      split.push({ kind: 'pair', left: removed[index] ?? null, right: added[index] ?? null })
    }
    at += removed.length + added.length
  }
  return split
}

/** The height of rows that do not wrap, as `DiffRows.module.css` has it. */
export function heightOf(rows: readonly FileRow[]): string {
  const gaps = rows.reduce((sum, row) => sum + (row.kind === 'gap' ? 1 : 0), 0)
  return `calc(${gaps} * 1.75rem + ${rows.length - gaps} * var(--code-line))`
}

/** The removed lines from a row on, and the added ones after them. */
export function changeAt(
  rows: readonly FileRow[],
  at: number,
): { readonly removed: readonly DiffLine[]; readonly added: readonly DiffLine[] } {
  const removed: DiffLine[] = []
  const added: DiffLine[] = []
  for (let row = rows[at]; row?.kind === 'removed'; row = rows[at + removed.length]) removed.push(row)
  for (let row = rows[at + removed.length]; row?.kind === 'added'; row = rows[at + removed.length + added.length])
    added.push(row)
  return { removed, added }
}

export type AnyRow = FileRow | SplitRow

export function textOf(row: AnyRow): string {
  if (row.kind === 'gap') return row.heading
  if (row.kind !== 'pair') return row.text
  const { left, right } = row
  return left === right || right === null ? (left?.text ?? '') : `${left?.text ?? ''} ${right.text}`
}

export const lastNumber = (row: FileRow): number => (row.kind === 'gap' ? 0 : Math.max(row.oldPos, row.newPos))

/** The lines of a row: of a pair the left one first. */
export function linesOf(row: AnyRow): readonly DiffLine[] {
  if (row.kind === 'gap') return []
  if (row.kind !== 'pair') return [row]
  return [row.left, row.right].filter(line => line !== null)
}

/** The line of a row, on a side of two columns. */
export function lineAt(rows: readonly AnyRow[], index: number, side: 'old' | 'new'): DiffLine | null {
  const row = rows[index]
  if (row === undefined || row.kind === 'gap') return null
  if (row.kind !== 'pair') return row
  return side === 'old' ? row.left : row.right
}
