import { sql } from 'kysely'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { batch, concurrently } from '#server/platform/sql/concurrently.ts'
import { later, on } from '#server/slice.ts'
import { createIncident } from './change/incident.ts'
import { followAlert, hasOpenAlerts, lockedIncident } from './change/one-escalation.ts'
import { followStatus } from './change/set-status.ts'
import type { FollowedIncident } from './events.ts'
import { type AlertRow, alertById, alertOf } from './find.ts'
import { handOverGroup } from './grouping/join-group.ts'

/** Incidents follow from alerts, and the status of alerts from their incidents. @source product-rules.md 15 */
export const alertFollowers = [
  on(
    'alert.created',
    (ctx, { payload: { alertId }, namespaceId }) => openIncident(ctx, alertId, namespaceId),
    ({ alarms }) => alarms,
  ),
  on('alert.unsilenced', (ctx, { payload: { alertId }, namespaceId }) => openIncident(ctx, alertId, namespaceId)),
  on(
    'alert.status_changed',
    async (ctx, { payload: { alertId }, namespaceId }) => {
      const alert = await alertOf(ctx, alertId)
      if (alert === null || alert.incidentId === null) return
      // A further alert may be joining it.
      if ((await lockedIncident(ctx, alert.incidentId)) === null) return
      if (!(await settingsOf(ctx, namespaceId)).closesIncidents || (await hasOpenAlerts(ctx, alert.incidentId))) return
      const incident = await loadIfAllowed(ctx, 'issuable:close', issueById, { issueId: alert.incidentId })
      if (incident !== null) await closeIssue(ctx, incident)
    },
    ({ isRecovery }) => isRecovery === true,
  ),
  // An incident and its alerts are acknowledged together, and are over together.
  on('alert.status_changed', async (ctx, { payload: { alertId, to } }) => {
    const alert = await alertOf(ctx, alertId)
    if (alert === null || to === 'TRIGGERED') return
    if (alert.incidentId !== null) await followAlert(ctx, alert.incidentId, to)
    else if (to === 'ACKNOWLEDGED') await acknowledgeGroup(ctx, alert)
    else await handOverGroup(ctx, alert.id)
  }),
  on(
    'issuable.changed',
    async (ctx, { payload: { issuableId, changes } }) => {
      const to = followed.get(statusIn(changes) ?? '')
      if (to !== undefined) await followIncident(ctx, { incidentId: issuableId, ...to })
    },
    ({ changes }) => statusIn(changes) !== undefined,
  ),
  on('issue.closed', (ctx, { payload: { issueId } }) =>
    followIncident(ctx, { incidentId: issueId, to: 'RESOLVED', verb: 'closing' }),
  ),
  // Alerts page by the only policy of a project. They go on to do so when there is another one.
  on('escalation_policy.created', async (ctx, { payload: { policyId }, namespaceId }) => {
    await sql`insert into alert_settings (id, escalation_policy_id)
      select namespace_id, min(id) from escalation_policies where namespace_id = ${namespaceId} and id <> ${policyId}
      group by namespace_id having count(*) = 1
      on conflict (id) do update set escalation_policy_id = coalesce(alert_settings.escalation_policy_id, excluded.escalation_policy_id)`.execute(
      ctx.db,
    )
  }),
  later('alert.more_follow', (ctx, { payload }) => transact(ctx, inner => followIncident(inner, payload))),
]

/** The alerts of an incident that follow it at once. A flood has thousands: the others do so after the commit. */
const atOnce = 100

/** Let the open alerts of an incident have the status that it was given. */
async function followIncident(ctx: Context, following: FollowedIncident): Promise<void> {
  const { incidentId, to, verb } = following
  const found = await openAlerts(ctx, { incidentId, onlyTriggered: to === 'ACKNOWLEDGED' })
  if (found === null) return
  const { iid, namespaceId, isOpen, alertIds } = found
  // The alerts of an incident that is closed follow its closing.
  if (!isOpen && verb !== 'closing') return
  await concurrently(ctx.db, alertIds.slice(0, atOnce), async id => {
    const alert = await alertOf(ctx, id)
    if (alert !== null) await followStatus(ctx, alert, to, `by ${verb} incident #${iid}`)
  })
  if (alertIds.length > atOnce) await ctx.events.record('alert.more_follow', following, { namespaceId, topics: [] })
}

/** Create the incident of an alert, where its project wants one. */
async function openIncident(ctx: Context, alertId: number, projectId: number): Promise<void> {
  const settings = await settingsOf(ctx, projectId)
  if (!settings.createsIncidents) return
  // An alert is taken in also where issues have been disabled since.
  if ((await loadIfAllowed(ctx, 'project:create-incident', projectByRef, { id: projectId })) === null) return
  await createIncident(ctx, await load(ctx, 'issuable:escalate', alertById, { id: alertId }))
}

/** The alerts of a group without an incident are acknowledged with the one that pages for them. */
async function acknowledgeGroup(ctx: Context, lead: AlertRow): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select al.id from alerts al join issuables i on i.id = al.id
    where al.group_lead_id = ${lead.id} and al.is_open and coalesce(i.escalation_status, 'TRIGGERED') = 'TRIGGERED' order by al.id`.execute(
    ctx.db,
  )
  await concurrently(ctx.db, rows, async ({ id }) => {
    const alert = await alertOf(ctx, id)
    if (alert !== null) await followStatus(ctx, alert, 'ACKNOWLEDGED', `by acknowledging alert ^alert#${lead.iid}`)
  })
}

/** The statuses of alerts that follow the status of their incident, or its closing. */
const followed: ReadonlyMap<unknown, Omit<FollowedIncident, 'incidentId'>> = new Map([
  ['ACKNOWLEDGED', { to: 'ACKNOWLEDGED', verb: 'acknowledging' }],
  ['RESOLVED', { to: 'RESOLVED', verb: 'resolving' }],
  ['IGNORED', { to: 'IGNORED', verb: 'ignoring' }],
])

const statusIn = (changes: readonly AttributeChange[]): unknown =>
  changes.find(({ attribute }) => attribute === 'escalationStatus')?.to

async function settingsOf(ctx: Context, projectId: number) {
  const { rows } = await sql<{ createsIncidents: boolean; closesIncidents: boolean }>`
    select creates_incidents, closes_incidents from alert_settings where id = ${projectId}`.execute(ctx.db)
  return rows[0] ?? { createsIncidents: false, closesIncidents: false }
}

interface AskedAlerts {
  readonly incidentId: number
  /** Leaves out those that somebody has acknowledged. */
  readonly onlyTriggered: boolean
}

interface OpenAlerts {
  readonly iid: number
  readonly namespaceId: number
  readonly isOpen: boolean
  /** One more than follow at once, if there are more. */
  readonly alertIds: readonly number[]
}

/** The open alerts of an incident, the first ones; null if it has been deleted. */
const openAlerts = batch(
  async (ctx: Context, asked: readonly AskedAlerts[]): Promise<readonly (OpenAlerts | null)[]> => {
    const given = asked.map(({ incidentId, onlyTriggered }) => ({ id: incidentId, only_triggered: onlyTriggered }))
    const { rows } = await sql<OpenAlerts & { readonly isThere: boolean }>`
    select i.id is not null as is_there, i.iid, i.namespace_id, i.state = 'opened' as is_open, array(
      select al.id from alerts al join issuables ai on ai.id = al.id
      where al.incident_id = i.id and al.is_open and (not g.only_triggered or coalesce(ai.escalation_status, 'TRIGGERED') = 'TRIGGERED')
      order by al.id limit ${atOnce + 1}) as alert_ids
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (id bigint, only_triggered boolean)) with ordinality
      as g(id, only_triggered, place) left join issuables i on i.id = g.id order by g.place`.execute(ctx.db)
    return rows.map(row => (row.isThere ? row : null))
  },
)
