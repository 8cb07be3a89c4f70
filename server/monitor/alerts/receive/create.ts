import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import { listTopics } from '#server/discuss/noteables/live-topics.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { blank } from '#server/plan/issuables/all-attributes.ts'
import { insertIssuable } from '#server/plan/issuables/changes/insert.ts'
import { markdownVersion } from '#server/platform/markdown/markdown.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { ReceivingProject } from './admit.ts'
import type { ReceivedAlert } from './payload.ts'

export interface NamedAlert {
  readonly iid: number
  readonly title: string
}

/** Open an alert, and page whom its project's policy names. Its texts are shown as they are: nothing in them is Markdown. */
export async function createAlert(ctx: Context, project: ReceivingProject, alert: ReceivedAlert): Promise<NamedAlert> {
  const policy = await policyOf(ctx, project.id)
  const { id, iid } = await insertIssuable(ctx, project.id, 'alert', {
    values: { ...blank, title: alert.title, type: 'alert', escalationPolicy: policy },
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
      details, details_left_out, fingerprint, episode_started_at, search)
    values (${id}, ${project.id}, ${alert.severity}, ${alert.startedAt}::timestamptz, ${alert.description}, ${alert.monitoringTool},
      ${alert.service}, ${[...alert.hosts]}::text[], ${alert.environment}, ${alert.runbook}, ${JSON.stringify(alert.details)}::jsonb,
      ${alert.detailsLeftOut}, ${alert.fingerprint}, ${episodeStart(alert)}::timestamptz,
      alert_words(${[alert.title, alert.description, alert.monitoringTool, alert.service].join(' ')}))`.execute(ctx.db)
  // The escalation starts before the followers run: an incident takes it over.
  await startEscalation(ctx, id)
  await ctx.events.record(
    'alert.created',
    { alertId: id },
    { namespaceId: project.id, topics: listTopics('alert', project.id, project.ancestorIds) },
  )
  return { iid, title: alert.title }
}

/** The start of the episode of an event by the clock of its monitoring tool; null where it gives none. */
export const episodeStart = ({ namesStart, startedAt }: ReceivedAlert): string | null => (namesStart ? startedAt : null)

/** The policy by which alerts page: the one that was chosen, or the only one of the project. */
async function policyOf(
  ctx: Context,
  projectId: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  const { rows } = await sql<{ id: number; title: string; chosen: boolean }>`
    select ep.id, ep.name as title, ep.id = s.escalation_policy_id as chosen
    from escalation_policies ep left join alert_settings s on s.id = ep.namespace_id
    where ep.namespace_id = ${projectId} order by chosen desc nulls last limit 2`.execute(ctx.db)
  const [first, second] = rows
  return first !== undefined && (first.chosen || second === undefined) ? { id: first.id, title: first.title } : null
}
