import { sql } from 'kysely'
import type { listProjectGroups, listProjectUsers, listStarrers } from '#contract/foundation/projects.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { publicGroupJson } from '#server/foundation/namespaces/present.ts'
import { isCurrentShare } from '#server/foundation/namespaces/shared-with.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { containing } from '#server/platform/sql/like.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'

/** Who starred a project, the latest first. */
export async function starrersOf(ctx: Context, project: ProjectRow, input: InputOf<typeof listStarrers>) {
  const { page, perPage, offset } = pageOf(input)
  const like = containing((input.search ?? '').toLowerCase())
  const matching = sql`stars s join users u on u.id = s.user_id
    where s.project_id = ${project.id} and u.state = 'active' and lower(u.username || ' ' || u.name) like ${like}`
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select json_agg(item order by created_at desc, id desc) from (
        select s.created_at, u.id, json_build_object('starred_since', iso(s.created_at), 'user', ${userBasicJson(ctx.services.settings, 'u')}) as item
        from ${matching} order by s.created_at desc, u.id desc limit ${perPage} offset ${offset}) listed), '[]')::text as items,
      (select count(*) from ${matching}) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listStarrers>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}

/** The members of a project, direct and inherited, by name. */
export async function usersOf(ctx: Context, project: ProjectRow, input: InputOf<typeof listProjectUsers>) {
  const { page, perPage, offset } = pageOf(input)
  const like = containing((input.search ?? '').toLowerCase())
  const matching = sql`users u where u.state = 'active' and lower(u.username || ' ' || u.name) like ${like}
    and u.id <> all (${input.skipUsers ?? []}::bigint[])
    and u.id in (select m.user_id from memberships m where m.namespace_id = any (${project.ancestorIds}::bigint[]))`
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select json_agg(item order by lower(name), id) from (
        select u.name, u.id, ${userBasicJson(ctx.services.settings, 'u')} as item
        from ${matching} order by lower(u.name), u.id limit ${perPage} offset ${offset}) listed), '[]')::text as items,
      (select count(*) from ${matching}) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listProjectUsers>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}

/** Groups that a project is shared with, then its ancestors, nearest first, as far as the actor can see them. */
export async function groupsOf(ctx: Context, project: ProjectRow, input: InputOf<typeof listProjectGroups>) {
  const { page, perPage, offset } = pageOf(input)
  const like = containing((input.search ?? '').toLowerCase())
  const shared = sql`exists (select 1 from namespace_shares s where s.namespace_id = ${project.id} and s.group_id = n.id
    and s.group_access >= ${input.sharedMinAccessLevel ?? 0} and ${isCurrentShare('s')})`
  const isAbove = sql`n.id = any (${project.ancestorIds}::bigint[])`
  const matching = sql`namespaces n where n.kind = 'group' and (${isAbove}${input.withShared === true ? sql` or ${shared}` : sql``})
    and ${visibleGroups(ctx.actor, 'n')} and lower(n.name || ' ' || n.full_path) like ${like}
    and n.id <> all (${input.skipGroups ?? []}::bigint[])`
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select json_agg(item order by is_above, depth desc, id) from (
        select n.id, ${isAbove} as is_above, cardinality(n.ancestor_ids) as depth, ${publicGroupJson(ctx.services.settings)} as item
        from ${matching} order by is_above, depth desc, n.id limit ${perPage} offset ${offset}) listed), '[]')::text as items,
      (select count(*) from ${matching}) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listProjectGroups>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}
