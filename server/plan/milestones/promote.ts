import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import type { MilestoneRow } from './find.ts'
import { titleTaken } from './milestone.ts'
import { topicsOfMilestone } from './topics.ts'

/**
 * Make a project's milestone one of its group. Milestones of the same title in the group's other projects join it.
 *
 * @throws Invalid  the project is in no group, or the group has one of that title
 * @throws Forbidden  the group's milestones are not the actor's to manage
 */
export async function promoteMilestone(
  ctx: Context,
  milestone: Allowed<'milestone:admin', MilestoneRow>,
): Promise<void> {
  const { rows } = await sql<{ kind: string; isTaken: boolean }>`
    select kind, exists (select 1 from milestones m where m.namespace_id = n.id and m.title = ${milestone.title}) as is_taken
    from namespaces n where id = ${milestone.parentId}`.execute(ctx.db)
  const parent = rows[0]
  if (milestone.parentId === null || parent?.kind !== 'group') {
    throw new Invalid('The project does not belong to a group')
  }
  const group = await load(ctx, 'group:admin-milestones', groupByRef, { id: milestone.parentId })
  if (parent.isTaken) throw new Invalid(titleTaken)
  // The rows are locked, so that no concurrent request gives one of them to an item.
  const { rows: joined } = await sql<{ id: number }>`
    select m.id from milestones m join namespaces n on n.id = m.namespace_id
    where m.title = ${milestone.title} and m.id <> ${milestone.id} and ${group.id}::bigint = any (n.ancestor_ids) and n.kind = 'project'
    order by m.id for update of m`.execute(ctx.db)
  const joinedIds = joined.map(({ id }) => id)
  const isJoined = sql`milestone_id = any (${joinedIds}::bigint[])`
  await sql`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${group.id}, 'milestone', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value),
    joined as (update issuables set milestone_id = ${milestone.id} where ${isJoined})
    update milestones set namespace_id = ${group.id}, iid = counter.value, updated_at = ${ctx.now}::timestamptz
    from counter where id = ${milestone.id}`.execute(ctx.db)
  // Charts count their issues as if they had been in this one from the beginning.
  await sql`update timebox_snapshots set milestone_id = ${milestone.id} where ${isJoined}`.execute(ctx.db)
  await ctx.events.record(
    'milestone.promoted',
    { milestoneId: milestone.id, groupId: group.id, joinedIds },
    {
      namespaceId: group.id,
      topics: [
        ...topicsOfMilestone({ id: group.id, kind: 'group', ancestorIds: group.ancestorIds }),
        ...topicsOfMilestone({ id: milestone.namespaceId, kind: 'project', ancestorIds: milestone.ancestorIds }),
      ],
    },
  )
  // Followers have moved the references to them.
  await sql`delete from milestones where id = any (${joinedIds}::bigint[])`.execute(ctx.db)
}
