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
  /** Its incident was resolved, and is still open. */
  readonly isResolved: boolean
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

/** The same for alerts of many groups, in as many statements as for one. */
export async function findGroups<Item>(
  ctx: Context,
  projectId: number,
  items: readonly Item[],
  groupOf: (item: Item) => AlertGroup | null,
): Promise<ReadonlyMap<Item, { readonly group: AlertGroup; readonly lead: Lead }>> {
  const groups = new Map(items.flatMap(item => groupOf(item) ?? []).map(group => [group.key.toString('hex'), group]))
  const leads = await lockLeads(ctx, projectId, [...groups.values()], 0)
  const leadOf = (group: AlertGroup | null) => (group === null ? undefined : leads.get(group.key.toString('hex')))
  const isBeginning = items.some(item => leadOf(groupOf(item)) === undefined)
  const flood = isBeginning && (await isFlood(ctx, projectId)) ? await lockLead(ctx, projectId, floodGroup, 0) : null
  return new Map(
    items.flatMap(item => {
      const group = groupOf(item)
      const lead = leadOf(group)
      if (group !== null && lead !== undefined) return [[item, { group, lead }]]
      return flood === null ? [] : [[item, { group: floodGroup, lead: flood }]]
    }),
  )
}

const lockLead = async (ctx: Context, projectId: number, group: AlertGroup, alertId: number): Promise<Lead | null> =>
  (await lockLeads(ctx, projectId, [group], alertId)).get(group.key.toString('hex')) ?? null

/** @returns the leads of the groups that are not over, by the keys of the groups in hexadecimal digits */
async function lockLeads(
  ctx: Context,
  projectId: number,
  groups: readonly AlertGroup[],
  alertId: number,
): Promise<ReadonlyMap<string, Lead>> {
  if (groups.length === 0) return new Map()
  // In one order, so that two payloads wait for each other.
  const given = groups
    .map(({ key, minutes }) => ({ key: key.toString('hex'), minutes }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const asked = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(key text, minutes integer)`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert group ${projectId} `} || l.key, 0))
    from (select key from ${asked} order by key) l`.execute(ctx.db)
  const latest = sql`latest as (
      select g.key, g.minutes, coalesce(x.group_lead_id, x.id) as id, x.last_event_at from ${asked} cross join lateral (
        select a.id, a.group_lead_id, a.last_event_at from alerts a where a.namespace_id = ${projectId} and a.group_key = decode(g.key, 'hex')
          and not a.is_silenced and a.id <> ${alertId} order by a.id desc limit 1) x
    )`
  // The incident of the group may be closing, or the alert that leads it may be resolved now: the alert joins before that, or not at all.
  await sql`with ${latest} select 1 from issuables i
    where i.id in (select coalesce(l.incident_id, l.id) from latest join alerts l on l.id = latest.id) order by i.id for no key update`.execute(
    ctx.db,
  )
  const { rows } = await sql<Lead & { readonly key: string }>`
    with ${latest}
    select latest.key, l.id, case when inc.state = 'opened' then inc.id end as incident_id,
      case when coalesce(inc.escalation_status, i.escalation_status) = 'ACKNOWLEDGED' then 'ACKNOWLEDGED' else 'TRIGGERED' end as status,
      coalesce(inc.escalation_status = 'RESOLVED', false) as is_resolved,
      case when inc.id is null then l.severity else coalesce(inc.severity, 'UNKNOWN') end as severity
    from latest join alerts l on l.id = latest.id join issuables i on i.id = l.id left join issuables inc on inc.id = l.incident_id
    where not (latest.last_event_at < ${ctx.now}::timestamptz - make_interval(mins => latest.minutes)
      or (case when l.incident_id is null then not l.is_open else inc.state <> 'opened' end))`.execute(ctx.db)
  return new Map(rows.map(({ key, ...lead }) => [key, lead]))
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
export async function reopenGroup(ctx: Context, { incidentId, isResolved }: Lead): Promise<void> {
  if (incidentId !== null && isResolved)
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
