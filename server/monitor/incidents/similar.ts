import { sql } from 'kysely'
import { slaLimits } from '#contract/monitor/incidents/sla-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/** The incidents of a project that are compared, the newest. */
const compared = 500
const shown = 5
/** Titles that share so many of their groups of three letters are similar, from 0 to 1. */
const similarFrom = 0.35

interface SimilarRow {
  readonly id: number
  readonly reference: string
  readonly webPath: string
  readonly title: string
  readonly state: string
  readonly severity: string
  readonly createdAt: string
  readonly closedAt: string | null
  readonly service: string | null
  readonly labels: readonly string[]
  /** JSON */
  readonly postmortem: string | null
}

/**
 * The earlier incidents of a project that are most similar to one: alerts of both name the same service, their titles have words in
 * common, or their labels are the same.
 */
export async function showSimilar(ctx: Context, incident: Allowed<'issuable:read', IssuableRow>) {
  const { actor } = ctx
  const readsAlerts = may(actor, 'project:read-alerts', incident.facts.namespace)
  const servicesOf = (id: string) =>
    sql`select a.service from alerts a where ${readsAlerts} and a.incident_id = ${sql.ref(id)} and a.service <> ''`
  const labelsOf = (id: string) => sql`select l.label_id from issuable_labels l where l.issuable_id = ${sql.ref(id)}`
  const { rows } = await sql<SimilarRow>`
    with earlier as (select o.id from issuables o join issuables i on i.id = ${incident.id}
      where o.namespace_id = i.namespace_id and o.type = 'incident' and o.id <> i.id and o.created_at <= i.created_at
        and ${visibleIssuables(actor, 'o', { series: 'issue' })} order by o.created_at desc, o.id desc limit ${compared})
    select s.id, s.reference, s.web_path, s.title, s.state, s.severity, iso(s.created_at) as created_at, iso(s.closed_at) as closed_at,
      s.service, s.labels, s.postmortem
    from (select o.id, '#' || o.iid as reference, ${pagePathSql('o', 'n', 'issue')} as web_path, o.title, o.state,
        coalesce(o.severity, 'UNKNOWN') as severity, o.created_at, o.closed_at,
        (select min(service) from (${servicesOf('o.id')} intersect ${servicesOf('i.id')}) k) as service,
        (select coalesce(json_agg(l.title order by l.title), '[]') from labels l
          where l.title <> ${slaLimits.label.title} and l.id in (${labelsOf('o.id')} intersect ${labelsOf('i.id')})) as labels,
        similarity(search_text(o.title), search_text(i.title)) as likeness,
        (select ${object({
          reference: sql`case when p.namespace_id = o.namespace_id then '' else pn.full_path end || '#' || p.iid`,
          web_path: pagePathSql('p', 'pn', 'issue'),
        })}::text from incident_postmortems pm join issuables p on p.id = pm.issue_id join namespaces pn on pn.id = p.namespace_id
          where pm.incident_id = o.id and ${visibleIssuables(actor, 'p', { series: 'issue' })}) as postmortem
      from earlier join issuables o on o.id = earlier.id join issuables i on i.id = ${incident.id} join namespaces n on n.id = o.namespace_id) s
    where s.service is not null or s.likeness >= ${similarFrom} or json_array_length(s.labels) >= 2
    order by (s.service is not null)::int + s.likeness + least(json_array_length(s.labels), 4) * 0.2 desc, s.created_at desc, s.id desc
    limit ${shown}`.execute(ctx.db)
  return {
    incidents: rows.map(row => ({ ...row, postmortem: row.postmortem === null ? null : new RawJson(row.postmortem) })),
  }
}
