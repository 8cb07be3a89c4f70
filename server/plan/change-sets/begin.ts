import { sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { findChangeSet, type ShownChangeSet } from './find.ts'
import { performSome } from './perform.ts'

/** A change set that is still unfinished after this time counts as failed. */
const givenUpAfter = '1 day'

/**
 * Each person runs one change set at a time, because each can change tens of thousands of items.
 *
 * @throws Conflict  another change set of the actor is still running
 */
export async function refuseSecond(ctx: Context): Promise<void> {
  // Requests sent at the same time would not see each other's rows, so they queue here.
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk edits', ${selfId(ctx)}::bigint))`.execute(ctx.db)
  const { rows } = await sql`
    select 1 from change_sets where user_id = ${selfId(ctx)} and finished_at is null
      and created_at > ${ctx.now}::timestamptz - ${givenUpAfter}::interval limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Conflict('Your last bulk edit is still running. Try again when it has finished')
}

/** Up to this many items are changed within the request. */
const mostAtOnce = 100

/** Run a stored change set: a small one within the request, a large one as a job. */
export async function begin(ctx: Context, id: number, namespaceId: number): Promise<ShownChangeSet> {
  const stored = await findChangeSet(ctx, id)
  if (stored.finishedAt !== null) return stored
  if (stored.total <= mostAtOnce) {
    await performSome(ctx, id, mostAtOnce)
    return findChangeSet(ctx, id)
  }
  await ctx.events.record('change_set.started', { changeSetId: id }, { namespaceId })
  return stored
}
