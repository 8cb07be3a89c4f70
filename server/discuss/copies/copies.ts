import { type RawBuilder, sql } from 'kysely'

/** The two ends of a copy: an issuable and its copy, in another project or group. */
export interface CopyEnds {
  readonly fromId: number
  readonly toId: number
  /** The copy's project, with the groups above it. */
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
