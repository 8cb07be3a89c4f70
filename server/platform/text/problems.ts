/** What is wrong with a text that is longer than so many characters, as a sentence that follows the name of its field. */
export const tooLong = (limit: number): string => `is too long (maximum is ${limit} characters)`

/** What is wrong with a name, title or description of one line; empty when it is fine. */
export function lineProblems(text: string, limit = 255): readonly string[] {
  if (text.trim() === '') return ["can't be blank"]
  return text.length > limit ? [tooLong(limit)] : []
}
