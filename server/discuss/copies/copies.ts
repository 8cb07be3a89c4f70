import { type RawBuilder, sql } from 'kysely'

/** An issuable that gets what another one has, in a place of its own. */
export interface CopyEnds {
  readonly fromId: number
  readonly toId: number
  /** Its project, with the groups above it. */
  readonly to: { readonly id: number; readonly fullPath: string; readonly ancestorIds: readonly number[] }
}

/** Notes and their copies, by id, in the same order. */
export interface NoteCopies {
  readonly fromIds: readonly number[]
  readonly toIds: readonly number[]
}

export const noCopies: NoteCopies = { fromIds: [], toIds: [] }

/** The notes copies as a table `c(from_id, to_id)`. */
export const copiesTable = ({ fromIds, toIds }: NoteCopies): RawBuilder<unknown> =>
  sql`unnest(${[...fromIds]}::bigint[], ${[...toIds]}::bigint[]) as c(from_id, to_id)`
