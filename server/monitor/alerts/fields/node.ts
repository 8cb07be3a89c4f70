import { sql } from 'kysely'
import type { AlertSeverity, AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { statusSql } from '../find.ts'
import { alertTables } from '../queries.ts'

/** An alert that the actor may know of. */
export interface AlertNode {
  readonly id: number
  readonly iid: number
  readonly type: 'alert'
  readonly namespaceId: number
  readonly namespacePath: string
  readonly title: string
  readonly severity: AlertSeverity
  readonly status: AlertStatus
  readonly startedAt: string
  readonly endedAt: string | null
  readonly eventCount: number
  readonly description: string
  readonly monitoringTool: string
  readonly service: string
  readonly hosts: readonly string[]
  readonly environment: string
  readonly runbook: string
  readonly details: Readonly<Record<string, string>>
  readonly incidentId: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The columns of an alert, over `alertTables`. */
export const alertColumns = sql`i.id, i.iid, i.type, i.namespace_id, n.full_path as namespace_path, i.title, al.severity, ${statusSql} as status,
  al.started_at, al.ended_at, al.event_count, al.description, al.monitoring_tool, al.service, al.hosts, al.environment, al.runbook, al.details,
  al.incident_id, i.created_at, i.updated_at`

/** An alert by its id; null when it is not there, or not for the actor. */
export const alertNode = batch<number, AlertNode | null>(async (ctx, ids) => {
  const { rows } = await sql<AlertNode>`
    select ${alertColumns} from ${alertTables}
    where al.id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'alert' })}`.execute(
    ctx.db,
  )
  return byId(rows)
})

/** The first alert of an incident. */
export const alertOfIncident = batch<number, AlertNode | null>(async (ctx, ids) => {
  const { rows } = await sql<AlertNode>`
    select distinct on (al.incident_id) ${alertColumns} from ${alertTables}
    where al.incident_id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'alert' })}
    order by al.incident_id, al.id`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.incidentId, row]))
  return id => found.get(id) ?? null
})

export const Alert = builder.objectRef<AlertNode>('AlertManagementAlert')
