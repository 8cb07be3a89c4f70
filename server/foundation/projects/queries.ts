import { type RawBuilder, sql } from 'kysely'
import type { listProjects } from '#contract/foundation/projects.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { isAdmin } from '#server/access/facts.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound, NotPaged } from '#server/errors.ts'
import { customAttributeConditions, showsCustomAttributes } from '#server/foundation/custom-attributes/filter.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { momentsBetween } from '#server/platform/sql/moments-between.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { type ProjectForm, projectJson, projectTables } from './present.ts'

/** One project as its full JSON. The caller has loaded it already. */
export async function projectById(ctx: Context, id: number, form: Omit<ProjectForm, 'simple'> = {}): Promise<RawJson> {
  const rows = await runForActor<{ readonly shown: string }, { readonly id: number }>(
    ctx,
    `project ${JSON.stringify(form)}`,
    { id },
    (reader, parameter) =>
      sql`select ${projectJson(reader, form)}::text as shown from ${projectTables} where n.id = ${parameter.id}`,
  )
  const shown = rows[0]?.shown
  if (shown === undefined) throw new NotFound('Project')
  return new RawJson(shown)
}

export type ProjectFilters = InputOf<typeof listProjects>

/**
 * A page of the projects the actor may see, in one statement.
 *
 * @param within  one more condition on `n`, `p` and `pn`
 */
export async function listProjectsFor(
  ctx: Context,
  filters: ProjectFilters,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Paged<ReplyOf<typeof listProjects>>> {
  const { page, perPage, offset } = pageOf(filters)
  const isKeyset = filters.pagination === 'keyset'
  if (isKeyset && filters.orderBy !== undefined && filters.orderBy !== 'id')
    throw new NotPaged('Keyset pagination is not yet available for this type of request')
  const conditions = sql.join(
    [visibleNamespaces(ctx.actor, 'n'), within, ...projectConditions(ctx, filters)],
    sql` and `,
  )
  const simple = filters.simple === true || ctx.actor.kind === 'anonymous'
  const shown = projectJson(ctx, {
    simple,
    statistics: filters.statistics === true,
    customAttributes: showsCustomAttributes(ctx, filters),
  })
  const direction = filters.sort === 'asc' ? sql`asc` : sql`desc`
  if (isKeyset) {
    const { rows } = await sql<{ items: string; last: number | null; found: number }>`
      with chosen as (
        select n.id from ${projectTables} where ${conditions} order by n.id ${direction} limit ${perPage + 1}
      ), shown as (
        select n.id, ${shown} as item from (select id from chosen order by id ${direction} limit ${perPage}) c
        join namespaces n on n.id = c.id join projects p on p.id = n.id join namespaces pn on pn.id = n.parent_id
      )
      select coalesce(json_agg(item order by id ${direction}), '[]')::text as items,
        (array_agg(id order by id ${direction}))[count(*)] as last, (select count(*) from chosen) as found from shown`.execute(
      ctx.db,
    )
    const row = rows[0]
    const more = row !== undefined && row.found > perPage
    const next = more ? { [filters.sort === 'asc' ? 'id_after' : 'id_before']: String(row.last) } : null
    return Paged.keyset<ReplyOf<typeof listProjects>>(new RawJson(row?.items ?? '[]'), { perPage, next })
  }
  const order = sql`${orderOf(ctx, filters)} ${direction}, n.id ${direction}`
  const { rows } = await sql<{ items: string; total: number }>`
    with found as materialized (select n.id, row_number() over (order by ${order}) as place from ${projectTables} where ${conditions}),
    chosen as (select id, place from found where place > ${offset} and place <= ${offset + perPage})
    select coalesce((select json_agg(${shown} order by c.place) from chosen c join namespaces n on n.id = c.id
        join projects p on p.id = n.id join namespaces pn on pn.id = n.parent_id), '[]')::text as items,
      (select count(*) from found) as total`.execute(ctx.db)
  return Paged.offset<ReplyOf<typeof listProjects>>(new RawJson(rows[0]?.items ?? '[]'), {
    page,
    perPage,
    total: rows[0]?.total ?? 0,
  })
}

const sizes: readonly ProjectFilters['orderBy'][] = ['repository_size', 'storage_size', 'packages_size', 'wiki_size']

/** Only administrators can order by size; for others it is ignored. @source rest.md 4.1 */
function orderOf(ctx: Context, { orderBy: asked, search = '' }: ProjectFilters): RawBuilder<unknown> {
  const orderBy = asked === undefined || (sizes.includes(asked) && !isAdmin(ctx.actor)) ? 'created_at' : asked
  switch (orderBy) {
    case 'id':
      return sql`n.id`
    case 'name':
      return nameOrder(sql`n.name`)
    case 'path':
      return sql`lower(n.path)`
    case 'created_at':
      return sql`n.created_at`
    case 'updated_at':
      return sql`n.updated_at`
    case 'last_activity_at':
      return sql`p.last_activity_at`
    case 'star_count':
      return sql`p.star_count`
    case 'repository_size':
      return sql`p.repository_size_bytes`
    case 'storage_size':
      return sql`p.repository_size_bytes + (select coalesce(sum(up.size_bytes), 0) from uploads up where up.namespace_id = n.id)`
    case 'packages_size':
    case 'wiki_size':
      return sql`0`
    case 'similarity':
      return sql`similarity(lower(n.name || ' ' || n.full_path), lower(${search}))`
    default:
      return orderBy satisfies never
  }
}

/** The filters of a list of projects, as conditions on `n` and `p`. */
export function projectConditions(ctx: Context, filters: ProjectFilters): RawBuilder<boolean>[] {
  const { actor } = ctx
  const conditions: RawBuilder<boolean>[] = customAttributeConditions(ctx, 'namespace', sql`n.id`, filters)
  const add = (condition: RawBuilder<boolean>) => conditions.push(condition)
  const isMemberAtLeast = (level: number) =>
    actor.kind === 'user' ? sql<boolean>`access_level_of(${actor.id}, n.ancestor_ids) >= ${level}` : sql<boolean>`false`
  if (filters.archived !== undefined) add(sql`n.archived = ${filters.archived}`)
  if (filters.active !== undefined) add(sql`n.inactive = ${!filters.active}`)
  if (filters.markedForDeletionOn !== undefined)
    add(sql`n.marked_for_deletion_on = ${filters.markedForDeletionOn}::date`)
  if (filters.visibility !== undefined) add(sql`n.visibility = ${filters.visibility}`)
  if (filters.search !== undefined) {
    // The first condition is answered by the index of names and paths; the second one leaves out the names of the groups above.
    add(namedLike(filters.search))
    if (filters.searchNamespaces !== true) add(matchesSearch(sql`n.name || ' ' || n.path`, filters.search))
  }
  if (filters.owned === true) add(isMemberAtLeast(50))
  if (filters.membership === true) add(isMemberAtLeast(5))
  if (filters.minAccessLevel !== undefined && !(isAdmin(actor) && filters.minAccessLevel <= 0))
    add(isMemberAtLeast(filters.minAccessLevel))
  if (filters.starred === true)
    add(
      actor.kind === 'user'
        ? sql`exists (select 1 from stars s where s.project_id = n.id and s.user_id = ${actor.id})`
        : sql`false`,
    )
  if (filters.withIssuesEnabled !== undefined)
    add(sql`(p.issues_access_level <> 'disabled') = ${filters.withIssuesEnabled}`)
  if (filters.withMergeRequestsEnabled !== undefined)
    add(sql`(p.merge_requests_access_level <> 'disabled') = ${filters.withMergeRequestsEnabled}`)
  if (filters.withProgrammingLanguage !== undefined)
    add(sql`lower(${filters.withProgrammingLanguage}) in (select lower(language) from unnest(p.languages) language)`)
  if (filters.idAfter !== undefined) add(sql`n.id > ${filters.idAfter}`)
  if (filters.idBefore !== undefined) add(sql`n.id < ${filters.idBefore}`)
  const { lastActivityAfter, lastActivityBefore, updatedAfter, updatedBefore } = filters
  conditions.push(
    ...momentsBetween('p.last_activity_at', { after: lastActivityAfter, before: lastActivityBefore }),
    ...momentsBetween('n.updated_at', { after: updatedAfter, before: updatedBefore }),
  )
  if (filters.topic !== undefined && filters.topic.length > 0) add(hasTopics(filters.topic))
  if (filters.topicId !== undefined)
    add(sql`p.topics @> array[coalesce((select t.name from topics t where t.id = ${filters.topicId}), '')]`)
  return conditions
}

/** Whether a project has all of some topics, in any case, over `projects p`. */
export const hasTopics = (names: readonly string[]): RawBuilder<boolean> => {
  const wanted = [...new Set(names.map(name => name.toLowerCase()))]
  return sql<boolean>`exists (select 1 from (select array_agg(t.name) as names from topics t
    where lower(t.name) = any (${wanted}::text[])) w where cardinality(w.names) = ${wanted.length} and p.topics @> w.names)`
}
