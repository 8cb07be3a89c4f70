import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import { defaultGroupingRules, type GroupingRule } from '#contract/monitor/alerts/grouping-rules.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { listTopics } from '#server/discuss/noteables/live-topics.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { blank } from '#server/plan/issuables/all-attributes.ts'
import { insertIssuable } from '#server/plan/issuables/changes/insert.ts'
import { markdownVersion } from '#server/platform/markdown/markdown.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { type AlertGroup, groupOf } from '../grouping/group-of.ts'
import { findGroup, findGroups, isWorse, type Lead, raiseGroup, reopenGroup } from '../grouping/join-group.ts'
import { currentWindow } from '../maintenance/current-window.ts'
import type { ReceivingProject } from './admit.ts'
import type { ReceivedAlert } from './payload.ts'

export interface NamedAlert {
  readonly iid: number
  readonly title: string
}

/** How the project of an alert takes it in. */
interface Reception {
  /** The policy by which alerts page: the one that was chosen, or the only one of the project. */
  readonly policy: { readonly id: number; readonly title: string } | null
  readonly groupingRules: readonly GroupingRule[]
  /** The maintenance windows that silence alerts, by the services of these. */
  readonly windows: ReadonlyMap<string, number>
}

/**
 * Open an alert, and page whom its project's policy names, unless another alert of its group pages already or a maintenance window
 * silences it. Its texts are shown as they are: nothing in them is Markdown.
 */
export async function createAlert(ctx: Context, project: ReceivingProject, alert: ReceivedAlert): Promise<NamedAlert> {
  const { policy, groupingRules, windows } = await receptionOf(ctx, project.id, [alert.service])
  const windowId = windows.get(alert.service) ?? null
  const isSilenced = windowId !== null
  const own = groupOf(groupingRules, alert)
  const found = isSilenced ? { group: own, lead: null } : await findGroup(ctx, project.id, own)
  const { group } = found
  const worse = found.lead !== null && isWorse(alert.severity, found.lead)
  // An alert that is worse than those before it pages again: by the incident of its group, or else by itself.
  const lead = worse && found.lead?.incidentId === null ? null : found.lead
  const status = lead === null ? null : worse ? 'TRIGGERED' : lead.status
  const { id, iid } = await insertItem(ctx, project, alert, { policy, status })
  await insertAlerts(ctx, project, [{ id, alert, group, lead, windowId }])
  // The escalation starts before the followers run: an incident takes it over.
  if (lead !== null) await (worse ? raiseGroup(ctx, lead, alert.severity) : reopenGroup(ctx, lead))
  else if (!isSilenced) await startEscalation(ctx, id)
  await ctx.events.record(
    'alert.created',
    { alertId: id, alarms: lead === null && !isSilenced },
    { namespaceId: project.id, topics: topicsOfNew(project, lead) },
  )
  return { iid, title: alert.title }
}

/**
 * Open alerts that page nobody by themselves, in as many statements as one: those that join the group of an alert which is there already, and
 * those that a maintenance window silences. Alerts that begin a group, are more severe than it, or may be open already are left out.
 */
export async function openTogether(
  ctx: Context,
  project: ReceivingProject,
  alerts: readonly ReceivedAlert[],
): Promise<readonly (readonly [ReceivedAlert, NamedAlert])[]> {
  if (alerts.length === 0) return []
  const services = [...new Set(alerts.map(({ service }) => service))]
  const { policy, groupingRules, windows } = await receptionOf(ctx, project.id, services)
  const fresh = await lockedFresh(ctx, project.id, alerts)
  const alarming = fresh.filter(({ service }) => !windows.has(service))
  const found = await findGroups(ctx, project.id, alarming, alert => groupOf(groupingRules, alert))
  const opened = fresh.flatMap((alert): readonly OpenedAlert[] => {
    const windowId = windows.get(alert.service)
    if (windowId !== undefined) return [{ alert, group: groupOf(groupingRules, alert), lead: null, windowId }]
    const joined = found.get(alert)
    return joined === undefined || isWorse(alert.severity, joined.lead) ? [] : [{ alert, ...joined, windowId: null }]
  })
  if (opened.length === 0) return []
  const made = await concurrently(ctx.db, opened, async each => ({
    ...each,
    ...(await insertItem(ctx, project, each.alert, { policy, status: each.lead?.status ?? null })),
  }))
  await insertAlerts(ctx, project, made)
  const leads = new Map(opened.flatMap(({ lead }) => (lead === null ? [] : [[lead.id, lead]])))
  for (const lead of leads.values()) await reopenGroup(ctx, lead)
  for (const { id, lead } of made)
    await ctx.events.record(
      'alert.created',
      { alertId: id, alarms: false },
      { namespaceId: project.id, topics: topicsOfNew(project, lead) },
    )
  return made.map(({ alert, iid }) => [alert, { iid, title: alert.title }] as const)
}

/** Lock the fingerprints of alerts in their order, as each new alert does with its own. @returns those of which none is open, each once */
async function lockedFresh(
  ctx: Context,
  projectId: number,
  alerts: readonly ReceivedAlert[],
): Promise<readonly ReceivedAlert[]> {
  const byFingerprint = new Map(alerts.map(alert => [alert.fingerprint.toString('hex'), alert]))
  const fingerprints = [...byFingerprint.keys()].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(f.key, 0)) from
    (select ${fingerprintLock(projectId, '')} || g.f as key from unnest(${fingerprints}::text[]) with ordinality as g(f, place) order by g.place) f`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ fingerprint: string }>`
    select encode(fingerprint, 'hex') as fingerprint from alerts
    where namespace_id = ${projectId} and is_open
      and fingerprint = any (array(select decode(f, 'hex') from unnest(${fingerprints}::text[]) f))`.execute(ctx.db)
  for (const { fingerprint } of rows) byFingerprint.delete(fingerprint)
  return [...byFingerprint.values()]
}

/** The name of the lock under which an alert with a fingerprint is opened. @param fingerprint  in hexadecimal digits */
export const fingerprintLock = (projectId: number, fingerprint: string): string => `alert ${projectId} ${fingerprint}`

/** The item that an alert is, as other items are. */
const insertItem = (
  ctx: Context,
  { id: projectId }: ReceivingProject,
  { title }: ReceivedAlert,
  { policy, status }: Pick<Reception, 'policy'> & { readonly status: Lead['status'] | null },
) =>
  insertIssuable(ctx, projectId, 'alert', {
    values: {
      ...blank,
      title,
      type: 'alert',
      escalationPolicy: policy,
      ...(status !== null && { escalationStatus: status }),
    },
    iid: null,
    title_html: escapeHtml(title),
    description_html: '',
    markdown_version: markdownVersion,
    author_id: userIdOrZero(ctx),
    task_count: 0,
    task_completed_count: 0,
    created_at: ctx.now,
  })

interface OpenedAlert {
  readonly alert: ReceivedAlert
  readonly group: AlertGroup | null
  readonly lead: Lead | null
  readonly windowId: number | null
}

/** Insert the fields that the monitoring tool sent, in one statement for several alerts. */
async function insertAlerts(
  ctx: Context,
  project: ReceivingProject,
  items: readonly (OpenedAlert & { readonly id: number })[],
): Promise<void> {
  const given = items.map(({ id, alert, group, lead, windowId }) => ({
    id,
    severity: alert.severity,
    started_at: alert.startedAt,
    description: alert.description,
    monitoring_tool: alert.monitoringTool,
    service: alert.service,
    hosts: alert.hosts,
    environment: alert.environment,
    runbook: alert.runbook,
    details: alert.details,
    details_left_out: alert.detailsLeftOut,
    fingerprint: alert.fingerprint.toString('hex'),
    episode: episodeStart(alert),
    words: [alert.title, alert.description, alert.monitoringTool, alert.service].join(' '),
    group_key: group?.key.toString('hex') ?? null,
    grouped_by: group?.name ?? '',
    lead_id: lead?.id ?? null,
    incident_id: lead?.incidentId ?? null,
    window_id: windowId,
  }))
  await sql`
    insert into alerts (id, namespace_id, severity, started_at, description, monitoring_tool, service, hosts, environment, runbook,
      details, details_left_out, fingerprint, episode_started_at, last_event_at, search, group_key, grouped_by, group_lead_id,
      incident_id, maintenance_window_id, is_silenced, integration_id)
    select g.id, ${project.id}, g.severity, g.started_at, g.description, g.monitoring_tool, g.service,
      array(select h.text from jsonb_array_elements_text(g.hosts) with ordinality as h(text, place) order by h.place), g.environment, g.runbook,
      g.details, g.details_left_out, decode(g.fingerprint, 'hex'), g.episode, ${ctx.now}::timestamptz, alert_words(g.words),
      decode(g.group_key, 'hex'), g.grouped_by, g.lead_id, g.incident_id, g.window_id, g.window_id is not null, (select id from alert_integrations where id = ${project.integrationId}::bigint)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id bigint, severity text, started_at timestamptz, description text,
      monitoring_tool text, service text, hosts jsonb, environment text, runbook text, details jsonb, details_left_out integer,
      fingerprint text, episode timestamptz, words text, group_key text, grouped_by text, lead_id bigint, incident_id bigint, window_id bigint)
    order by g.id`.execute(ctx.db)
}

/** The list, and the page of the incident that it joins. */
const topicsOfNew = ({ id, ancestorIds }: ReceivingProject, lead: Lead | null): readonly string[] => [
  ...listTopics('alert', id, ancestorIds),
  ...(lead === null || lead.incidentId === null ? [] : [issueTopic(lead.incidentId)]),
]

/** The start of the episode of an event by the clock of its monitoring tool; null where it gives none. */
export const episodeStart = ({ namesStart, startedAt }: ReceivedAlert): string | null => (namesStart ? startedAt : null)

async function receptionOf(ctx: Context, projectId: number, services: readonly string[]): Promise<Reception> {
  const { rows } = await sql<Omit<Reception, 'windows'> & { readonly windows: readonly (readonly [string, number])[] }>`
    select coalesce(s.grouping_rules, ${JSON.stringify(defaultGroupingRules)}::jsonb) as grouping_rules,
      (select case when count(*) = 1 or min(ep.id) filter (where ep.id = s.escalation_policy_id) is not null
          then (array_agg(json_build_object('id', ep.id, 'title', ep.name) order by ep.id = s.escalation_policy_id desc nulls last))[1] end
        from escalation_policies ep where ep.namespace_id = n.id) as policy,
      (select coalesce(json_agg(json_build_array(w.service, w.id)), '[]') from (select g.service, ${currentWindow(sql`n.id`, sql`g.service`, ctx.now)} as id
        from unnest(${services}::text[]) as g(service)) w where w.id is not null) as windows
    from namespaces n left join alert_settings s on s.id = n.id where n.id = ${projectId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('an alert for a project that no longer exists')
  return { ...row, windows: new Map(row.windows) }
}
