/** The longest title of an issuable, label, milestone, iteration or cadence, and name of a board; in characters. */
export const titleLimit = 255
