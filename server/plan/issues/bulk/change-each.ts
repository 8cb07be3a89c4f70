import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { bulkUpdateIssues } from '#contract/plan/issue-page-calls.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Unchanged } from '#server/errors.ts'

type Update = Static<typeof bulkUpdateIssues.input>['update']

/** One page of a list at most. */
const most = 100

/** Which issuables a bulk edit is about, and what of it is the same for all series. */
type Asked = Pick<Update, 'issuableIds' | 'subscriptionEvent'> & {
  /** Only those whose state last changed at this time: an undo overwrites no later change. */
  readonly stateChangedAt?: string
}

interface Changed {
  readonly noteable: { readonly id: number; readonly namespaceId: number }
  readonly isChanged: boolean
}

/**
 * Change issuables of a project one after the other.
 *
 * @param change  one of them; null where the actor may not
 * @returns how many changed
 */
export async function changeEach(
  ctx: Context,
  projectId: number,
  { issuableIds, stateChangedAt, subscriptionEvent }: Asked,
  change: (id: number) => Promise<Changed | null>,
): Promise<number> {
  const asked = [...new Set(issuableIds.split(',').map(Number))].filter(isId)
  const ids = stateChangedAt === undefined ? asked : await unchangedSince(ctx, asked, stateChangedAt)
  const wanted = ids.slice(0, most)
  // All of them before the first changes the project's counts: so they are locked in the order of `transact`.
  await sql`select id from issuables where id = any (${wanted}::bigint[]) and namespace_id = ${projectId}
    order by id for no key update`.execute(ctx.db)
  let count = 0
  for (const id of wanted) {
    const changed = await change(id)
    if (changed === null) continue
    const isTurned = subscriptionEvent && (await subscribe(ctx, changed.noteable, subscriptionEvent === 'subscribe'))
    if (changed.isChanged || isTurned) count += 1
  }
  return count
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

/** Those whose state nobody has changed since a moment at which it was changed. */
async function unchangedSince(ctx: Context, ids: readonly number[], changedAt: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from issuables where id = any (${ids.slice(0, most)}::bigint[]) and state_changed_at = ${changedAt}::timestamptz
    order by id for no key update`.execute(ctx.db)
  return rows.map(row => row.id)
}

async function subscribe(
  ctx: Context,
  issue: { readonly id: number; readonly namespaceId: number },
  wanted: boolean,
): Promise<boolean> {
  try {
    await setSubscription(ctx, issue, wanted)
    return true
  } catch (error) {
    // Who is subscribed already, is what was asked for.
    if (!(error instanceof Unchanged)) throw error
    return false
  }
}
