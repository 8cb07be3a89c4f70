import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { placeTopic } from '#server/plan/labels/events.ts'
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
      topics: [placeTopic({ id: milestone.namespaceId, kind: milestone.namespaceKind })],
    },
  )
}
