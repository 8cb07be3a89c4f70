import { type RawBuilder, sql } from 'kysely'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import {
  assigneeColumns,
  authorColumns,
  type CsvColumn,
  idColumns,
  labelsColumn,
  lockedColumn,
  milestoneColumn,
  momentColumns,
  peopleColumns,
  projectColumn,
  stateColumn,
  textColumns,
  timeTrackingColumns,
  urlColumn,
  utcMoment,
  yesNo,
} from '#server/plan/exports/columns.ts'
import type { Exported, ListExport } from '#server/plan/exports/exported.ts'
import { type ExportedPlace, placeOfExport } from '#server/plan/lists/exported-scope.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { type IssueScope, issuesOfScope } from '#server/plan/lists/where.ts'
import { mergeRequestJoins, mergeRequestPath } from '../present.ts'
import { type MergeRequestFilter, splitFilter } from './filter.ts'

/**
 * The merge requests of a project or group that a filter finds, for a file.
 *
 * @throws Malformed  filters that exclude each other or have a wrong value
 */
export async function exportedMergeRequests(
  ctx: Context,
  { namespace, scope }: ExportedPlace,
  asked: MergeRequestFilter,
): Promise<Exported> {
  const split = splitFilter(ctx, { ...asked, state: asked.state ?? 'opened' })
  const { filter } = await narrowed(ctx, scope, split.filter)
  return {
    namespace,
    one: 'merge request',
    many: 'merge requests',
    columns: columnsOf(ctx, scope),
    joins: mergeRequestJoins,
    where: sql.join([issuesOfScope(ctx, scope, filter), ...split.conditions], sql` and `),
  }
}

/** The people that a table names for a merge request. */
const people = (table: 'merge_request_reviewers' | 'merge_request_approvals', column: string): RawBuilder<unknown> =>
  sql`from ${sql.table(table)} a join users u on u.id = a.user_id where ${sql.ref(`a.${column}`)} = i.id`

const columnsOf = (ctx: Context, { kind }: IssueScope): readonly CsvColumn[] => [
  ...idColumns,
  ...textColumns,
  ...(kind === 'project' ? [] : [projectColumn]),
  urlColumn(ctx, mergeRequestPath),
  stateColumn,
  ['Draft', yesNo(sql`mr.draft`)],
  lockedColumn,
  ['Source Project', sourceProject(ctx)],
  ['Source Branch', sql`mr.source_branch`],
  ['Target Branch', sql`mr.target_branch`],
  milestoneColumn,
  labelsColumn,
  ...authorColumns,
  ...assigneeColumns,
  ...peopleColumns('Reviewer', people('merge_request_reviewers', 'issuable_id')),
  ...peopleColumns('Approver', people('merge_request_approvals', 'merge_request_id')),
  ['Merged By', sql`merger.name`],
  ['Merged By Username', sql`merger.username`],
  ...momentColumns,
  ['Merged At (UTC)', utcMoment(sql`mr.merged_at`)],
  ...timeTrackingColumns,
]

/** A fork that the actor may not know of is not named. */
const sourceProject = (ctx: Context): RawBuilder<unknown> =>
  sql`(select sn.full_path from namespaces sn where sn.id = mr.source_project_id and ${visibleNamespaces(ctx.actor, 'sn')})`

export const mergeRequestExport: ListExport = {
  list: 'merge_request',
  open: async (ctx, namespaceId, asked) => {
    const place = await placeOfExport(ctx, 'project:read-merge-requests', namespaceId)
    return place && exportedMergeRequests(ctx, place, asked)
  },
}
