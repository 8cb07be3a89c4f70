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
import { groupOf } from '../grouping/group-of.ts'
import { findGroup, isWorse, type Lead, raiseGroup, reopenGroup } from '../grouping/join-group.ts'
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
  /** The maintenance window that silences the alert. */
  readonly windowId: number | null
}

/**
 * Open an alert, and page whom its project's policy names, unless another alert of its group pages already or a maintenance window
 * silences it. Its texts are shown as they are: nothing in them is Markdown.
 */
export async function createAlert(ctx: Context, project: ReceivingProject, alert: ReceivedAlert): Promise<NamedAlert> {
  const { policy, groupingRules, windowId } = await receptionOf(ctx, project.id, alert.service)
  const isSilenced = windowId !== null
  const own = groupOf(groupingRules, alert)
  const found = isSilenced ? { group: own, lead: null } : await findGroup(ctx, project.id, own)
  const { group } = found
  const worse = found.lead !== null && isWorse(alert.severity, found.lead)
  // An alert that is worse than those before it pages again: by the incident of its group, or else by itself.
  const lead = worse && found.lead?.incidentId === null ? null : found.lead
  const { id, iid } = await insertIssuable(ctx, project.id, 'alert', {
    values: {
      ...blank,
      title: alert.title,
      type: 'alert',
      escalationPolicy: policy,
      ...(lead !== null && { escalationStatus: worse ? 'TRIGGERED' : lead.status }),
    },
    iid: null,
    title_html: escapeHtml(alert.title),
    description_html: '',
    markdown_version: markdownVersion,
    author_id: userIdOrZero(ctx),
    task_count: 0,
    task_completed_count: 0,
    created_at: ctx.now,
  })
  await sql`
    insert into alerts (id, namespace_id, severity, started_at, description, monitoring_tool, service, hosts, environment, runbook,
      details, details_left_out, fingerprint, episode_started_at, last_event_at, search, group_key, grouped_by, group_lead_id,
      incident_id, maintenance_window_id, is_silenced, integration_id)
    values (${id}, ${project.id}, ${alert.severity}, ${alert.startedAt}::timestamptz, ${alert.description}, ${alert.monitoringTool},
      ${alert.service}, ${[...alert.hosts]}::text[], ${alert.environment}, ${alert.runbook}, ${JSON.stringify(alert.details)}::jsonb,
      ${alert.detailsLeftOut}, ${alert.fingerprint}, ${episodeStart(alert)}::timestamptz, ${ctx.now}::timestamptz,
      alert_words(${[alert.title, alert.description, alert.monitoringTool, alert.service].join(' ')}), ${group?.key ?? null}::bytea,
      ${group?.name ?? ''}, ${lead?.id ?? null}::bigint, ${lead?.incidentId ?? null}::bigint, ${windowId}::bigint, ${isSilenced},
      (select id from alert_integrations where id = ${project.integrationId}::bigint))`.execute(ctx.db)
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

/** The list, and the page of the incident that it joins. */
const topicsOfNew = ({ id, ancestorIds }: ReceivingProject, lead: Lead | null): readonly string[] => [
  ...listTopics('alert', id, ancestorIds),
  ...(lead === null || lead.incidentId === null ? [] : [issueTopic(lead.incidentId)]),
]

/** The start of the episode of an event by the clock of its monitoring tool; null where it gives none. */
export const episodeStart = ({ namesStart, startedAt }: ReceivedAlert): string | null => (namesStart ? startedAt : null)

async function receptionOf(ctx: Context, projectId: number, service: string): Promise<Reception> {
  const { rows } = await sql<Reception>`
    select coalesce(s.grouping_rules, ${JSON.stringify(defaultGroupingRules)}::jsonb) as grouping_rules,
      (select case when count(*) = 1 or min(ep.id) filter (where ep.id = s.escalation_policy_id) is not null
          then (array_agg(json_build_object('id', ep.id, 'title', ep.name) order by ep.id = s.escalation_policy_id desc nulls last))[1] end
        from escalation_policies ep where ep.namespace_id = n.id) as policy,
      ${currentWindow(sql`n.id`, sql`${service}::text`, ctx.now)} as window_id
    from namespaces n left join alert_settings s on s.id = n.id where n.id = ${projectId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('an alert for a project that no longer exists')
  return row
}
