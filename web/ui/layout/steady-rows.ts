import { useState } from 'react'

export interface SteadyRows<Row> {
  readonly rows: readonly Row[]
  /** The rows that the current list has, and those that it no longer has. */
  readonly present: readonly Row[]
  readonly gone: ReadonlySet<Row>
  /** Number of new rows that are withheld. */
  readonly arrived: number
  /** Whether the shown rows differ from the current list. */
  readonly isBehind: boolean
  readonly showAll: () => void
}

interface Kept<Row> {
  readonly key: string
  readonly rows: readonly Row[]
  readonly isHeld: boolean
}

/**
 * The rows of a live list. While `isHeld`, shown rows keep their positions but show current data, and new rows are withheld.
 *
 * @param key  identifies the query; a new key shows its rows at once
 * @param now  the current rows, the same array until they change
 */
export function useSteadyRows<Row>(
  key: string,
  now: readonly Row[],
  idOf: (row: Row) => number | string,
  isHeld: boolean,
): SteadyRows<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ key, rows: now, isHeld })
  const isKept = isHeld && kept.isHeld && kept.key === key
  const rows = isKept ? held(kept.rows, now, idOf) : now
  if (kept.key !== key || kept.rows !== rows || kept.isHeld !== isHeld) setKept({ key, rows, isHeld })
  const known = new Set(rows.map(idOf))
  const current = new Set(now.map(idOf))
  const gone = new Set(rows.filter(row => !current.has(idOf(row))))
  return {
    rows,
    present: rows.filter(row => !gone.has(row)),
    gone,
    arrived: now.filter(row => !known.has(idOf(row))).length,
    isBehind: rows.length !== now.length || rows.some((row, at) => idOf(row) !== idOf(now[at] ?? row)),
    showAll: () => setKept({ key, rows: now, isHeld }),
  }
}

/**
 * The former rows with current data; rows that left the list stay unchanged.
 *
 * @returns `before` itself when none of its rows has changed
 */
export function held<Row>(
  before: readonly Row[],
  now: readonly Row[],
  idOf: (row: Row) => number | string,
): readonly Row[] {
  const byId = new Map(now.map(row => [idOf(row), row]))
  const rows = before.map(row => byId.get(idOf(row)) ?? row)
  return rows.some((row, at) => row !== before[at]) ? rows : before
}
