import { type RawBuilder, sql } from 'kysely'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { importRowLimit } from '#contract/transfer/import-limits.ts'
import type { issueImportPage } from '#contract/transfer/issue-imports.ts'
import type { Allowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, selfId } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'
import { importLimit } from './import-limit.ts'

const im = columnsOf('issueImports', 'im')
const em = columnsOf('issueImports', 'em')

type ImportProject = Allowed<'project:import-issues', ProjectRow> | Allowed<'project:import-jira', ProjectRow>

const rowsPerPage = 100
const latest = 5

/** The IssueImport shape, over `issue_imports im`. */
const importJson = object({
  ...im.fields('id', 'source', 'name', 'state', 'totalCount', 'createdCount'),
  faulty_count: sql`(select count(*) from issue_import_rows f where f.import_id = im.id and f.problems <> '{}')`,
  ...im.fields('skippedCount'),
  notice_count: sql`(select count(*) from issue_import_rows f where f.import_id = im.id and f.notices <> '{}')`,
  ...im.fields('attachmentCount', 'ignoredColumns', 'newLabels', 'reason', 'people'),
  ...im.moments('createdAt', 'startedAt', 'endedAt'),
})

/** The imports of the actor into a project. Those of other users are not shown. */
const own = (ctx: Context, project: ImportProject): RawBuilder<unknown> =>
  sql`im.namespace_id = ${project.id} and im.user_id = ${selfId(ctx)}`

/** @throws NotFound  also for an import of another user */
export async function showImport(ctx: Context, project: ImportProject, importId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${importJson}::text as json from issue_imports im where im.id = ${importId} and ${own(ctx, project)}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Import')
  return new RawJson(found.json)
}

/** @source LIST-007 */
export async function showDialog(
  ctx: Context,
  project: ImportProject,
  source: 'csv' | 'jira',
): Promise<{ readonly maxSizeBytes: number; readonly maxRows: number; readonly imports: RawJson }> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(item), '[]')::text as json from (select ${importJson} as item from issue_imports im
      where ${own(ctx, project)} and im.source = ${source} and (im.state <> 'reading' or im.remote is not null) order by im.id desc limit ${latest}) listed`.execute(
    ctx.db,
  )
  return {
    maxSizeBytes: (await importLimit(ctx)) * 1024 * 1024,
    maxRows: importRowLimit,
    imports: new RawJson(rows[0]?.json ?? '[]'),
  }
}

/** An import with a page of its rows, in three statements. */
export async function showImportPage(
  ctx: Context,
  project: ImportProject,
  { id, faulty = false, noticed = false, after = 0 }: InputOf<typeof issueImportPage>,
): Promise<Shown<ReplyOf<typeof issueImportPage>>> {
  const shown = await showImport(ctx, project, id)
  const { rows } = await sql<{ json: string; count: number; last: number | null }>`
    with listed as materialized (
      select r.* from issue_import_rows r where r.import_id = ${id} and r.number > ${after}::bigint ${faulty ? sql`and r.problems <> '{}'` : sql``}
      ${noticed ? sql`and r.notices <> '{}'` : sql``}
      order by r.number limit ${rowsPerPage + 1}
    ), page as (select * from listed order by number limit ${rowsPerPage})
    select (select count(*) from listed) as count, (select max(number) from page) as last,
      (select coalesce(json_agg(${object({
        number: sql`p.number`,
        line: sql`p.line`,
        title: sql`coalesce(p.content #>> '{changes,title}', '')`,
        outcome: sql`coalesce(p.outcome, case when p.problems <> '{}' then 'faulty' else 'waiting' end)`,
        problems: sql`p.problems`,
        notices: sql`p.notices`,
        earlier_import: sql`case when p.outcome = 'skipped' then (select ${object({ ...em.fields('id', 'name'), ...em.moments('createdAt') })}
          from issue_import_rows er join issue_imports em on em.id = er.import_id
          where er.issue_id = p.issue_id and er.outcome = 'created' and em.user_id = ${selfId(ctx)} limit 1) end`,
        issue: sql`(select ${object({ reference: sql`'#' || i.iid`, web_path: issuePath })}
          from issuables i join namespaces n on n.id = i.namespace_id where i.id = p.issue_id and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })})`,
      })} order by p.number), '[]')::text from page p) as json`.execute(ctx.db)
  const found = rows[0] ?? { json: '[]', count: 0, last: null }
  return {
    namespace: await showHeader(ctx, project),
    import: shown,
    rows: new RawJson(found.json),
    next: found.count > rowsPerPage ? found.last : null,
  }
}
