import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import {
  assigneeColumns,
  authorColumns,
  type CsvColumn,
  confidentialColumn,
  idColumns,
  labelsColumn,
  lockedColumn,
  milestoneColumn,
  momentColumns,
  parentColumns,
  projectColumn,
  stateColumn,
  textColumns,
  timeTrackingColumns,
  urlColumn,
} from '#server/plan/exports/columns.ts'
import type { Exported, ListExport } from '#server/plan/exports/exported.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import { fullNameOf, nameOf } from '#server/plan/iterations/iteration.ts'
import { type ExportedPlace, placeOfExport } from '#server/plan/lists/exported-scope.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { type IssueScope, issuesOfScope } from '#server/plan/lists/where.ts'

/**
 * The issues of a project or group that a filter finds, for a file.
 *
 * @throws Malformed  filters that exclude each other or have a wrong value
 */
export async function exportedIssues(
  ctx: Context,
  { namespace, scope }: ExportedPlace,
  asked: IssueFilter,
): Promise<Exported> {
  const { filter } = await narrowed(ctx, scope, { ...asked, state: asked.state ?? 'opened' })
  const areIncidents = asked.issueType === 'incident'
  return {
    namespace,
    ...(areIncidents ? { one: 'incident', many: 'incidents' } : { one: 'issue', many: 'issues' }),
    columns: [...issueColumnsOf(ctx, scope), ...(areIncidents ? incidentColumns : [])],
    joins: sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id`,
    where: issuesOfScope(ctx, scope, filter),
  }
}

/** @source product-rules 14 */
export const issueColumnsOf = (ctx: Context, { kind }: IssueScope): readonly CsvColumn[] => [
  ...idColumns,
  ...textColumns,
  ...(kind === 'project' ? [] : [projectColumn]),
  ['Type', sql`initcap(replace(i.type, '_', ' '))`],
  urlColumn(ctx, issuePath),
  stateColumn,
  confidentialColumn,
  lockedColumn,
  milestoneColumn,
  labelsColumn,
  ...authorColumns,
  ...assigneeColumns,
  ...momentColumns,
  ['Due Date', sql`i.due_date`],
  ['Start Date', sql`i.start_date`],
  ...parentColumns(ctx),
  ...timeTrackingColumns,
  ['Weight', sql`i.weight`],
  ['Health Status', sql`case when i.type <> 'incident' then ${attributes.healthStatus.storage.read} end`],
  ['Severity', sql`case when i.type = 'incident' then ${attributes.severity.storage.read} end`],
  [
    'Iteration',
    sql`(select case when exists (select from iterations other where other.namespace_id = any (n.ancestor_ids) and other.id <> it.id
      and lower(${nameOf('other')}) = lower(${nameOf('it')})) then ${fullNameOf('it')} else ${nameOf('it')} end
      from iterations it where it.id = i.iteration_id)`,
  ],
]

const incidentColumns: readonly CsvColumn[] = [['Escalation Status', attributes.escalationStatus.storage.read]]

export const issueExport: ListExport = {
  list: 'issue',
  open: async (ctx, namespaceId, asked) => {
    const place = await placeOfExport(ctx, 'project:read-issues', namespaceId)
    return place && exportedIssues(ctx, place, asked)
  },
}
