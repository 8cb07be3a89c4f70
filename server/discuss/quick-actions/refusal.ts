import { Forbidden, NamedError } from '#server/errors.ts'

export const notApplied = (name: string): string => `Could not apply ${name} command.`

/** A failure that has a name, as the sentences of a refused command; any other is thrown on. */
export function refusal(name: string, error: unknown): { readonly refused: string } {
  if (!(error instanceof NamedError)) throw error
  const reason = error instanceof Forbidden ? error.reason : error.message
  return { refused: reason === null ? notApplied(name) : `${notApplied(name)} ${reason.replace(/\.?$/, '.')}` }
}
