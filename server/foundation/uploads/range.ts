/** The requested part of a file: the whole file, some bytes (both ends included), or none that exist. */
export type Wanted = 'whole' | 'none' | { readonly start: number; readonly end: number }

/** Matching the pattern takes time in the square of the length. */
const longestHeader = 100

/**
 * Read a Range header. Several ranges at once, other units and nonsense count as a wish for the whole, as the standard allows.
 *
 * @source RFC 9110, 14.1.2 and 14.2
 */
export function wantedPart(given: string | undefined, sizeBytes: number): Wanted {
  const header = given ?? ''
  const parts = header.length > longestHeader ? null : /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header)
  const [, first = '', last = ''] = parts ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'none' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= sizeBytes) return 'none'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}
