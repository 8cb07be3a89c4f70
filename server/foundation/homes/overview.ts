import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import type { Context, UserActor } from '#server/context.ts'
import { groupCard, namedLike, pendingCards, projectCard } from '#server/foundation/namespaces/cards.ts'
import { mayCreateProjectsIn } from '#server/foundation/namespaces/creating.ts'
import { namespaceAvatar, namespaceWebUrl } from '#server/foundation/namespaces/present.ts'
import { unrestricted } from '#server/foundation/namespaces/visibility.ts'
import { hasTopics } from '#server/foundation/projects/queries.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { isAmong, unplanned } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOf } from '#server/slice.ts'

const n = columnsOf('namespaces', 'n')
const u = columnsOf('users', 'u')

interface ListQuery extends Paging {
  readonly search?: string
}

/** A select of `id` and `kind` of the namespaces in which the actor has a role of their own, or below one. */
export const mine = (actor: UserActor): RawBuilder<unknown> =>
  sql`with held as materialized (select hn.id, hn.kind from memberships hm join namespaces hn on hn.id = hm.namespace_id
      where hm.user_id = ${unplanned(sql`${actor.id}`)})
    select id, kind from held
    union select md.id, md.kind from held mg cross join lateral (select d.id, d.kind from namespaces d where d.ancestor_ids @> array[mg.id] offset 0) md
      where mg.kind <> 'project'`

/**
 * The number of projects with the latest activity that are searched for a page of a user's projects, before all of them
 * are read.
 */
const latestProjects = 1_000

/** The actor's projects, those they starred, and their groups, in one statement. */
export async function dashboardOf(ctx: Context, actor: UserActor, input: ListQuery): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const reach = sql`${offset + perPage + 1}::bigint`
  const isListed = sql`not n.inactive and ${namedLike(input.search)}`
  const inOrder = sql`order by p.last_activity_at desc, p.id desc limit ${reach}`
  const { rows } = await sql<{ shown: string }>`
    with mine as materialized (${mine(actor)}),
    latest as materialized (select p.id, p.last_activity_at
      from (select p.id, p.last_activity_at from projects p order by p.last_activity_at desc, p.id desc limit ${sql.lit(latestProjects)}) p
        cross join lateral (select * from namespaces n where n.id = p.id offset 0) n
      where ${isAmong(sql.ref('p.id'), sql`select id from mine`)} and ${isListed} ${inOrder}),
    every as materialized (select p.id, p.last_activity_at from mine join projects p on p.id = mine.id join namespaces n on n.id = p.id
      where mine.kind = 'project' and (select count(*) from latest) < ${reach} and ${isListed} ${inOrder}),
    listed as (
      select p.id, row_number() over (order by p.last_activity_at desc, p.id desc) as place
      from (select * from every union all select * from latest where (select count(*) from latest) >= ${reach}) p
      order by place limit ${perPage + 1} offset ${offset}
    ), shown as (select * from listed order by place limit ${perPage}),
    starred as (
      select n.id, row_number() over (order by p.last_activity_at desc, n.id desc) as place
      from stars s join namespaces n on n.id = s.project_id join projects p on p.id = n.id
      where s.user_id = ${actor.id} and not n.pending_deletion and ${visibleNamespaces(actor, 'n')} order by place limit 20
    ), own_groups as (
      select n.id, row_number() over (order by ${nameOrder(sql`n.full_name`)}, n.id) as place from mine join namespaces n on n.id = mine.id
      where mine.kind = 'group' and not n.pending_deletion order by place limit 50
    )
    select ${object({
      projects: sql`coalesce((select json_agg(${projectCard(ctx)} order by s.place) from shown s join namespaces n on n.id = s.id join projects p on p.id = n.id), '[]'::json)`,
      has_next: sql`(select count(*) from listed) > ${perPage}`,
      starred: sql`coalesce((select json_agg(${projectCard(ctx)} order by s.place) from starred s join namespaces n on n.id = s.id join projects p on p.id = n.id), '[]'::json)`,
      groups: sql`coalesce((select json_agg(${groupCard(ctx)} order by s.place) from own_groups s join namespaces n on n.id = s.id), '[]'::json)`,
      pending: pendingCards(ctx, sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${levelSql('owner')}`),
    })}::text as shown`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

type Sort = 'activity' | 'stars' | 'name' | 'created'

/** All projects the actor may see. */
export async function explore(
  ctx: Context,
  input: ListQuery & { readonly topic?: string; readonly sort?: Sort },
): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const hasTopic = input.topic === undefined || input.topic === '' ? sql`true` : hasTopics([input.topic])
  const { rows } = await sql<{ shown: string }>`
    with listed as (
      select n.id, row_number() over (order by ${orderOf(input.sort ?? 'activity')}) as place from namespaces n join projects p on p.id = n.id
      where ${visibleNamespaces(ctx.actor, 'n')} and not n.inactive and ${namedLike(input.search)} and ${hasTopic}
      order by place limit ${perPage + 1} offset ${offset}
    )
    select ${object({
      projects: sql`coalesce((select json_agg(${projectCard(ctx)} order by s.place) from (select * from listed order by place limit ${perPage}) s
        join namespaces n on n.id = s.id join projects p on p.id = n.id), '[]'::json)`,
      has_next: sql`(select count(*) from listed) > ${perPage}`,
    })}::text as shown`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

function orderOf(sort: Sort): RawBuilder<unknown> {
  switch (sort) {
    case 'activity':
      return sql`p.last_activity_at desc, n.id desc`
    case 'stars':
      return sql`p.star_count desc, n.id desc`
    case 'name':
      return sql`${nameOrder(sql`n.name`)}, n.id`
    case 'created':
      return sql`n.created_at desc, n.id desc`
    default:
      return sort satisfies never
  }
}

/** The most names that are compared for likeness, so that a single letter costs no more than a word. */
const maxCompared = 300

/** Projects, groups and people for the quick switcher, ten of each, in one statement. */
export async function searchPlacesFor(ctx: Context, q: string): Promise<RawJson> {
  const { actor } = ctx
  const { settings } = ctx.services
  const text = q.trim()
  const isMine =
    actor.kind === 'user' ? isAmong(sql.ref('n.id'), sql`select id from (${mine(actor)}) mine`) : sql<boolean>`true`
  const whose = text === '' ? isMine : namedLike(text)
  const likeness = sql`similarity(lower(n.name || ' ' || n.full_path), ${text.toLowerCase()})`
  const found = object({
    ...n.fields('id', 'name', 'fullName', 'fullPath'),
    avatar_url: namespaceAvatar(settings, 'n'),
    web_url: namespaceWebUrl(settings, 'n'),
  })
  const site = sql.lit(settings.externalUrl)
  const people = sql`lower(u.username || ' ' || u.name)`
  const { rows } = await sql<{ shown: string }>`
    with some_projects as (
      select n.* from namespaces n where n.kind = 'project' and ${whose} and ${visibleNamespaces(actor, 'n')} and not n.inactive limit ${maxCompared}
    ), some_groups as (
      select n.* from namespaces n where n.kind = 'group' and ${whose} and ${visibleGroups(actor, 'n')} and not n.pending_deletion limit ${maxCompared}
    ), some_users as (
      select u.* from users u where ${text !== '' && actor.kind === 'user'} and u.state = 'active'
        and ${personNamed(text)} limit ${maxCompared}
    )
    select ${object({
      projects: sql`coalesce((select json_agg(item order by likeness desc, active desc) from (
        select ${found} as item, ${likeness} as likeness, p.last_activity_at as active from some_projects n join projects p on p.id = n.id
        order by likeness desc, active desc limit 10) a), '[]'::json)`,
      groups: sql`coalesce((select json_agg(item order by likeness desc, name) from (
        select ${found} as item, ${likeness} as likeness, ${nameOrder(sql`n.name`)} as name from some_groups n order by likeness desc, name limit 10) b), '[]'::json)`,
      users: sql`coalesce((select json_agg(item order by likeness desc, name) from (
        select ${object({
          ...u.fields('id', 'name'),
          full_name: u('name'),
          full_path: u('username'),
          avatar_url: avatarSql('u', site),
          web_url: sql`${site} || '/' || u.username`,
        })} as item,
          similarity(${people}, ${text.toLowerCase()}) as likeness, ${nameOrder(sql`u.name`)} as name
        from some_users u order by likeness desc, name limit 10) c), '[]'::json)`,
    })}::text as shown`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

const target = ({ services: { settings } }: Context): RawBuilder<unknown> =>
  object({
    ...n.fields('id', 'kind', 'name', 'fullName', 'fullPath', 'visibility'),
    avatar_url: namespaceAvatar(settings, 'n'),
  })

interface OverviewQuery {
  readonly search?: string
  readonly page?: number
}

/** A page of places, each a row with its `item` and its `place` in the order, and whether there are more. @source UI-011 */
function pageOfTargets({ page }: OverviewQuery, listed: RawBuilder<unknown>): RawBuilder<unknown> {
  const { perPage, offset } = pageOf({ page: page ?? 1, perPage: 20 })
  return sql`(select coalesce(json_agg(item order by place) filter (where place <= ${offset + perPage}), '[]'::json)::text as targets,
    count(*) > ${perPage} as has_next from (${listed} order by place limit ${perPage + 1} offset ${offset}) listed)`
}

/** The namespaces in which the actor may create projects. */
export async function projectTargets(ctx: Context, actor: UserActor, input: OverviewQuery & { namespaceId?: number }) {
  const listed = sql`
    select ${target(ctx)} as item, row_number() over (order by n.id = ${input.namespaceId ?? 0} desc, n.kind = 'user' desc, ${nameOrder(sql`n.full_name`)}, n.id) as place
    from namespaces n left join groups g on g.id = n.id
    where ${mayCreateProjectsIn(actor)} and ${namedLike(input.search)}`
  const { rows } = await sql<{
    targets: string
    hasNext: boolean
  }>`select * from ${pageOfTargets(input, listed)} t`.execute(ctx.db)
  const { targets = '[]', hasNext = false } = rows[0] ?? {}
  const site = await readSiteSettings(ctx.db)
  return {
    namespaces: new RawJson(targets),
    hasNext,
    defaultVisibility: unrestricted(actor, site, site.defaultProjectVisibility),
  }
}

/** Below which groups the actor may create another. The same sentence as `group:create-subgroup`. */
export async function groupTargets(ctx: Context, actor: UserActor, input: OverviewQuery & { parentId?: number }) {
  const level = isAdmin(actor) ? sql`50` : sql`access_level_of(${actor.id}, n.ancestor_ids)`
  const listed = sql`
    select ${target(ctx)} as item, row_number() over (order by n.id = ${input.parentId ?? 0} desc, ${nameOrder(sql`n.full_name`)}, n.id) as place
    from namespaces n join groups g on g.id = n.id
    where ${level} >= case g.subgroup_creation_level when 'maintainer' then 40 else 50 end and not n.inactive and ${namedLike(input.search)}`
  const { rows } = await sql<{ targets: string; hasNext: boolean; canCreateAtTop: boolean }>`
    select t.*, (select u.can_create_group or u.is_admin from users u where u.id = ${actor.id}) as can_create_at_top
    from ${pageOfTargets(input, listed)} t`.execute(ctx.db)
  const { targets = '[]', hasNext = false, canCreateAtTop = false } = rows[0] ?? {}
  const site = await readSiteSettings(ctx.db)
  return {
    parents: new RawJson(targets),
    hasNext,
    canCreateAtTop,
    defaultVisibility: unrestricted(actor, site, site.defaultGroupVisibility),
  }
}
