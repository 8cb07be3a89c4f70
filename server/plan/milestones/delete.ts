import { namespaceTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { MilestoneRow } from './find.ts'

/** Delete a milestone; its issues stay, without one. */
export async function deleteMilestone(
  ctx: Context,
  milestone: Allowed<'milestone:admin', MilestoneRow>,
): Promise<void> {
  await ctx.db.deleteFrom('milestones').where('id', '=', milestone.id).execute()
  await ctx.events.record(
    'milestone.deleted',
    { milestoneId: milestone.id, title: milestone.title },
    {
      namespaceId: milestone.namespaceId,
      topics: [namespaceTopic({ id: milestone.namespaceId, kind: milestone.namespaceKind })],
    },
  )
}
