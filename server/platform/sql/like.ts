/** A text as a pattern of LIKE for itself, sign by sign. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of LIKE for whatever contains a text. */
export const containing = (text: string): string => `%${escapeLike(text)}%`
