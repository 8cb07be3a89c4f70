import { sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { findChangeSet, type ShownChangeSet } from './find.ts'
import { performSome } from './perform.ts'

/** A change set that has not finished by then was given up. */
const givenUpAfter = '1 day'

/**
 * One change set of a person at a time: each may be about tens of thousands of items.
 *
 * @throws Conflict
 */
export async function refuseSecond(ctx: Context): Promise<void> {
  // Of several at once, all but the first would see none that runs.
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk edits', ${selfId(ctx)}::bigint))`.execute(ctx.db)
  const { rows } = await sql`
    select 1 from change_sets where user_id = ${selfId(ctx)} and finished_at is null
      and created_at > ${ctx.now}::timestamptz - ${givenUpAfter}::interval limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Conflict('Your last bulk edit is still running. Try again when it has finished')
}

/** So few items are changed at once, as part of the request. */
const mostAtOnce = 100

/** Begin a change set that is stored: few items are changed at once, many by a job. */
export async function begun(ctx: Context, id: number, namespaceId: number): Promise<ShownChangeSet> {
  const stored = await findChangeSet(ctx, id)
  if (stored.finishedAt !== null) return stored
  if (stored.total <= mostAtOnce) {
    await performSome(ctx, id, mostAtOnce)
    return findChangeSet(ctx, id)
  }
  await ctx.events.record('change_set.started', { changeSetId: id }, { namespaceId })
  return stored
}
