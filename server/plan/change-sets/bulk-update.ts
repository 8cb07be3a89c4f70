import { sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { changeOne } from './change-one.ts'
import type { Wanted } from './changer.ts'
import { eachItem, itemToChange } from './each-item.ts'
import { type MadeItem, nextChangeSetId, storeMade } from './store.ts'
import type { Item } from './undo-one.ts'

/** The items of one page of a list, at most. */
const mostTicked = 100

/** The part of a request for a bulk update that is the same for all series. */
interface Ticked {
  /** Ids, joined by commas. */
  readonly issuableIds: string
  readonly subscriptionEvent?: 'subscribe' | 'unsubscribe' | ''
}

interface Series {
  readonly namespaceId: number
  readonly series: IssuableSeries
}

/**
 * Change the ticked items of a project one after the other, each with the rights of the actor; those that they may not change are
 * skipped.
 *
 * @param ticked  the request: the items, and the update as it was requested, which is stored with the change set
 * @param wanted  the same update, decoded
 * @returns how many changed, and the id of the change set that can be undone; null when nothing can be undone
 */
export async function bulkUpdate(
  ctx: Context,
  { namespaceId, series }: Series,
  ticked: Ticked,
  wanted: Wanted,
): Promise<{ readonly count: number; readonly changeSetId: number | null }> {
  const { issuableIds, subscriptionEvent, ...asked } = ticked
  const id = await nextChangeSetId(ctx)
  const items = await lockItems(ctx, { namespaceId, series }, issuableIds)
  const results = await eachItem(
    ctx,
    items,
    item => itemToChange(item, wanted),
    async item => {
      const result = await changeOne(ctx, id, namespaceId, item, wanted)
      if (result.outcome === 'refused') return { made: [], isChanged: false }
      const made: readonly MadeItem[] = result.outcome === 'changed' ? [{ id: item.id, change: result.change }] : []
      const noteable = { id: item.id, namespaceId }
      const isTurned = subscriptionEvent && (await setSubscription(ctx, noteable, subscriptionEvent === 'subscribe'))
      return { made, isChanged: made.length > 0 || isTurned === true }
    },
  )
  const count = results.filter(result => result.isChanged).length
  const made = results.flatMap(result => result.made)
  return { count, changeSetId: await storeMade(ctx, { id, namespaceId, series, asked, made }) }
}

/** The items of a project with some ids, in the order of these. */
async function lockItems(ctx: Context, { namespaceId, series }: Series, issuableIds: string): Promise<readonly Item[]> {
  const ids = [...new Set(issuableIds.split(',').map(Number))].filter(isId).slice(0, mostTicked)
  // Lock all of them before the first one changes the project's counts, to keep the lock order of `transact`.
  const { rows } = await sql<Item>`select id, type from issuables
    where id = any (${ids}::bigint[]) and namespace_id = ${namespaceId} and series = ${series} order by id for no key update`.execute(
    ctx.db,
  )
  const items = new Map(rows.map(item => [item.id, item]))
  return ids.flatMap(id => items.get(id) ?? [])
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
