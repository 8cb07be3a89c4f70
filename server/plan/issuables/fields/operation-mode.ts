import { builder } from '#server/graphql/builder.ts'
import type { ListChange, Ref } from '../define-attribute.ts'

const values = { REPLACE: {}, APPEND: {}, REMOVE: {} } as const

export type OperationModeWord = keyof typeof values

/** The way in which a mutation changes a list of rows. */
export const OperationMode = builder.enumType('MutationOperationMode', { values })

/** The change of a list for a mode and its rows. */
export function changeBy(mode: OperationModeWord | null | undefined, rows: readonly Ref[]): ListChange {
  switch (mode ?? 'REPLACE') {
    case 'APPEND':
      return { add: rows }
    case 'REMOVE':
      return { remove: rows }
    default:
      return { replace: rows }
  }
}
