/** A ref and a path as they stand in an address. */
export const addressOf = (...parts: readonly string[]): string =>
  parts
    .filter(part => part !== '')
    .flatMap(part => part.split('/'))
    .map(encodeURIComponent)
    .join('/')
