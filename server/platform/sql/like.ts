/** A text escaped for LIKE: the pattern matches the text itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of LIKE for whatever contains a text. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/** The pattern of LIKE for whatever begins with a text. */
export const startsWith = (text: string): string => `${escapeLike(text)}%`
