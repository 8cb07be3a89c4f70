/** `a`, `a and b`, `a, b, and c`. */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
