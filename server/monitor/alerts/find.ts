import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import type { AlertSeverity, AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import {
  defaultSelection,
  type IssuableRow,
  type IssuableSelection,
  selectIssuable,
} from '#server/plan/issuables/find.ts'
import { batch } from '#server/platform/sql/concurrently.ts'

/** The columns of an alert that use cases need. */
export interface AlertRow extends IssuableRow {
  readonly status: AlertStatus
  readonly severity: AlertSeverity
  readonly incidentId: number | null
}

export type ReadableAlert = Allowed<'issuable:read', AlertRow>

/** The status of `issuables i` that is an alert. */
export const statusSql = sql<AlertStatus>`coalesce(i.escalation_status, 'TRIGGERED')`

const columns = sql`${statusSql} as status, al.severity, al.incident_id`
const joins = sql`join alerts al on al.id = i.id join namespaces n on n.id = i.namespace_id`

const selection: IssuableSelection = {
  key: 'alert',
  columns: (reader, now) => sql`${defaultSelection.columns(reader, now)}, ${columns}`,
  joins: () => joins,
}

/** The alert of an address of a page. */
export const alertOfAddress = finder(
  'issuable',
  'Alert',
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    selectIssuable<AlertRow>(ctx, 'alert', 'by-iid', { ref: namespace, iid }, selection),
)

/** An alert by its id. */
export const alertById = finder('issuable', 'Alert', (ctx: Context, { id }: { readonly id: number }) =>
  selectIssuable<AlertRow>(ctx, 'alert', 'by-id', { ref: id, iid: 0 }, selection),
)

/** An alert by its id, for scheduled actions: the rights were checked when they were scheduled. */
export const alertOf = batch(async (ctx: Context, ids: readonly number[]): Promise<readonly (AlertRow | null)[]> => {
  const { rows } = await sql<AlertRow>`
    select i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids, i.type, i.title, i.description, i.state,
      i.author_id, i.confidential, i.lock_version, i.updated_at, ${columns} from issuables i ${joins}
    where i.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => byId.get(id) ?? null)
})

/** The topics of a change to an alert: its page, its list, and the page of its incident. */
export const alertTopics = (alert: AlertRow): readonly string[] => [
  ...topicsOfIssuable(alert),
  ...(alert.incidentId === null ? [] : [issueTopic(alert.incidentId)]),
]
