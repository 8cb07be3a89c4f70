import type { Static, TObject, TSchema } from 'typebox'
import type { Operation } from '#contract/operation.ts'

/** Calls an operation as the user with a username, and gives its reply. */
export type DemoCaller = <I extends TObject, R extends TSchema>(
  who: string,
  operation: Operation<I, R>,
  input: Static<I>,
) => Promise<unknown>
