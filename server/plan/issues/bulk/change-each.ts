import { sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Unchanged } from '#server/errors.ts'
import type { Item } from '#server/plan/change-sets/undo-one.ts'

/** One page of a list at most. */
const most = 100

/** The part of a bulk update that is the same for all series. */
export interface Ticked {
  /** Global ids, joined by commas. */
  readonly issuableIds: string
  readonly subscriptionEvent?: 'subscribe' | 'unsubscribe' | ''
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
  { namespaceId, series }: { readonly namespaceId: number; readonly series: IssuableSeries },
  { issuableIds, subscriptionEvent }: Ticked,
  change: (item: Item) => Promise<Changed | null>,
): Promise<number> {
  const wanted = [...new Set(issuableIds.split(',').map(Number))].filter(isId).slice(0, most)
  // Lock all of them before the first one changes the project's counts, to keep the lock order of `transact`.
  const { rows } = await sql<Item>`select id, type from issuables
    where id = any (${wanted}::bigint[]) and namespace_id = ${namespaceId} and series = ${series} order by id for no key update`.execute(
    ctx.db,
  )
  const items = new Map(rows.map(item => [item.id, item]))
  let count = 0
  for (const id of wanted) {
    const item = items.get(id)
    const changed = item === undefined ? null : await change(item)
    if (changed === null) continue
    const isTurned = subscriptionEvent && (await subscribe(ctx, changed.noteable, subscriptionEvent === 'subscribe'))
    if (changed.isChanged || isTurned) count += 1
  }
  return count
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

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
