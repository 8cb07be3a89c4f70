import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { type Context, selfId, userIdOf } from '#server/context.ts'
import type { AskedUpdate } from './find.ts'
import type { MadeChange } from './made.ts'
import { countMade } from './words.ts'

/** The change of one item. */
export interface MadeItem {
  readonly id: number
  readonly change: MadeChange
}

interface Finished {
  readonly id: number
  readonly namespaceId: number
  readonly series: IssuableSeries
  /** The update that the request asked for. */
  readonly asked: Partial<AskedUpdate>
  readonly made: readonly MadeItem[]
}

/** The type that all of some `issuables i` have; null when they have several. @param those  as it follows FROM */
export const commonType = (those: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select case when min(i.type) = max(i.type) then min(i.type) end from ${those})`

/** Reserve the id of a change set that is stored later, once its changes are known. */
export async function nextChangeSetId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('change_sets_id_seq') as id`.execute(ctx.db)
  if (rows[0] === undefined) throw new Error('A sequence without a value')
  return rows[0].id
}

/**
 * Store changes that have already been made as a change set that can be undone.
 *
 * @returns its id; null when nothing changed or the actor is anonymous
 */
export async function storeMade(
  ctx: Context,
  { id, namespaceId, series, asked, made }: Finished,
): Promise<number | null> {
  if (made.length === 0 || userIdOf(ctx) === null) return null
  const words = countMade(
    [],
    made.map(({ change }) => change),
  )
  await sql`
    with stored as (insert into change_sets (id, namespace_id, user_id, series, type, asked, total, changed, made, created_at, finished_at)
        overriding system value
        values (${id}, ${namespaceId}, ${selfId(ctx)}, ${series}, ${commonType(sql`issuables i where i.id = any (${made.map(item => item.id)}::bigint[])`)}, ${JSON.stringify(asked)}::jsonb, ${made.length}, ${made.length},
          ${JSON.stringify(words)}::jsonb, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz) returning id)
    insert into change_set_items (change_set_id, issuable_id, outcome, change)
    select stored.id, given.id, 'changed', given.change
    from stored, jsonb_to_recordset(${JSON.stringify(made)}::jsonb) given (id bigint, change jsonb)`.execute(ctx.db)
  return id
}
