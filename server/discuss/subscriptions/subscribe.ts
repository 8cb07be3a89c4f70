import { type RawBuilder, sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { participation } from '#server/discuss/participants/participants.ts'
import { Unchanged } from '#server/errors.ts'

interface Subscribable {
  readonly id: number
  readonly namespaceId: number
}

/** Whether a user is notified of an issuable: by their own choice, else as a participant. */
export function hearsOf(
  userId: number | RawBuilder<unknown>,
  issuableId: number | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select hs.subscribed from subscriptions hs where hs.issuable_id = ${issuableId} and hs.user_id = ${userId}),
    exists (select 1 from (${participation(issuableId, true, userId)}) hp where hp.user_id = ${userId}))`
}

/**
 * Choose to be notified of an issuable, or not to be. The caller has loaded it for `issuable:subscribe`.
 *
 * @returns whether that changed the choice
 */
export const setSubscription = async (ctx: Context, issuable: Subscribable, subscribed: boolean): Promise<boolean> =>
  (await write(ctx, issuable, sql`${subscribed}::boolean`)) !== null

/**
 * The same for a caller who gets an error when it changes nothing.
 *
 * @throws Unchanged  it is so already
 */
export async function changeSubscription(ctx: Context, issuable: Subscribable, subscribed: boolean): Promise<void> {
  if (!(await setSubscription(ctx, issuable, subscribed))) throw new Unchanged()
}

/** Reverse the choice. @returns the new one */
export async function toggleSubscription(ctx: Context, issuable: Subscribable): Promise<boolean> {
  const changed = await write(ctx, issuable, sql`not now.subscribed`)
  return changed?.subscribed ?? false
}

async function write(
  ctx: Context,
  issuable: Subscribable,
  wanted: RawBuilder<unknown>,
): Promise<{ readonly subscribed: boolean } | null> {
  // The rule says that only who is signed in subscribes.
  const userId = userIdOrZero(ctx)
  const { rows } = await sql<{ subscribed: boolean }>`
    with now as (select ${hearsOf(userId, issuable.id)} as subscribed)
    insert into subscriptions (issuable_id, user_id, subscribed) select ${issuable.id}, ${userId}, ${wanted} from now
      where now.subscribed <> ${wanted}
    on conflict (issuable_id, user_id) do update set subscribed = excluded.subscribed
    returning subscribed`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) return null
  await ctx.events.record(
    'subscription.changed',
    { issuableId: issuable.id, userId, subscribed: row.subscribed },
    { namespaceId: issuable.namespaceId, topics: [userTopic(userId)] },
  )
  return row
}
