import { sql } from 'kysely'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import {
  authorColumns,
  type CsvColumn,
  confidentialColumn,
  idColumns,
  labelsColumn,
  lockedColumn,
  momentColumns,
  parentColumns,
  stateColumn,
  textColumns,
  urlColumn,
} from '#server/plan/exports/columns.ts'
import type { Exported, ListExport } from '#server/plan/exports/exported.ts'
import { epicJoins, epicPath } from '../present.ts'
import { type EpicFilter, epicsWhere } from '../queries.ts'

/** The epics of a group and of those below it that a filter finds, for a file. */
export const exportedEpics = (
  ctx: Context,
  group: Allowed<'group:read-epics', GroupRow>,
  asked: EpicFilter,
): Exported => ({
  namespace: group,
  one: 'epic',
  many: 'epics',
  columns: columnsOf(ctx),
  joins: epicJoins,
  where: epicsWhere(ctx, group, { ...asked, state: asked.state ?? 'opened' }),
})

const columnsOf = (ctx: Context): readonly CsvColumn[] => [
  ...idColumns,
  ...textColumns,
  ['Group', sql`n.full_path`],
  urlColumn(ctx, epicPath),
  stateColumn,
  confidentialColumn,
  lockedColumn,
  labelsColumn,
  ...authorColumns,
  ...momentColumns,
  ['Start Date', sql`i.start_date`],
  ['Due Date', sql`i.due_date`],
  ['Color', sql`e.color`],
  ...parentColumns(ctx),
]

export const epicExport: ListExport = {
  list: 'epic',
  open: async (ctx, namespaceId, asked) => {
    const group = await loadIfAllowed(ctx, 'group:read-epics', groupByRef, { id: namespaceId })
    return group && exportedEpics(ctx, group, asked)
  },
}
