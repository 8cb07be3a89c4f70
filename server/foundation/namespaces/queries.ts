import { type RawBuilder, sql } from 'kysely'
import type { listNamespaces } from '#contract/foundation/namespaces.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Context, UserActor } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOfJson } from '#server/slice.ts'
import { namedLike } from './cards.ts'
import { namespaceBasicJson } from './present.ts'

/** A Namespace as JSON, from `namespaces n`; its counts are for its owners. */
function namespaceJson({ services: { settings }, actor }: Context): RawBuilder<unknown> {
  const owns = isAdmin(actor)
    ? sql`true`
    : actor.kind === 'user'
      ? sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${levelSql('owner')}`
      : sql`false`
  const members = sql`(select count(distinct m.user_id) from memberships m join namespaces d on d.id = m.namespace_id
    where d.ancestor_ids @> array[n.id])`
  return sql`(${namespaceBasicJson(settings, 'n')}::jsonb || ${objectb({
    members_count_with_descendants: sql`case when ${owns} then ${members} end`,
    root_repository_size: sql.lit(null),
    projects_count: sql`case when ${owns} then (select count(*) from namespaces d where d.kind = 'project' and d.ancestor_ids @> array[n.id]) end`,
    billable_members_count: sql`case when ${owns} then ${members} else 0 end`,
    plan: sql.lit('default'),
    trial: sql.lit(false),
    trial_ends_on: sql.lit(null),
  })})`
}

/** One namespace. The caller has loaded it already. */
export async function namespaceById(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{
    item: string
  }>`select ${namespaceJson(ctx)}::text as item from namespaces n where n.id = ${id}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Namespace')
  return new RawJson(rows[0].item)
}

/** The actor's own namespace and the groups they are in; all of both for an administrator. */
export function listNamespacesFor(ctx: Context, actor: UserActor, input: InputOf<typeof listNamespaces>) {
  // The search goes below the groups of the actor's memberships, not through all groups.
  const held = (level: RawBuilder<boolean>) =>
    sql`n.id = any (array(select hd.id from memberships hm join namespaces hg on hg.id = hm.namespace_id and hg.kind <> 'project'
      cross join lateral (select d.id from namespaces d where d.ancestor_ids @> array[hm.namespace_id] and d.kind <> 'project'
        and (hm.access_level > ${levelSql('minimal')} or d.id = hm.namespace_id)) hd where hm.user_id = ${actor.id} and ${level}))`
  const conditions = [
    isAdmin(actor) && input.ownedOnly !== true
      ? sql`n.kind in ('user', 'group')`
      : sql`n.kind in ('user', 'group') and ${held(sql`hm.access_level >= ${levelSql(input.ownedOnly === true ? 'owner' : 'minimal')}`)}`,
    namedLike(input.search),
    ...(input.topLevelOnly === true ? [sql`n.parent_id is null`] : []),
  ]
  return pageOfJson<ReplyOf<typeof listNamespaces>>(ctx, input, {
    item: namespaceJson(ctx),
    matching: sql`namespaces n where ${sql.join(conditions, sql` and `)}`,
    order: sql`n.kind = 'user' desc, lower(n.full_path)`,
  })
}

/** Whether a path is taken below a parent (null: at the top), and five like it that are free. */
export async function pathIsTaken(
  ctx: Context,
  parentPath: string | null,
  path: string,
): Promise<{ exists: boolean; suggests: readonly string[] }> {
  const full = parentPath === null ? path : `${parentPath}/${path}`
  const { rows } = await sql<{ exists: boolean; suggests: string[] }>`
    with tried as (select i, ${path}::text || i as path, ${full}::text || i as full_path from generate_series(1, 50) i)
    select exists (select 1 from namespaces where lower(full_path) = lower(${full})) as exists,
      array(select t.path from tried t where not exists (select 1 from namespaces n where lower(n.full_path) = lower(t.full_path)) order by t.i limit 5) as suggests`.execute(
    ctx.db,
  )
  const exists = rows[0]?.exists ?? false
  return { exists, suggests: exists ? (rows[0]?.suggests ?? []) : [] }
}
