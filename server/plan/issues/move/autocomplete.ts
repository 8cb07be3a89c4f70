import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { autocompleteProjects } from '#contract/plan/issues/issue-page-calls.ts'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import { type Context, selfActor } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { namespaceAvatar } from '#server/foundation/namespaces/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const most = 20

/**
 * The projects that the actor may move issues to, by the rule of `project:take-issues`, without the one they are in.
 *
 * @source MOVE-001, MOVE-005, MOVE-006
 */
export async function listTargets(
  ctx: Context,
  { projectId, search, offsetId }: Static<typeof autocompleteProjects.input>,
): Promise<RawJson> {
  const actor = selfActor(ctx)
  const isPlanner = isAdmin(actor)
    ? sql`true`
    : sql`exists (select 1 from memberships tm where tm.user_id = ${actor.id} and tm.access_level >= ${levelSql('planner')}
        and tm.namespace_id = any (n.ancestor_ids))`
  const word = search?.trim().toLowerCase() ?? ''
  const { rows } = await sql<{ items: string }>`
    with found as materialized (
      select n.id, n.name, n.full_name, n.full_path, ${namespaceAvatar(ctx.services.settings, 'n')} as avatar_url,
        row_number() over (order by lower(n.name) = ${word} or lower(n.full_path) = ${word} desc, ${nameOrder(sql`n.full_name`)}, n.id) as place
      from namespaces n join projects p on p.id = n.id
      where n.kind = 'project' and not n.inactive and p.issues_access_level <> 'disabled' and n.id <> ${projectId ?? 0}
        and ${isPlanner} and ${namedLike(search)}
    )
    select coalesce(json_agg(${object({
      id: sql`t.id`,
      name: sql`t.name`,
      name_with_namespace: sql`t.full_name`,
      full_path: sql`t.full_path`,
      avatar_url: sql`t.avatar_url`,
    })} order by t.place), '[]')::text as items
    from (select * from found where place > coalesce((select o.place from found o where o.id = ${offsetId ?? 0}), 0)
      order by place limit ${sql.lit(most)}) t`.execute(ctx.db)
  return new RawJson(rows[0]?.items ?? '[]')
}
