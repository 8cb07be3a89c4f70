import { type RawBuilder, sql } from 'kysely'
import type { getDependencies, getGroupDependencies } from '#contract/monitor/vulnerabilities/dependencies.ts'
import { vulnerabilityLimits as limits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { visibleVulnerabilities } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { rowsInWindow, runIn, type SortKey } from '#server/platform/sql/keyset.ts'
import { startsWith } from '#server/platform/sql/like.ts'
import { cursorsOf, windowOf } from '#server/platform/sql/list-cursors.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { semanticTypes, versionKey } from './reports/version-key.ts'

const m = columnsOf('sbomComponents', 'm')
const d = columnsOf('sbomDocuments', 'd')

const nameSql = sql`lower(m.name) collate "C"`
const keys: readonly SortKey[] = [
  { value: nameSql, type: 'text', direction: 'asc' },
  { value: sql`m.id`, type: 'bigint', direction: 'asc' },
]

const componentFields = {
  ...m.fields('id', 'name', 'version', 'packageType', 'licenses', 'vulnerabilities'),
  source: d('source'),
}

const affectedOnly = (affected: boolean | undefined): RawBuilder<unknown> =>
  affected === true ? sql`m.severity_rank > 0` : sql`true`

/** The dependencies of a project. */
export async function showDependencies(
  ctx: Context,
  project: Allowed<'project:read-vulnerabilities', ProjectRow>,
  { search = '', affected, cursor }: InputOf<typeof getDependencies>,
) {
  const window = windowOf(cursor, limits.perPage)
  const { rows, hasMore } = await rowsInWindow<{ readonly json: string }>(
    runIn(ctx.db),
    {
      columns: sql`${object(componentFields)}::text as json`,
      from: sql`sbom_components m join sbom_documents d on d.id = m.document_id`,
      where: sql`m.namespace_id = ${project.id} and ${affectedOnly(affected)} and ${matchesSearch(sql`concat_ws(' ', m.name, m.version)`, search)}`,
      keys,
    },
    window,
  )
  const { rows: counted } = await sql<{ count: number; affectedCount: number; documents: string }>`
    select count(*) as count, count(*) filter (where severity_rank > 0) as affected_count,
      (select coalesce(json_agg(${object({ ...d.fields('source', 'tool', 'sha'), ...d.moments('createdAt') })} order by d.source), '[]')
        from sbom_documents d where d.namespace_id = ${project.id})::text as documents
    from sbom_components where namespace_id = ${project.id}`.execute(ctx.db)
  return {
    dependencies: new RawJson(`[${rows.map(({ json }) => json).join(',')}]`),
    pagination: cursorsOf(window.start, rows, hasMore),
    count: counted[0]?.count ?? 0,
    affectedCount: counted[0]?.affectedCount ?? 0,
    documents: new RawJson(counted[0]?.documents ?? '[]'),
    namespace: await showHeader(ctx, project),
  }
}

const mostProjects = 1_000

/** The dependencies of the projects below a group whose vulnerabilities the reader may see. @throws Invalid  a version of no package */
export async function showGroupDependencies(
  ctx: Context,
  group: Allowed<'group:read-dependencies', GroupRow>,
  { package: name = '', compare, version = '', affected, cursor }: InputOf<typeof getGroupDependencies>,
) {
  const wanted = name.trim().toLowerCase()
  if (version.trim() !== '' && wanted === '') throw new Invalid({ package: ['is required to compare versions'] })
  const window = windowOf(cursor, limits.perPage)
  const from = sql`(select n.id, n.name, n.full_path from namespaces n where n.kind = 'project' and n.ancestor_ids @> array[${group.id}]::bigint[]
      and ${visibleVulnerabilities(ctx.actor, 'n')} offset 0) p
    join sbom_components m on m.namespace_id = p.id join sbom_documents d on d.id = m.document_id`
  const where = sql`${affectedOnly(affected)} and ${wanted === '' ? sql`true` : sql`${nameSql} like ${startsWith(wanted)}`}
    and ${version.trim() === '' ? sql`true` : compared(compare ?? '<', version)}`
  const { rows, hasMore } = await rowsInWindow<{ readonly json: string }>(
    runIn(ctx.db),
    {
      columns: sql`${object({
        ...componentFields,
        project: object({ name: sql`p.name`, full_path: sql`p.full_path` }),
      })}::text as json`,
      from,
      where,
      keys,
    },
    window,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select distinct m.namespace_id from ${from} where ${where} limit ${mostProjects}) found`.execute(
    ctx.db,
  )
  return {
    dependencies: new RawJson(`[${rows.map(({ json }) => json).join(',')}]`),
    pagination: cursorsOf(window.start, rows, hasMore),
    projectsCount: counted[0]?.count ?? 0,
    namespace: await showHeader(ctx, group),
  }
}

/** A comparison of versions, each by the rules of its type of package. */
function compared(operator: '<' | '<=' | '=' | '>=' | '>', version: string): RawBuilder<unknown> {
  const semantic = sql`m.package_type = any (${[...semanticTypes]}::text[])`
  return sql`m.version <> '' and m.version_key ${sql.raw(operator)}
    case when ${semantic} then ${versionKey(version, 'npm')} else ${versionKey(version)} end collate "C"`
}
