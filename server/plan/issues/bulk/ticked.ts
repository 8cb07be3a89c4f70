import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { changeOne } from '#server/plan/change-sets/change-one.ts'
import type { Wanted } from '#server/plan/change-sets/changer.ts'
import { type MadeItem, nextChangeSetId, storeMade } from '#server/plan/change-sets/store.ts'
import { changeEach, type Ticked } from './change-each.ts'

/**
 * Change the ticked items of a project one after the other, each with the rights of the actor; those that they may not change are
 * skipped.
 *
 * @param ticked  the request: the items, and the update as it was asked for, which is stored with the change set
 * @param wanted  the same update, decoded
 * @returns how many changed, and the id of the change set that can be undone; null when nothing can be undone
 */
export async function bulkUpdate(
  ctx: Context,
  { namespaceId, series }: { readonly namespaceId: number; readonly series: IssuableSeries },
  ticked: Ticked,
  wanted: Wanted,
): Promise<{ readonly count: number; readonly changeSetId: number | null }> {
  const { issuableIds: _ids, subscriptionEvent: _event, ...asked } = ticked
  const id = await nextChangeSetId(ctx)
  const made: MadeItem[] = []
  const count = await changeEach(ctx, { namespaceId, series }, ticked, async item => {
    const result = await changeOne(ctx, id, namespaceId, item, wanted)
    if (result.outcome === 'refused') return null
    if (result.outcome === 'changed') made.push({ id: item.id, change: result.change })
    return { noteable: { id: item.id, namespaceId }, isChanged: result.outcome === 'changed' }
  })
  return { count, changeSetId: await storeMade(ctx, { id, namespaceId, series, asked, made }) }
}
