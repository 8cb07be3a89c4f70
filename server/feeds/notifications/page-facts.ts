import { sql } from 'kysely'
import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'

/** The facts of an incident or alert that a user on call needs to decide. */
export interface PageFacts {
  readonly severity: AlertSeverity
  /** Empty where no monitoring tool names one. */
  readonly service: string
  /** ISO 8601 */
  readonly startedAt: string
  /** The text of the monitoring tool; that of an incident is its own. */
  readonly alertText: string
}

/** The facts of incidents and alerts, by their ids; those of an incident come from its oldest open alert where it has none itself. */
export async function pageFactsOf(
  ctx: Context,
  issuableIds: readonly number[],
): Promise<ReadonlyMap<number, PageFacts>> {
  if (issuableIds.length === 0) return new Map()
  const { rows } = await sql<PageFacts & { readonly id: number }>`
    select i.id, coalesce(own.severity, i.severity) as severity, coalesce(own.service, its.service, '') as service,
      iso(coalesce(own.started_at, its.started_at, i.created_at)) as started_at, coalesce(own.description, '') as alert_text
    from issuables i left join alerts own on own.id = i.id
    left join lateral (select al.service, al.started_at from alerts al where al.incident_id = i.id and al.is_open
      order by al.started_at, al.id limit 1) its on true
    where i.id = any (${[...new Set(issuableIds)]}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** "Critical incident: ", at the beginning of a subject. */
export function subjectOfPage(type: string, { severity }: PageFacts): string {
  const word = severity === 'UNKNOWN' ? type : `${severityLabels[severity]} ${type}`
  return `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}: `
}

/** The facts as pairs of a name and a text, in the order of reading. */
export function factLines(
  { severity, service, startedAt }: PageFacts,
  { projectFullName }: { readonly projectFullName: string },
): readonly (readonly [name: string, text: string])[] {
  return [
    ['Severity', severityLabels[severity]],
    ...(service === '' ? [] : [['Service', service] as const]),
    ['Project', projectFullName],
    ['Started', startedAt.replace(/T(\d\d:\d\d).*/, ' $1 UTC')],
  ]
}

/** The facts, and the text of an alert, as they stand below the sentence of a page. */
export function factsHtml(lines: ReturnType<typeof factLines>, alertText: string): string {
  const rows = lines.map(
    ([name, text]) =>
      `<tr><td class="soft" style="padding:2px 16px 2px 0;color:#59636e">${escapeHtml(name)}</td><td>${escapeHtml(text)}</td></tr>`,
  )
  const text = alertText === '' ? '' : `<pre>${escapeHtml(alertText)}</pre>`
  return `<table role="presentation" class="facts" style="margin:0 0 12px">${rows.join('')}</table>${text}`
}
