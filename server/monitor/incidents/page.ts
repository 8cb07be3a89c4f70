import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { linksOf } from '#server/plan/links/queries.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

interface SummaryRow {
  readonly hasImages: boolean
  readonly slaDueAt: string | null
  readonly hasMissedSla: boolean
  readonly isOver: boolean
  readonly hasPostmortem: boolean
  /** JSON */
  readonly roles: string
  /** JSON */
  readonly postmortem: string | null
}

/** The summary of an incident, from which its page knows its tabs. @source INCIDENT-005, INCIDENT-006 */
export async function showIncident(ctx: Context, incident: Allowed<'issuable:read', IssuableRow>) {
  const { rows } = await sql<SummaryRow>`
    select exists (select 1 from metric_images m where m.issuable_id = ${incident.id}) as has_images, iso(s.due_at) as sla_due_at,
      s.missed_at is not null as has_missed_sla, i.state = 'closed' or coalesce(i.escalation_status in ('RESOLVED', 'IGNORED'), false) as is_over,
      (select coalesce(json_agg(${object({ role: sql`r.role`, user: userBasicJson(ctx.services.settings, 'u') })} order by r.role), '[]')
        from incident_roles r join users u on u.id = r.user_id where r.incident_id = i.id)::text as roles,
      exists (select 1 from incident_postmortems pm where pm.incident_id = i.id) as has_postmortem,
      (select ${postmortemJson(ctx)}::text from incident_postmortems pm join issuables p on p.id = pm.issue_id join namespaces pn on pn.id = p.namespace_id
        where pm.incident_id = i.id and ${visibleIssuables(ctx.actor, 'p', { series: 'issue' })}) as postmortem
    from issuables i left join incident_slas s on s.issuable_id = i.id where i.id = ${incident.id}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Incident')
  const { hasImages, slaDueAt, hasMissedSla, isOver, hasPostmortem, postmortem, roles } = row
  const canSet = may(ctx.actor, 'issuable:set-metadata', incident.facts)
  return {
    hasMetrics: hasImages || may(ctx.actor, 'issuable:edit-metric-images', incident.facts),
    ...{ slaDueAt, hasMissedSla },
    postmortem: postmortem === null ? null : new RawJson(postmortem),
    canCreatePostmortem: isOver && !hasPostmortem && canSet,
    roles: new RawJson(roles),
    permissions: { canSetRoles: canSet },
  }
}

/** The postmortem `issuables p` of `issuables i`, with the numbers of its linked issues that the reader can see. */
const postmortemJson = ({ actor }: Context) =>
  object({
    reference: sql`case when p.namespace_id = i.namespace_id then '' else pn.full_path end || '#' || p.iid`,
    web_path: pagePathSql('p', 'pn', 'issue'),
    follow_ups: sql`(select ${object({
      open: sql`count(*) filter (where f.state = 'opened')`,
      all: sql`count(*)`,
    })} from issuables f where f.id in (select other_id from ${linksOf(sql.ref('p.id'))} k) and f.id <> i.id
    and ${visibleIssuables(actor, 'f', { series: 'issue' })})`,
  })
