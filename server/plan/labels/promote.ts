import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { refuseTaken } from './create.ts'
import type { LabelRow } from './find.ts'

/**
 * Make a project's label one of its group. Labels of the same title in the group's other projects join it.
 *
 * @returns the group
 * @throws Invalid  the project is in no group
 * @throws Forbidden  the group's labels are not the actor's to manage
 * @throws Conflict  the group, or one above it, has a label of that title
 */
export async function promoteLabel(ctx: Context, label: Allowed<'label:admin', LabelRow>) {
  const { rows } = await sql<{ kind: string }>`select kind from namespaces where id = ${label.parentId}`.execute(ctx.db)
  if (label.parentId === null || rows[0]?.kind !== 'group') throw new Invalid('The project does not belong to a group')
  const group = await load(ctx, 'group:admin-labels', groupByRef, { id: label.parentId })
  await refuseTaken(ctx, group.id, label.title, label.id)
  // The rows are locked, so that no concurrent request gives one of them to an item.
  const { rows: joined } = await sql<{ id: number }>`
    select l.id from labels l join namespaces n on n.id = l.namespace_id
    where l.title = ${label.title} and l.id <> ${label.id} and ${group.id}::bigint = any (n.ancestor_ids)
    order by l.id for update of l`.execute(ctx.db)
  const joinedIds = joined.map(({ id }) => id)
  const isJoined = sql`label_id = any (${joinedIds}::bigint[])`
  await sql`
    with given as (insert into issuable_labels (issuable_id, label_id, namespace_id)
      select distinct on (issuable_id) issuable_id, ${label.id}::bigint, namespace_id from issuable_labels where ${isJoined} on conflict do nothing),
    ranked as (insert into label_priorities (project_id, label_id, priority)
      select distinct on (project_id) project_id, ${label.id}::bigint, priority from label_priorities where ${isJoined} on conflict do nothing),
    heard as (insert into label_subscriptions (label_id, user_id)
      select distinct ${label.id}::bigint, user_id from label_subscriptions where ${isJoined} on conflict do nothing)
    update labels set namespace_id = ${group.id}, updated_at = ${ctx.now}::timestamptz where id = ${label.id}`.execute(
    ctx.db,
  )
  await ctx.events.record(
    'label.promoted',
    { labelId: label.id, groupId: group.id, joinedIds },
    {
      namespaceId: group.id,
      topics: [namespaceTopic({ id: group.id, kind: 'group' }), namespaceTopic({ id: label.placeId, kind: 'project' })],
    },
  )
  // Followers have moved the references to them.
  await sql`delete from labels where id = any (${joinedIds}::bigint[])`.execute(ctx.db)
  return group
}
