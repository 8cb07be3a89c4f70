/** The longest title of an issuable, in characters. */
export const titleLimit = 255
