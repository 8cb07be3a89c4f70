/** Refs and paths, joined and percent-encoded for a URL; their slashes stay. */
export const addressOf = (...parts: readonly string[]): string =>
  parts
    .filter(part => part !== '')
    .flatMap(part => part.split('/'))
    .map(encodeURIComponent)
    .join('/')
