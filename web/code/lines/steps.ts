import { useEffect, useState } from 'react'

/** Idle work waits so long at most. @source DIFF-047 */
export const idleTimeoutMs = 1_000

/** The steps in which the text of long code is added to the page, while the browser is idle. @source DIFF-045 */
export const renderSteps = {
  /** Longer code is added in steps of at most this many rows. */
  rowsPerPass: 500,
  rowsPerBulk: 30,
  /** Less time than this is left to other work. */
  leastMs: 2,
  /** Rows that are drawn immediately. */
  startRow: 200,
} as const

/**
 * Rows that are there after a pass.
 *
 * @param timeLeft  milliseconds until the browser wants to go on
 */
export function rowsAfterPass(rows: number, total: number, timeLeft: () => number): number {
  const { rowsPerPass, rowsPerBulk, leastMs } = renderSteps
  const most = Math.min(total, rows + rowsPerPass)
  let next = Math.min(most, rows + rowsPerBulk)
  while (next < most && timeLeft() > leastMs) next = Math.min(most, next + rowsPerBulk)
  return next
}

/** The number of rows to draw by now. It grows while the browser is idle. @param layout  another one begins anew */
export function useReachedRows(total: number, layout: string): number {
  const [state, setState] = useState<{ readonly layout: string; readonly rows: number }>({
    layout,
    rows: renderSteps.startRow,
  })
  const rows = state.layout === layout ? state.rows : renderSteps.startRow
  const reached = total <= renderSteps.rowsPerPass ? total : Math.min(rows, total)
  useEffect(() => {
    if (reached >= total) return
    const setRows = (next: number) => setState({ layout, rows: next })
    // Safari does not know idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const waiting = setTimeout(() => setRows(rowsAfterPass(reached, total, () => renderSteps.leastMs + 1)), 16)
      return () => clearTimeout(waiting)
    }
    const waiting = requestIdleCallback(
      deadline => setRows(rowsAfterPass(reached, total, () => deadline.timeRemaining())),
      { timeout: idleTimeoutMs },
    )
    return () => cancelIdleCallback(waiting)
  }, [reached, total, layout])
  return reached
}
