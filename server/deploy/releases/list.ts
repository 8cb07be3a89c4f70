import { type RawBuilder, sql } from 'kysely'
import type { listReleases as operation } from '#contract/deploy/releases.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import { visibleReleases } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { releasesJson, type ShownProject, type ShownRelease, showReleases } from './present.ts'

type ReleaseFilter = Omit<InputOf<typeof operation>, 'id'>

const columns = {
  released_at: sql`r.released_at`,
  created_at: sql`r.created_at`,
} as const

/** A page of the releases of a project. */
export async function listReleases(ctx: Context, project: ShownProject, filter: ReleaseFilter): Promise<Paged<never>> {
  const { page, perPage } = pageOf(filter)
  const { ids, total } = await idsOfReleases(ctx, project, filter)
  const shown = await showReleases(ctx, [project], ids, { withHtml: filter.includeHtmlDescription })
  return Paged.offset<never>(releasesJson(shown), { page, perPage, total })
}

/** The ids of a page of the releases of a project, with their number. */
export async function idsOfReleases(
  ctx: Context,
  project: { readonly id: number },
  { orderBy = 'released_at', sort = 'desc', updatedBefore, updatedAfter, ...paging }: ReleaseFilter,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const direction = sort === 'desc' ? sql`desc` : sql`asc`
  const conditions: RawBuilder<unknown>[] = [sql`r.project_id = ${project.id}`]
  if (updatedBefore !== undefined) conditions.push(sql`r.updated_at < ${updatedBefore}::timestamptz`)
  if (updatedAfter !== undefined) conditions.push(sql`r.updated_at > ${updatedAfter}::timestamptz`)
  return idsWhere(
    ctx,
    sql`releases r where ${sql.join(conditions, sql` and `)}`,
    sql`${columns[orderBy]} ${direction}, r.id ${direction}`,
    paging,
  )
}

async function idsWhere(ctx: Context, from: RawBuilder<unknown>, order: RawBuilder<unknown>, paging: Paging) {
  const { perPage, offset } = pageOf(paging)
  const { rows } = await sql<{ ids: readonly number[]; total: number }>`
    select array(select r.id from ${from} order by ${order} limit ${perPage} offset ${offset}) as ids,
      (select count(*) from ${from}) as total`.execute(ctx.db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** A page of the releases of the projects below a group that the actor may see. */
export async function listGroupReleases(
  ctx: Context,
  group: GroupRow,
  { sort = 'desc', ...paging }: Paging & { readonly sort?: 'asc' | 'desc' },
): Promise<Paged<never>> {
  const { page, perPage } = pageOf(paging)
  const direction = sort === 'desc' ? sql`desc` : sql`asc`
  const from = sql`releases r join projects p on p.id = r.project_id join namespaces n on n.id = p.id
    where n.ancestor_ids @> array[${group.id}]::bigint[] and ${visibleReleases(ctx.actor, 'n', 'p')}`
  const { ids, total } = await idsWhere(ctx, from, sql`r.released_at ${direction}, r.id ${direction}`, paging)
  return Paged.offset<never>(releasesJson(await showByIds(ctx, ids)), { page, perPage, total })
}

/** Releases of any projects, in the order of their ids, as far as the actor may see them. */
export async function showByIds(
  ctx: Context,
  ids: readonly number[],
  options: Parameters<typeof showReleases>[3] = {},
): Promise<readonly ShownRelease[]> {
  const { rows: projects } = await sql<ShownProject & { readonly facts: NamespaceFacts }>`
    select n.id, n.path, n.full_path, ${projectFacts(ctx.actor, 'n')} as facts from namespaces n
    where n.id in (select r.project_id from releases r where r.id = any (${[...ids]}::bigint[]))`.execute(ctx.db)
  const seen = projects.filter(({ facts }) => may(ctx.actor, 'project:read-releases', facts))
  return showReleases(ctx, seen, ids, options)
}
