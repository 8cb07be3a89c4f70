import { Malformed } from '#server/errors.ts'

/** Characters of a search or pattern, as in the REST API. */
const mostCharacters = 1000

/** A text that is compared with many rows. @throws Malformed  it is too long */
export function bounded<Text extends string | null | undefined>(name: string, text: Text): Text {
  if ((text?.length ?? 0) > mostCharacters)
    throw new Malformed(`${name} is too long (maximum is ${mostCharacters} characters)`)
  return text
}
