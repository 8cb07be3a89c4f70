import { sql } from 'kysely'
import { mostBulkEdited } from '#contract/plan/bulk-edits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { IssueFilter } from '../list/filter.ts'
import { narrowed } from '../list/narrow.ts'
import { issuesWhere } from '../list/where.ts'
import { type AskedUpdate, findBulkEdit, type ShownBulkEdit } from './find.ts'
import { performSome } from './perform.ts'
import { wantedOf } from './wanted.ts'

export type Project = Allowed<'project:bulk-update-issues', ProjectRow>

/** The ids of the issues that a filter finds, as a select, as far as the actor may know of them. */
export async function foundIds(ctx: Context, project: Project, given: IssueFilter) {
  const { filter } = await narrowed(ctx, { kind: 'project', project }, { ...given, state: given.state ?? 'opened' })
  return sql`select i.id from issuables i where ${issuesWhere(ctx, { kind: 'project', project }, filter)}`
}

/**
 * Begin to change all issues of a project that a filter finds now. Few are changed at once, many by a job.
 *
 * @throws Invalid  they are more than one edit may be about, or nothing is to be changed
 * @throws Conflict  another edit of the actor is still running
 */
export async function startBulkEdit(
  ctx: Context,
  project: Project,
  filter: IssueFilter,
  update: AskedUpdate,
): Promise<ShownBulkEdit> {
  wantedOf(update)
  await refuseSecond(ctx)
  const ids = await foundIds(ctx, project, filter)
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (${ids} limit ${sql.lit(mostBulkEdited + 1)}),
      edit as (insert into bulk_edits (namespace_id, user_id, asked, total, created_at, finished_at)
        select ${project.id}, ${selfId(ctx)}, ${JSON.stringify(update)}::jsonb, count(*), ${ctx.now}::timestamptz,
          case when count(*) = 0 then ${ctx.now}::timestamptz end from found returning id, total),
      items as (insert into bulk_edit_items (bulk_edit_id, issuable_id) select edit.id, found.id from edit, found)
    select id, total from edit`.execute(ctx.db)
  const edit = rows[0]
  if (edit === undefined) throw new Error('A bulk edit without a row')
  if (edit.total > mostBulkEdited)
    throw new Invalid(`Edit at most ${mostBulkEdited.toLocaleString('en')} issues at a time. Narrow the filter`)
  return begun(ctx, project, edit.id)
}

/**
 * Take a bulk edit back: a new edit of all issues that it changed.
 *
 * @throws Conflict  it is still running, or was taken back already
 */
export async function undoBulkEdit(ctx: Context, project: Project, id: number): Promise<ShownBulkEdit> {
  const edit = await findBulkEdit(ctx, project.id, id)
  if (edit.finishedAt === null) throw new Conflict('This bulk edit is still running. Undo it when it has finished')
  await refuseSecond(ctx)
  const { rows } = await sql<{ id: number }>`
    with edit as (insert into bulk_edits (namespace_id, user_id, undoes_id, total, created_at, finished_at)
        values (${project.id}, ${selfId(ctx)}, ${id}, ${edit.changed}, ${ctx.now}::timestamptz,
          ${edit.changed === 0 ? ctx.now : null}::timestamptz)
        on conflict (undoes_id) do nothing returning id),
      items as (insert into bulk_edit_items (bulk_edit_id, issuable_id)
        select edit.id, b.issuable_id from edit, bulk_edit_items b where b.bulk_edit_id = ${id} and b.outcome = 'changed')
    select id from edit`.execute(ctx.db)
  if (rows[0] === undefined) throw new Conflict('This bulk edit has already been undone')
  return begun(ctx, project, rows[0].id)
}

/** An edit that has not finished by then was given up. */
const givenUpAfter = '1 day'

/** One edit of a person at a time: each may be about tens of thousands of issues. */
async function refuseSecond(ctx: Context): Promise<void> {
  // Of several at once, all but the first would see none that runs.
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk edits', ${selfId(ctx)}::bigint))`.execute(ctx.db)
  const { rows } = await sql`
    select 1 from bulk_edits where user_id = ${selfId(ctx)} and finished_at is null
      and created_at > ${ctx.now}::timestamptz - ${givenUpAfter}::interval limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Conflict('Your last bulk edit is still running. Try again when it has finished')
}

/** So few issues are changed at once, as part of the request. */
const mostAtOnce = 100

async function begun(ctx: Context, project: Project, id: number): Promise<ShownBulkEdit> {
  const edit = await findBulkEdit(ctx, project.id, id)
  if (edit.finishedAt !== null) return edit
  if (edit.total <= mostAtOnce) {
    await performSome(ctx, id, mostAtOnce)
    return findBulkEdit(ctx, project.id, id)
  }
  await ctx.events.record('bulk_edit.started', { bulkEditId: id }, { namespaceId: project.id })
  return edit
}
