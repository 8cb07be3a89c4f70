/** The error for a text that is longer than the limit, as a sentence that follows the name of its field. */
export const tooLong = (limit: number): string => `is too long (maximum is ${limit} characters)`

/**
 * The faults of the day or moment of an expiry. It can be today, as in the contract: an expiry on a day takes effect
 * when that day begins, in UTC.
 *
 * @param expiresAt  yyyy-mm-dd or ISO 8601; null for no end
 * @param now  ISO 8601
 */
export const expiryProblems = (expiresAt: string | null | undefined, now: string): readonly string[] =>
  expiresAt != null && new Date(expiresAt).toISOString().slice(0, 10) < now.slice(0, 10)
    ? ['cannot be a date in the past']
    : []

/** The faults of a name, title or description of one line; empty when it is valid. */
export function lineProblems(text: string, limit = 255): readonly string[] {
  if (text.trim() === '') return ["can't be blank"]
  return text.length > limit ? [tooLong(limit)] : []
}
