import { namespaceTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { LabelRow } from './find.ts'

/** Delete a label, and remove it from all items. */
export async function deleteLabel(ctx: Context, label: Allowed<'label:admin', LabelRow>): Promise<void> {
  await ctx.db.deleteFrom('labels').where('id', '=', label.id).execute()
  await ctx.events.record(
    'label.deleted',
    { labelId: label.id, title: label.title },
    { namespaceId: label.namespaceId, topics: [namespaceTopic({ id: label.placeId, kind: label.placeKind })] },
  )
}
