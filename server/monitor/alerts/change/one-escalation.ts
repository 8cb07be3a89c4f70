import { sql } from 'kysely'
import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import type { Context } from '#server/context.ts'
import { handOverEscalation } from '#server/plan/escalations/paging.ts'
import { setStatus } from '#server/plan/issuables/changes/set-status.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { AlertRow } from '../find.ts'

type StatusChange = Parameters<typeof setStatus>[2]
type IncidentStatus = StatusChange['to']

/** The status of an incident whose only alert has a status. */
export const incidentStatuses: Readonly<Record<AlertStatus, IncidentStatus>> = {
  TRIGGERED: 'TRIGGERED',
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  RESOLVED: 'RESOLVED',
  IGNORED: 'RESOLVED',
}

type OpenIncident = Parameters<typeof setStatus>[1] & {
  readonly hasPolicy: boolean
}

/** Lock an incident. @returns null for one that is closed, or is an issue now */
export const lockedIncident = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly (OpenIncident | null)[]> => {
    const { rows } = await sql<OpenIncident>`
      select i.id, i.iid, i.type, i.namespace_id, n.ancestor_ids, i.escalation_policy_id is not null as has_policy
      from issuables i join namespaces n on n.id = i.namespace_id
      where i.id = any (${[...ids]}::bigint[]) and i.type = 'incident' and i.state = 'opened'
      order by i.id for no key update of i`.execute(ctx.db)
    const byId = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => byId.get(id) ?? null)
  },
  id => id,
)

/** Acknowledge or resolve an open incident after one of its alerts: acknowledging one is enough, resolved must be all of them. */
export async function followAlert(
  ctx: Context,
  incidentId: number,
  to: Exclude<AlertStatus, 'TRIGGERED'>,
): Promise<void> {
  const incident = await lockedIncident(ctx, incidentId)
  if (incident === null) return
  if (to === 'ACKNOWLEDGED')
    await setStatus(ctx, incident, { from: ['TRIGGERED'], to, because: 'by acknowledging one of its alerts' })
  else if (!(await hasOpenAlerts(ctx, incidentId)))
    await setStatus(ctx, incident, {
      from: ['TRIGGERED', 'ACKNOWLEDGED'],
      to: incidentStatuses[to],
      because: 'because all its alerts are over',
    })
}

export const hasOpenAlerts = batchDistinct(
  async (ctx: Context, incidentIds: readonly number[]): Promise<readonly boolean[]> => {
    const { rows } = await sql<{ id: number }>`
      select distinct incident_id as id from alerts where incident_id = any (${[...incidentIds]}::bigint[]) and is_open`.execute(
      ctx.db,
    )
    const open = new Set(rows.map(row => row.id))
    return incidentIds.map(id => open.has(id))
  },
  id => id,
)

/** Set the status of an open incident that was created from an alert. */
export async function setIncidentStatus(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const incident = await lockedIncident(ctx, id)
  if (incident !== null) await setStatus(ctx, incident, change)
}

/** An alert and its incident page once: the incident does, if it is open. */
export async function joinEscalations(ctx: Context, alert: AlertRow, incidentId: number): Promise<void> {
  if ((await lockedIncident(ctx, incidentId)) !== null)
    await handOverEscalation(ctx, { from: alert.id, to: incidentId })
}

/**
 * Trigger an open incident again, because of one of its alerts.
 *
 * @returns whether the incident pages: it is open and has a policy
 */
export async function escalateIncident(
  ctx: Context,
  incidentId: number,
  change: Omit<StatusChange, 'to'>,
): Promise<boolean> {
  const incident = await lockedIncident(ctx, incidentId)
  if (incident?.hasPolicy !== true) return false
  await setStatus(ctx, incident, { ...change, to: 'TRIGGERED' })
  return true
}
