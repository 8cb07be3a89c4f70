import { sql } from 'kysely'
import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { batch, concurrently } from '#server/platform/sql/concurrently.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { on } from '#server/slice.ts'
import { createIncident } from './change/incident.ts'
import { followAlert, hasOpenAlerts } from './change/one-escalation.ts'
import { followStatus } from './change/set-status.ts'
import { type AlertRow, alertById, alertOf } from './find.ts'
import { handOverGroup } from './grouping/join-group.ts'

const al = columnsOf('alerts', 'al')
const i = columnsOf('issuables', 'i')

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
      if (to === undefined) return
      await concurrently(ctx.db, await openAlerts(ctx, issuableId), async ({ id, iid, isIncidentOpen }) => {
        const alert = isIncidentOpen ? await alertOf(ctx, id) : null
        if (alert !== null) await followStatus(ctx, alert, to.status, `by ${to.verb} incident #${iid}`)
      })
    },
    ({ changes }) => statusIn(changes) !== undefined,
  ),
  on('issue.closed', async (ctx, { payload: { issueId } }) => {
    await concurrently(ctx.db, await openAlerts(ctx, issueId), async ({ id, iid }) => {
      const alert = await alertOf(ctx, id)
      if (alert !== null) await followStatus(ctx, alert, 'RESOLVED', `by closing incident #${iid}`)
    })
  }),
]

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
const followed: ReadonlyMap<unknown, { readonly status: AlertStatus; readonly verb: string }> = new Map([
  ['ACKNOWLEDGED', { status: 'ACKNOWLEDGED', verb: 'acknowledging' }],
  ['RESOLVED', { status: 'RESOLVED', verb: 'resolving' }],
  ['IGNORED', { status: 'IGNORED', verb: 'ignoring' }],
])

const statusIn = (changes: readonly AttributeChange[]): unknown =>
  changes.find(({ attribute }) => attribute === 'escalationStatus')?.to

async function settingsOf(ctx: Context, projectId: number) {
  const { rows } = await sql<{ createsIncidents: boolean; closesIncidents: boolean }>`
    select creates_incidents, closes_incidents from alert_settings where id = ${projectId}`.execute(ctx.db)
  return rows[0] ?? { createsIncidents: false, closesIncidents: false }
}

interface OpenAlert {
  readonly id: number
  /** The iid of the incident. */
  readonly iid: number
  readonly isIncidentOpen: boolean
}

/** The open alerts of an incident. */
const openAlerts = batch(
  async (ctx: Context, incidentIds: readonly number[]): Promise<readonly (readonly OpenAlert[])[]> => {
    const { rows } = await sql<{ alerts: readonly OpenAlert[] }>`
      select coalesce((select json_agg(${object({
        ...al.fields('id'),
        ...i.fields('iid'),
        isIncidentOpen: sql`i.state = 'opened'`,
      })} order by al.id)
        from alerts al join issuables i on i.id = al.incident_id where al.incident_id = asked.id and al.is_open), '[]') as alerts
      from unnest(${[...incidentIds]}::bigint[]) with ordinality asked(id, place) order by asked.place`.execute(ctx.db)
    return rows.map(row => row.alerts)
  },
)
