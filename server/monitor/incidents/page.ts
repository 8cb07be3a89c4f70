import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'

interface SummaryRow {
  readonly hasImages: boolean
  readonly slaDueAt: string | null
  readonly hasMissedSla: boolean
}

/** The summary of an incident, from which its page knows its tabs. @source INCIDENT-005, INCIDENT-006 */
export async function showIncident(ctx: Context, incident: Allowed<'issuable:read', IssuableRow>) {
  const { rows } = await sql<SummaryRow>`
    select exists (select 1 from metric_images m where m.issuable_id = ${incident.id}) as has_images, iso(s.due_at) as sla_due_at,
      s.missed_at is not null as has_missed_sla
    from (select) one left join incident_slas s on s.issuable_id = ${incident.id}`.execute(ctx.db)
  const { hasImages = false, slaDueAt = null, hasMissedSla = false } = rows[0] ?? {}
  return {
    hasMetrics: hasImages || may(ctx.actor, 'issuable:edit-metric-images', incident.facts),
    slaDueAt,
    hasMissedSla,
  }
}
