const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as ISO 8601, from milliseconds since 1970; null for no number, and for a year that does not have four digits. */
export const momentOfMs = (ms: number): string | null =>
  ms >= earliest && ms <= latest ? new Date(ms).toISOString() : null
