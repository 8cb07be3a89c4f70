import { Forbidden, Invalid, Moved, NamedError, NotFound, Unauthenticated } from '#server/errors.ts'

/** @source graphql.md 2 */
export const notAvailable =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action"

/** Whether a failure means that a subject does not exist, or that this actor may not know of it: the two look alike. */
export const isNotAvailable = (error: unknown): boolean =>
  error instanceof NotFound || error instanceof Forbidden || error instanceof Unauthenticated || error instanceof Moved

/** A value that does not exist or that the actor may not read is null in a query. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (isNotAvailable(error)) return null
    throw error
  }
}

/** The sentences of a failure that a mutation returns in its payload; null for a top-level error. */
export function sentencesOf(error: unknown): readonly string[] | null {
  if (!(error instanceof NamedError) || isNotAvailable(error)) return null
  if (error.kind === 'rate_limited' || error.kind === 'unavailable') return null
  if (error instanceof Invalid && error.fields !== null) {
    return Object.entries(error.fields).map(([field, problems]) => new Invalid({ [field]: problems }).message)
  }
  return [error.message]
}
