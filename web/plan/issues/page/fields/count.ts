/** The greatest count that a folded sidebar shows whole. */
const mostShown = 99_999

/** A count in few characters: longer ones are cut to five, with an ellipsis. @source WEIGHT-004 */
export const shortCount = (count: number): string =>
  count > mostShown ? `${String(count).slice(0, 5)}…` : String(count)
