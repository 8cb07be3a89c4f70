import { sql } from 'kysely'
import { codeBlock, codeSpan } from '#contract/discuss/markdown-code.ts'
import { issueTopic } from '#contract/live-topics.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import { type AlertRow, alertTopics } from '../find.ts'
import { incidentStatuses, joinEscalations, setIncidentStatus } from './one-escalation.ts'

/**
 * Create an incident from an alert, with a link from each to the other.
 *
 * @throws Conflict  the alert has an incident
 * @throws Forbidden  the actor may not create incidents in the project
 */
export async function createIncident(
  ctx: Context,
  alert: Allowed<'issuable:escalate', AlertRow>,
): Promise<{ readonly id: number; readonly iid: number }> {
  const texts = await lockTexts(ctx, alert.id)
  if (texts.incidentId !== null) throw new Conflict('An incident already exists for this alert')
  const project = await load(ctx, 'project:create-issue', projectByRef, { id: alert.namespaceId })
  const incident = await createIssue(
    ctx,
    project,
    {
      title: alert.title,
      description: descriptionOf(alert, texts),
      type: 'incident',
      // Incidents have no such severity.
      severity: alert.severity === 'INFO' ? 'UNKNOWN' : alert.severity,
    },
    { isFromOutside: true },
  )
  await linkIncident(ctx, alert, incident)
  const to = incidentStatuses[alert.status]
  if (to !== 'TRIGGERED')
    await setIncidentStatus(ctx, incident.id, { from: ['TRIGGERED'], to, because: 'because the alert has this status' })
  return incident
}

/**
 * Link an alert to an incident of its project.
 *
 * @throws Conflict  the alert is linked to another one
 */
export async function linkIncident(
  ctx: Context,
  alert: AlertRow,
  incident: { readonly id: number; readonly iid: number },
): Promise<void> {
  const { numAffectedRows } =
    await sql`update alerts set incident_id = ${incident.id} where id = ${alert.id} and incident_id is null`.execute(
      ctx.db,
    )
  if (numAffectedRows === 0n) throw new Conflict(`Alert ^alert#${alert.iid} is linked to another incident`)
  // The alerts that it pages for come along.
  await sql`update alerts set incident_id = ${incident.id} where group_lead_id = ${alert.id} and incident_id is null`.execute(
    ctx.db,
  )
  await joinEscalations(ctx, alert, incident.id)
  const namespace = textNamespaceOf(alert)
  // Each history shows the other to its readers only.
  await writeSystemNotes(ctx, alert.id, namespace, [
    { action: 'alert_issue_added', text: `linked incident #${incident.iid}`, details: { sourceId: incident.id } },
  ])
  await writeSystemNotes(ctx, incident.id, namespace, [
    { action: 'alert_issue_added', text: `linked alert ^alert#${alert.iid}`, details: { sourceId: alert.id } },
  ])
  await recordLink(ctx, alert, incident.id, incident.id)
}

/** Remove the link of an alert to its incident. */
export async function unlinkIncident(
  ctx: Context,
  alert: AlertRow,
  incident: { readonly id: number; readonly iid: number },
) {
  await sql`update alerts set incident_id = null where id = ${alert.id}`.execute(ctx.db)
  const namespace = textNamespaceOf(alert)
  await writeSystemNotes(ctx, alert.id, namespace, [
    {
      action: 'alert_issue_removed',
      text: `removed the link to incident #${incident.iid}`,
      details: { sourceId: incident.id },
    },
  ])
  await writeSystemNotes(ctx, incident.id, namespace, [
    {
      action: 'alert_issue_removed',
      text: `removed the link to alert ^alert#${alert.iid}`,
      details: { sourceId: alert.id },
    },
  ])
  await recordLink(ctx, alert, null, incident.id)
}

const recordLink = (ctx: Context, alert: AlertRow, incidentId: number | null, pageId: number) =>
  ctx.events.record(
    'alert.incident_changed',
    { alertId: alert.id, incidentId },
    { namespaceId: alert.namespaceId, topics: [...alertTopics(alert), issueTopic(pageId)] },
  )

interface Texts {
  readonly incidentId: number | null
  readonly startedAt: string
  readonly description: string
  readonly monitoringTool: string
  readonly service: string
  readonly hosts: readonly string[]
}

async function lockTexts(ctx: Context, id: number): Promise<Texts> {
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<Texts>`
    select incident_id, started_at, description, monitoring_tool, service, hosts from alerts where id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new Error('an alert without its row')
  return found
}

/** Texts of the monitoring tool are written as code, so that they mention no one and run no quick actions. */
function descriptionOf(alert: AlertRow, texts: Texts): string {
  const lines = [
    ['Start time', texts.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Severity', severityLabels[alert.severity]],
    ['Service', texts.service],
    ['Monitoring tool', texts.monitoringTool],
    ['Hosts', texts.hosts.join(', ')],
  ]
  const table = lines.filter(([, text]) => text !== '').map(([name, text = '']) => `- **${name}:** ${codeSpan(text)}`)
  return [table.join('\n'), ...(texts.description === '' ? [] : [codeBlock(texts.description)])].join('\n\n')
}
