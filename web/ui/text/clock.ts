/** A clock as far off as this is as right as the way of an answer lets one tell. */
const toleranceMs = 10_000

// The difference of the server's clock from the browser's.
let aheadMs = 0

/** The current time by the server's clock: the times that pages compare with it are the server's too. */
export const currentTime = (): Date => new Date(Date.now() + aheadMs)

/**
 * Set the clock of the page by an answer that has just come.
 *
 * @param at  as the `Date` header has it, or ISO 8601; what is no time changes nothing
 */
export function setServerTime(at: string | null | undefined): void {
  const serverMs = Date.parse(at ?? '')
  if (Number.isNaN(serverMs)) return
  const differenceMs = serverMs - Date.now()
  aheadMs = Math.abs(differenceMs) <= toleranceMs ? 0 : differenceMs
}
