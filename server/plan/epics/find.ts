import { sql } from 'kysely'
import { type Allowed, finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import {
  defaultSelection,
  type IssuableRow,
  type IssuableSelection,
  selectIssuable,
} from '#server/plan/issuables/find.ts'

/** The columns of an epic that use cases need. */
export interface EpicRow extends IssuableRow {
  readonly color: string
  readonly startDateIsFixed: boolean
  readonly startDateFixed: string | null
  readonly dueDateIsFixed: boolean
  readonly dueDateFixed: string | null
}

export type ReadableEpic = Allowed<'issuable:read', EpicRow>

const selection: IssuableSelection = {
  key: 'epic',
  columns: (
    reader,
    now,
  ) => sql`${defaultSelection.columns(reader, now)}, e.color, e.start_date_is_fixed, e.start_date_fixed,
    e.due_date_is_fixed, e.due_date_fixed`,
  joins: () => sql`join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id`,
}

/** The epic of an address of the API. */
export const epicByIid = finder(
  'issuable',
  'Epic',
  (ctx: Context, { id, epicIid }: { readonly id: number | string; readonly epicIid: number }) =>
    selectIssuable<EpicRow>(ctx, 'epic', 'by-iid', { ref: id, iid: epicIid }, selection),
)

/** The epic of an address of a page. */
export const epicOfAddress = finder(
  'issuable',
  'Epic',
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    selectIssuable<EpicRow>(ctx, 'epic', 'by-iid', { ref: namespace, iid }, selection),
)

/** An epic by its id. */
export const epicById = finder('issuable', 'Epic', (ctx: Context, { id }: { readonly id: number }) =>
  selectIssuable<EpicRow>(ctx, 'epic', 'by-id', { ref: id, iid: 0 }, selection),
)
