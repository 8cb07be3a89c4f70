import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { object } from '#server/platform/sql/shape.ts'
import type { MilestoneRow } from './find.ts'
import { topicsOfMilestone } from './topics.ts'

/** Delete a milestone; its issues stay, without one. */
export async function deleteMilestone(
  ctx: Context,
  milestone: Allowed<'milestone:admin', MilestoneRow>,
): Promise<void> {
  const { rows } = await sql<{ was: Readonly<Record<string, string | number | null>> }>`
    delete from milestones where id = ${milestone.id}
    returning ${object({
      iid: sql`iid`,
      title: sql`title`,
      description: sql.lit(null),
      state: sql`state`,
      created_at: sql`iso(created_at)`,
      updated_at: sql`iso(updated_at)`,
      due_date: sql`due_date`,
      start_date: sql`start_date`,
    })} as was`.execute(ctx.db)
  await ctx.events.record(
    'milestone.deleted',
    { milestoneId: milestone.id, title: milestone.title, ...rows[0] },
    {
      namespaceId: milestone.namespaceId,
      topics: topicsOfMilestone({
        id: milestone.namespaceId,
        kind: milestone.namespaceKind,
        ancestorIds: milestone.ancestorIds,
      }),
    },
  )
}
