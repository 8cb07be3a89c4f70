import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import type { Chosen, ChosenLines, LineChoice } from './choose-lines.ts'
import { type AnyRow, lineAt, linesOf } from './rows.ts'

/** The lines of rows; null: one of the rows has none on that side. */
export function chosenLines(rows: readonly AnyRow[], { from, to, side }: Chosen): ChosenLines | null {
  const [first, last] = [lineAt(rows, from, side), lineAt(rows, to, side)]
  return first === null || last === null ? null : { from: first, to: last, side }
}

/** The rows that show lines now; null: one of the lines is not shown. */
export function chosenRows(rows: readonly AnyRow[], { from, to, side }: ChosenLines): Chosen | null {
  const first = rowOf(rows, from)
  const last = from === to ? first : rowOf(rows, to)
  return first === -1 || last === -1 ? null : { from: first, to: last, side }
}

// Lines that were fetched are new objects each time that more of them come.
const rowOf = (rows: readonly AnyRow[], { kind, oldPos, newPos }: DiffLine): number =>
  rows.findIndex(row =>
    linesOf(row).some(line => line.kind === kind && line.oldPos === oldPos && line.newPos === newPos),
  )

/** The lines that are chosen in a file, and those that were commented on last, from which Shift goes on. */
export function useChosenLines(rows: readonly AnyRow[]) {
  const [lines, setLines] = useState<ChosenLines | null>(null)
  const chosen = useMemo(() => (lines === null ? null : chosenRows(rows, lines)), [rows, lines])
  const last = useRef<ChosenLines | null>(null)
  // A drag outlives the rows that it began on.
  const now = useRef(rows)
  useLayoutEffect(() => {
    now.current = rows
  }, [rows])
  const linesOf = (next: Chosen) => chosenLines(now.current, next)
  const choice: LineChoice = {
    linesOf,
    linesSince: (to, side) => {
      const before = last.current === null ? null : chosenRows(now.current, last.current)
      return before === null || before.side !== side ? null : linesOf({ from: before.from, to, side })
    },
    setLines,
  }
  return {
    chosen,
    setChosen: (next: Chosen | null) => setLines(next === null ? null : linesOf(next)),
    choice,
    startAt: ({ from, side }: ChosenLines) => {
      last.current = { from, to: from, side }
    },
  }
}
