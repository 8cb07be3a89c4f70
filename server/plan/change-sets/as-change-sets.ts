import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { nothingMade } from './made.ts'
import { observed } from './outcome.ts'
import { type MadeItem, nextChangeSetId, storeMade } from './store.ts'

interface ChangedItem {
  readonly id: number
  readonly namespaceId: number
}

/**
 * Change items one after the other, as one change of the actor, with a change set for each project or group.
 *
 * @param run  the change of one item
 * @returns the ids of the change sets to undo; none where nothing changed
 */
export async function asChangeSets<Changed extends ChangedItem>(
  ctx: Context,
  series: IssuableSeries,
  items: readonly Changed[],
  run: (ctx: Context, item: Changed) => Promise<unknown>,
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const [namespaceId, those] of Map.groupBy(items, item => item.namespaceId)) {
    const id = await nextChangeSetId(ctx)
    const made: MadeItem[] = []
    for (const item of those) {
      const result = await observed(ctx, id, async inner => {
        await run(inner, item)
        return true
      })
      if (result.outcome === 'changed' && result.change !== nothingMade)
        made.push({ id: item.id, change: result.change })
    }
    const stored = await storeMade(ctx, { id, namespaceId, series, asked: {}, made })
    if (stored !== null) ids.push(stored)
  }
  return ids
}
