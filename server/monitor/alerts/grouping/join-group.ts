import { sql } from 'kysely'
import {
  type AlertSeverity,
  type AlertStatus,
  alertLimits,
  alertSeverities,
} from '#contract/monitor/alerts/alert-limits.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { escalateIncident } from '../change/one-escalation.ts'
import { type AlertGroup, floodGroup } from './group-of.ts'

/** The alert that leads a group which is not over. */
export interface Lead {
  readonly id: number
  /** Its open incident. */
  readonly incidentId: number | null
  /** The status with which an alert of the group begins. */
  readonly status: AlertStatus
  /** The severity of the incident, or of this alert where there is none. */
  readonly severity: AlertSeverity
}

/** Whether an alert is more severe than all of its group so far. */
export const isWorse = (severity: AlertSeverity, lead: Lead): boolean =>
  !['INFO', 'UNKNOWN'].includes(severity) && alertSeverities.indexOf(severity) < alertSeverities.indexOf(lead.severity)

/**
 * Lock the group of a new alert, and look for the alert that leads it. Of an alert that no rule groups, or that begins a group
 * while many others do, this is the group of the flood.
 *
 * @param alertId  of an alert that is there already
 * @returns the group, null if the alert is in none; and its lead, null if the alert begins it
 */
export async function findGroup(
  ctx: Context,
  projectId: number,
  group: AlertGroup | null,
  alertId = 0,
): Promise<{ readonly group: AlertGroup | null; readonly lead: Lead | null }> {
  const lead = group === null ? null : await lockLead(ctx, projectId, group, alertId)
  if (lead !== null || !(await isFlood(ctx, projectId))) return { group, lead }
  return { group: floodGroup, lead: await lockLead(ctx, projectId, floodGroup, alertId) }
}

async function lockLead(
  ctx: Context,
  projectId: number,
  { key, minutes }: AlertGroup,
  alertId: number,
): Promise<Lead | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert group ${projectId} ${key.toString('hex')}`}, 0))`.execute(
    ctx.db,
  )
  const latest = sql`latest as (
      select coalesce(group_lead_id, id) as id, last_event_at from alerts
      where namespace_id = ${projectId} and group_key = ${key} and not is_silenced and alerts.id <> ${alertId} order by alerts.id desc limit 1
    )`
  // The incident of the group may be closing, or the alert that leads it may be resolved now: the alert joins before that, or not at all.
  await sql`with ${latest} select 1 from issuables i
    where i.id = (select coalesce(l.incident_id, l.id) from latest join alerts l on l.id = latest.id) for no key update`.execute(
    ctx.db,
  )
  const { rows } = await sql<Lead & { readonly isOver: boolean }>`
    with ${latest}
    select l.id, case when inc.state = 'opened' then inc.id end as incident_id,
      case when coalesce(inc.escalation_status, i.escalation_status) = 'ACKNOWLEDGED' then 'ACKNOWLEDGED' else 'TRIGGERED' end as status,
      case when inc.id is null then l.severity else coalesce(inc.severity, 'UNKNOWN') end as severity,
      latest.last_event_at < ${ctx.now}::timestamptz - make_interval(mins => ${minutes})
        or (case when l.incident_id is null then not l.is_open else inc.state <> 'opened' end) as is_over
    from latest join alerts l on l.id = latest.id join issuables i on i.id = l.id left join issuables inc on inc.id = l.incident_id`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) return null
  const { isOver, ...lead } = row
  return isOver ? null : lead
}

/** Whether so many groups began in the last minutes that a further one would page for the same fault. */
async function isFlood(ctx: Context, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ isFlood: boolean }>`
    select i.created_at > ${ctx.now}::timestamptz - make_interval(mins => ${floodGroup.minutes}) as is_flood
    from (select id from alerts where namespace_id = ${projectId} and group_lead_id is null
      order by id desc offset ${alertLimits.groupsBeforeFlood - 1} limit 1) al join issuables i on i.id = al.id`.execute(
    ctx.db,
  )
  return rows[0]?.isFlood ?? false
}

/** A further alert of a group that is worse than the others: its incident gets its severity, and pages again. */
export async function raiseGroup(ctx: Context, { incidentId }: Lead, severity: AlertSeverity): Promise<void> {
  if (incidentId === null || severity === 'INFO') return
  const incident = await loadIfAllowed(ctx, 'issuable:set-metadata', issueById, { issueId: incidentId })
  if (incident === null) return
  await changeIssuable(ctx, incident, { severity })
  await escalateIncident(ctx, incidentId, {
    from: ['ACKNOWLEDGED', 'RESOLVED'],
    because: 'because a more severe alert of its group was triggered',
  })
}

/** A further alert of a group whose incident was resolved: it is not over. */
export async function reopenGroup(ctx: Context, { incidentId }: Lead): Promise<void> {
  if (incidentId !== null)
    await escalateIncident(ctx, incidentId, {
      from: ['RESOLVED'],
      because: 'because one more alert of its group was triggered',
    })
}

/** Let another open alert of a group lead it and page, once its lead is over and no incident pages for them. */
export async function handOverGroup(ctx: Context, leadId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with next as (
      select min(m.id) as id, l.id as lead_id from alerts l join alerts m on m.group_lead_id = l.id
      where l.id = ${leadId} and l.incident_id is null and m.is_open group by l.id
    )
    update alerts a set group_lead_id = nullif(next.id, a.id) from next where a.group_lead_id = next.lead_id and a.is_open
    returning next.id`.execute(ctx.db)
  const [next] = rows
  if (next !== undefined) await startEscalation(ctx, next.id)
}
