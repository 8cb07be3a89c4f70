import { type RawBuilder, sql } from 'kysely'
import type { listGroups } from '#contract/foundation/groups.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { levelSql } from '#server/access/levels.ts'
import { isAbove, visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import {
  type CustomAttributeFilters,
  customAttributeConditions,
  customAttributesJson,
  showsCustomAttributes,
} from '#server/foundation/custom-attributes/filter.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { isCurrentShare, sharedWithGroups } from '#server/foundation/namespaces/shared-with.ts'
import { projectJson, projectTables } from '#server/foundation/projects/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { groupJson, groupTables } from './present.ts'

/** One group as GroupDetail. The caller has loaded it already. */
export async function groupById(
  ctx: Context,
  id: number,
  withProjects: boolean,
  asked: CustomAttributeFilters = {},
): Promise<RawJson> {
  const projects = sql`coalesce((select json_agg(item order by lower(name), id) from (
      select n.name, n.id, ${projectJson(ctx)} as item from ${projectTables}
      where n.parent_id = ${id} and ${visibleNamespaces(ctx.actor, 'n')} order by ${nameOrder(sql`n.name`)}, n.id limit 100) listed), '[]'::json)`
  const shared = sql`coalesce((select json_agg(item order by lower(name), id) from (
      select n.name, n.id, ${projectJson(ctx)} as item from ${projectTables}
      join namespace_shares s on s.namespace_id = n.id and s.group_id = ${id} and ${isCurrentShare('s')}
      where ${visibleNamespaces(ctx.actor, 'n')} order by ${nameOrder(sql`n.name`)}, n.id limit 100) listed), '[]'::json)`
  const more = [
    sql`${sharedWithGroups(ctx.actor)} as shared_with_groups, true as prevent_sharing_groups_outside_hierarchy,
      null::text as enabled_git_access_protocol, null::boolean as prevent_forking_outside_group,
      null::integer as shared_runners_minutes_limit`,
    ...attributesColumn(ctx, asked),
    ...(withProjects ? [sql`${projects} as projects, ${shared} as shared_projects`] : []),
  ]
  const { rows } = await sql<{ shown: string }>`
    select ${groupJson(ctx.services.settings, more)}::text as shown from ${groupTables} where n.id = ${id}`.execute(
    ctx.db,
  )
  const shown = rows[0]?.shown
  if (shown === undefined) throw new NotFound('Group')
  return new RawJson(shown)
}

export type GroupFilters = InputOf<typeof listGroups>

/** The custom attributes as a column, if they are requested and may be seen. */
export const attributesColumn = (ctx: Context, asked: CustomAttributeFilters): readonly RawBuilder<unknown>[] =>
  showsCustomAttributes(ctx, asked) ? [sql`${customAttributesJson('namespace', sql`n.id`)} as custom_attributes`] : []

/**
 * A page of the groups the actor may see, in one statement.
 *
 * @param within  one more condition on `n`
 */
export async function listGroupsFor(
  ctx: Context,
  filters: GroupFilters,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Paged<ReplyOf<typeof listGroups>>> {
  const { page, perPage, offset } = pageOf(filters)
  const conditions = sql.join([visibleGroups(ctx.actor, 'n'), within, ...groupConditions(ctx, filters)], sql` and `)
  const direction = filters.sort === 'desc' ? sql`desc` : sql`asc`
  const order = sql`${orderOf(filters)} ${direction}, n.id ${direction}`
  const { rows } = await sql<{ items: string; total: number }>`
    with found as materialized (select n.id, row_number() over (order by ${order}) as place from ${groupTables} where ${conditions}),
    chosen as (select id, place from found where place > ${offset} and place <= ${offset + perPage})
    select coalesce((select json_agg(${groupJson(ctx.services.settings, attributesColumn(ctx, filters))} order by c.place) from chosen c
        join namespaces n on n.id = c.id join groups g on g.id = n.id), '[]')::text as items,
      (select count(*) from found) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listGroups>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}

function orderOf({ orderBy = 'name', search = '' }: GroupFilters): RawBuilder<unknown> {
  switch (orderBy) {
    case 'name':
      return nameOrder(sql`n.name`)
    case 'path':
      return sql`lower(n.path)`
    case 'id':
      return sql`n.id`
    case 'similarity':
      return sql`-similarity(lower(n.name || ' ' || n.full_path), lower(${search}))`
    default:
      return orderBy satisfies never
  }
}

/** The filters of a list of groups, as conditions on `n`. */
export function groupConditions(ctx: Context, filters: GroupFilters): RawBuilder<boolean>[] {
  const { actor } = ctx
  const conditions = customAttributeConditions(ctx, 'namespace', sql`n.id`, filters)
  const add = (condition: RawBuilder<boolean>) => conditions.push(condition)
  const isMemberAtLeast = (level: number) =>
    actor.kind === 'user' ? sql<boolean>`access_level_of(${actor.id}, n.ancestor_ids) >= ${level}` : sql<boolean>`false`
  if (filters.search !== undefined) add(namedLike(filters.search))
  if (filters.skipGroups !== undefined && filters.skipGroups.length > 0)
    add(sql`n.id <> all (${filters.skipGroups}::bigint[])`)
  if (filters.markedForDeletionOn !== undefined)
    add(sql`n.marked_for_deletion_on = ${filters.markedForDeletionOn}::date`)
  if (filters.visibility !== undefined) add(sql`n.visibility = ${filters.visibility}`)
  if (filters.topLevelOnly === true) add(sql`n.parent_id is null`)
  if (filters.archived !== undefined) add(sql`n.archived = ${filters.archived}`)
  if (filters.active !== undefined) add(sql`n.inactive = ${!filters.active}`)
  if (filters.owned === true) add(isMemberAtLeast(50))
  if (filters.minAccessLevel !== undefined) add(isMemberAtLeast(filters.minAccessLevel))
  // Only the groups that the actor is a member of, or with a group or project below of which they are one.
  if (filters.allAvailable === false && actor.kind === 'user')
    add(sql`(access_level_of(${actor.id}, n.ancestor_ids) >= ${levelSql('minimal')} or ${isAbove(actor.id, 'n')})`)
  return conditions
}
