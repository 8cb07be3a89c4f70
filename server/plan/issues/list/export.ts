import { sql } from 'kysely'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
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
  stateColumn,
  textColumns,
  timeTrackingColumns,
  urlColumn,
} from '#server/plan/exports/columns.ts'
import type { Exported, ListExport } from '#server/plan/exports/exported.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import type { IssueFilter } from './filter.ts'
import { narrowed } from './narrow.ts'
import { issuesWhere } from './where.ts'

/**
 * The issues of a project that a filter finds, for a file.
 *
 * @throws Malformed  filters that exclude each other or have a wrong value
 */
export async function exportedIssues(
  ctx: Context,
  project: Allowed<'project:read-issues', ProjectRow>,
  asked: IssueFilter,
): Promise<Exported> {
  const scope = { kind: 'project', project } as const
  const { filter } = await narrowed(ctx, scope, { ...asked, state: asked.state ?? 'opened' })
  const areIncidents = asked.issueType === 'incident'
  return {
    namespace: project,
    ...(areIncidents ? { one: 'incident', many: 'incidents' } : { one: 'issue', many: 'issues' }),
    columns: [...columnsOf(ctx), ...(areIncidents ? incidentColumns : [])],
    joins: sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id`,
    where: issuesWhere(ctx, scope, filter),
  }
}

/** @source product-rules 14 */
const columnsOf = (ctx: Context): readonly CsvColumn[] => [
  ...idColumns,
  ...textColumns,
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
]

const incidentColumns: readonly CsvColumn[] = [
  ['Severity', attributes.severity.storage.read],
  ['Escalation Status', attributes.escalationStatus.storage.read],
]

export const issueExport: ListExport = {
  list: 'issue',
  open: async (ctx, namespaceId, asked) => {
    const project = await loadIfAllowed(ctx, 'project:read-issues', projectByRef, { id: namespaceId })
    return project && exportedIssues(ctx, project, asked)
  },
}
