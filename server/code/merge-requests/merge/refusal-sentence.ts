import { Forbidden, type NamedError, Unauthenticated } from '#server/errors.ts'
import { messages } from '../messages.ts'

const sentences: Readonly<Record<string, string>> = {
  [messages.notMergeable]: messages.notMergeableNow,
  [messages.shaMismatch]: messages.newCommits,
  [messages.cannotMerge]: messages.branchesConflict,
}

/**
 * The reason of a refused merge, for the person who asked for it. The API answers with the texts of the contract
 * instead.
 */
export function refusalSentence(error: NamedError): string {
  if (error instanceof Unauthenticated) return messages.protectedTarget
  if (error instanceof Forbidden) return error.reason ?? messages.noMergeRight
  return sentences[error.message] ?? error.message
}
