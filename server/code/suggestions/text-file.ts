/** Suggestions on larger files are only text. */
export const maxTextBytes = 5_000_000

/** The text of a file in UTF-8; null if it is not UTF-8. */
export function textOf(content: Buffer): string | null {
  if (content.includes(0)) return null
  try {
    // A byte order mark stays.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    // The decoder's way to say that it is no UTF-8.
    return null
  }
}
