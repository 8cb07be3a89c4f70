/** What is wrong with a text that is longer than so many characters, as a sentence that follows the name of its field. */
export const tooLong = (limit: number): string => `is too long (maximum is ${limit} characters)`

/**
 * What is wrong with the day or moment on which something is to expire. It can be one of today, as in the contract: what expires on a day
 * ends when that day begins, in UTC.
 *
 * @param expiresAt  yyyy-mm-dd or ISO 8601; null for no end
 * @param now  ISO 8601
 */
export const expiryProblems = (expiresAt: string | null | undefined, now: string): readonly string[] =>
  expiresAt != null && new Date(expiresAt).toISOString().slice(0, 10) < now.slice(0, 10)
    ? ['cannot be a date in the past']
    : []

/** What is wrong with a name, title or description of one line; empty when it is fine. */
export function lineProblems(text: string, limit = 255): readonly string[] {
  if (text.trim() === '') return ["can't be blank"]
  return text.length > limit ? [tooLong(limit)] : []
}
