import { sql } from 'kysely'
import { mostBulkEdited } from '#contract/plan/changes/bulk-edits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { begin, refuseSecond } from '#server/plan/change-sets/begin.ts'
import type { AskedUpdate, ShownChangeSet } from '#server/plan/change-sets/find.ts'
import { commonType } from '#server/plan/change-sets/store.ts'
import { wantedOf } from '#server/plan/change-sets/wanted.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { issuesWhere } from '#server/plan/lists/where.ts'

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
): Promise<ShownChangeSet> {
  wantedOf(update)
  await refuseSecond(ctx)
  const ids = await foundIds(ctx, project, filter)
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (${ids} limit ${sql.lit(mostBulkEdited + 1)}),
      edit as (insert into change_sets (namespace_id, user_id, type, asked, total, created_at, finished_at)
        select ${project.id}, ${selfId(ctx)}, ${commonType(sql`found f join issuables i on i.id = f.id`)}, ${JSON.stringify(update)}::jsonb, count(*), ${ctx.now}::timestamptz,
          case when count(*) = 0 then ${ctx.now}::timestamptz end from found returning id, total),
      items as (insert into change_set_items (change_set_id, issuable_id) select edit.id, found.id from edit, found)
    select id, total from edit`.execute(ctx.db)
  const edit = rows[0]
  if (edit === undefined) throw new Error('A bulk edit without a row')
  if (edit.total > mostBulkEdited)
    throw new Invalid(`Edit at most ${mostBulkEdited.toLocaleString('en')} issues at a time. Narrow the filter`)
  return begin(ctx, edit.id, project.id)
}
