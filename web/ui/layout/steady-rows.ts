import { useState } from 'react'

export interface SteadyRows<Row> {
  readonly rows: readonly Row[]
  /** So many rows are new, and wait. */
  readonly arrived: number
  /** The list is another one by now than what is shown. */
  readonly isBehind: boolean
  readonly showAll: () => void
}

interface Kept<Row> {
  readonly key: string
  readonly rows: readonly Row[]
}

/**
 * The rows of a live list, which do not shift under the hand: while it is held, those shown stay in their places, with what
 * is known of them now, and new ones wait.
 *
 * @param key  names what is listed: another one is shown at once
 */
export function useSteadyRows<Row>(
  key: string,
  now: readonly Row[],
  idOf: (row: Row) => number,
  isHeld: boolean,
): SteadyRows<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ key, rows: now })
  const isOther = kept.key !== key || !isHeld
  const rows = isOther ? now : held(kept.rows, now, idOf)
  if (kept.key !== key || (isOther && kept.rows !== now)) setKept({ key, rows: now })
  const known = new Set(rows.map(idOf))
  return {
    rows,
    arrived: now.filter(row => !known.has(idOf(row))).length,
    isBehind: rows.length !== now.length || rows.some((row, at) => idOf(row) !== idOf(now[at] ?? row)),
    showAll: () => setKept({ key, rows: now }),
  }
}

/** The rows of before, each as it is now; one that has left stays as it was. */
export function held<Row>(before: readonly Row[], now: readonly Row[], idOf: (row: Row) => number): readonly Row[] {
  const byId = new Map(now.map(row => [idOf(row), row]))
  return before.map(row => byId.get(idOf(row)) ?? row)
}
