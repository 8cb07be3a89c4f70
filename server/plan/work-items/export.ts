import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Exported, ListExport } from '#server/plan/exports/exported.ts'
import { issueColumnsOf } from '#server/plan/issues/list/export.ts'
import { type ExportedPlace, placeOfExport } from '#server/plan/lists/exported-scope.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { issuesOfScope } from '#server/plan/lists/where.ts'
import { type AskedItems, readItemFilter } from './item-filter.ts'

/** The columns that a file of work items can have. @source graphql.md 10, AvailableExportFields */
export const exportFields = [
  'ID',
  'IID',
  'TITLE',
  'DESCRIPTION',
  'TYPE',
  'URL',
  'STATE',
  'CONFIDENTIAL',
  'LOCKED',
  'MILESTONE',
  'AUTHOR',
  'AUTHOR_USERNAME',
  'ASSIGNEE',
  'ASSIGNEE_USERNAME',
  'CREATED_AT',
  'UPDATED_AT',
  'CLOSED_AT',
  'DUE_DATE',
  'START_DATE',
  'PARENT_ID',
  'PARENT_IID',
  'PARENT_TITLE',
  'TIME_ESTIMATE',
  'TIME_SPENT',
  'WEIGHT',
] as const

interface AskedExport extends AskedItems {
  /** The fields in the order of the file; all of them where none is named. */
  readonly selectedFields?: readonly (typeof exportFields)[number][] | null | undefined
}

/**
 * The work items of a project that a query's filter finds, for a file.
 *
 * @throws Malformed  filters that exclude each other or have a wrong value
 */
export async function exportedItems(
  ctx: Context,
  { namespace, scope }: ExportedPlace,
  { selectedFields, ...asked }: AskedExport,
): Promise<Exported> {
  const read = readItemFilter(ctx, asked)
  const { filter } = await narrowed(ctx, scope, read.filter)
  const columns = new Map(issueColumnsOf(ctx, scope).map(column => [fieldOf(column[0]), column]))
  const fields = selectedFields == null || selectedFields.length === 0 ? exportFields : new Set(selectedFields)
  return {
    namespace,
    one: 'work item',
    many: 'work items',
    columns: [...fields].map(field => columns.get(field)).filter(column => column !== undefined),
    joins: sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id`,
    where: sql.join([issuesOfScope(ctx, scope, filter), ...read.conditions], sql` and `),
  }
}

/** `CREATED_AT` of `Created At (UTC)`. */
const fieldOf = (heading: string): string =>
  heading
    .replace(/ \(.*\)$/, '')
    .replaceAll(' ', '_')
    .toUpperCase()

export const workItemExport: ListExport = {
  list: 'work_item',
  open: async (ctx, namespaceId, asked) => {
    const place = await placeOfExport(ctx, 'project:read-issues', namespaceId)
    return place && exportedItems(ctx, place, asked)
  },
}
