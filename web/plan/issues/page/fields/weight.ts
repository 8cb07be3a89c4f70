/** The greatest weight that a folded sidebar shows whole. */
const mostShown = 99_999

/** A weight in few characters: longer ones are cut to five, with an ellipsis. @source WEIGHT-004 */
export const shortWeight = (weight: number): string =>
  weight > mostShown ? `${String(weight).slice(0, 5)}…` : String(weight)
