import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type IssuableSeries, kindWord } from '#contract/issuable-kinds.ts'
import type { BulkUpdated } from '#contract/plan/changes/change-sets.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Malformed } from '#server/errors.ts'
import { changeOne } from './change-one.ts'
import type { Wanted } from './changer.ts'
import { eachItem, itemToChange } from './each-item.ts'
import { refusals } from './messages.ts'
import { refusalCollector } from './refusals.ts'
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
 * left as they are and named in the reply.
 *
 * @param ticked  the request: the items, and the update as it was requested, which is stored with the change set
 * @param wanted  the same update, decoded
 * @throws Malformed  the ids cannot be read
 */
export async function bulkUpdate(
  ctx: Context,
  { namespaceId, series }: Series,
  ticked: Ticked,
  wanted: Wanted,
): Promise<Static<typeof BulkUpdated>> {
  const { issuableIds, subscriptionEvent, ...asked } = ticked
  const ids = readIds(issuableIds)
  const id = await nextChangeSetId(ctx)
  const items = await lockItems(ctx, { namespaceId, series }, ids)
  const refused = refusalCollector()
  const results = await eachItem(
    ctx,
    items,
    item => itemToChange(item, wanted),
    async item => {
      const result = await changeOne(ctx, id, namespaceId, item, wanted)
      if (result.outcome === 'refused') {
        refused.add(result.reason, [{ reference: item.reference, title: item.title, webPath: item.webPath }])
        return { made: [], isChanged: false }
      }
      const made: readonly MadeItem[] = result.outcome === 'changed' ? [{ id: item.id, change: result.change }] : []
      const noteable = { id: item.id, namespaceId }
      const isTurned = subscriptionEvent && (await setSubscription(ctx, noteable, subscriptionEvent === 'subscribe'))
      return { made, isChanged: made.length > 0 || isTurned === true }
    },
  )
  const count = results.filter(result => result.isChanged).length
  const made = results.flatMap(result => result.made)
  if (items.length < ids.length) refused.add(refusals.notFound, [], ids.length - items.length)
  return {
    notice: `${count} ${kindWord(series)}${count === 1 ? '' : 's'} updated`,
    count,
    changeSetId: await storeMade(ctx, { id, namespaceId, series, asked, made }),
    refused: refused.all(),
  }
}

function readIds(issuableIds: string): readonly number[] {
  const ids = [...new Set(issuableIds.split(',').map(each => (each.trim() === '' ? Number.NaN : Number(each))))]
  if (!ids.every(isId)) throw new Malformed('issuable_ids must be ids separated by commas, such as 12,15')
  if (ids.length > mostTicked)
    throw new Malformed(`issuable_ids has ${ids.length} ids. Edit at most ${mostTicked} items at a time`)
  return ids
}

interface TickedItem extends Item {
  readonly reference: string
  readonly title: string
  readonly webPath: string
}

/** The items of a project with some ids that the actor can see, in the order of these. */
async function lockItems(
  ctx: Context,
  { namespaceId, series }: Series,
  ids: readonly number[],
): Promise<readonly TickedItem[]> {
  // Lock all of them before the first one changes the project's counts, to keep the lock order of `transact`.
  const { rows } = await sql<TickedItem>`
    select i.id, i.type, i.title, ${referenceSql('i')} as reference, ${pagePathSql('i', 'n', series)} as web_path
    from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[]) and i.namespace_id = ${namespaceId} and i.series = ${series}
      and ${visibleIssuables(ctx.actor, 'i')} order by i.id for no key update of i`.execute(ctx.db)
  const items = new Map(rows.map(item => [item.id, item]))
  return ids.flatMap(id => items.get(id) ?? [])
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
