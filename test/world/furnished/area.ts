import type { Operation } from '#contract/operation.ts'
import type { codeWorld } from '../code.ts'

export type CodeWorld = Awaited<ReturnType<typeof codeWorld>>
export type Inputs = Readonly<Record<string, unknown>>

/** The operation for which inputs are wanted. */
export interface Wanted {
  readonly operation: Operation
  readonly name: string
  readonly path: string
  /** Whether the operation is about a group instead of a project. */
  readonly isGroup: boolean
  readonly isChange: boolean
}

/** Everything that one area of the product has in the furnished world, and the inputs of the operations on it. */
export interface FurnishedArea {
  /** Inputs of every operation whose place has no other value of that name. */
  readonly everywhere?: Inputs
  /** Put the inputs of one operation into `place`, by camelCase names. */
  readonly fit: (place: Record<string, unknown>, wanted: Wanted) => void
}
