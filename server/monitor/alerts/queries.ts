import { type RawBuilder, sql } from 'kysely'
import {
  type AlertOrder,
  type AlertTab,
  alertSeverities,
  alertStatuses,
} from '#contract/monitor/alerts/alert-limits.ts'
import type { getAlertsPage } from '#contract/monitor/alerts/alert-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { containing } from '#server/platform/sql/like.ts'
import { arrayOf, columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { statusSql } from './find.ts'

const al = columnsOf('alerts', 'al')
const i = columnsOf('issuables', 'i')
const inc = columnsOf('issuables', 'inc')
const w = columnsOf('maintenanceWindows', 'w')

const rowsPerPage = 20
/** Counts of a status stop here. */
const mostCounted = 10_000

/** SQL tables of a list of alerts: `alerts al`, `issuables i` and their project `n`. */
export const alertTables = sql`alerts al join issuables i on i.id = al.id join namespaces n on n.id = al.namespace_id`

const texts = (words: readonly string[]) => sql`array[${sql.join(words.map(word => sql.lit(word)))}]`

/** The sort orders of lists: severe alerts and untouched ones come first. */
export const orderColumns: Readonly<Record<AlertOrder, RawBuilder<unknown>>> = {
  started_at: sql`al.started_at`,
  ended_at: sql`al.ended_at`,
  severity: sql`array_position(${texts([...alertSeverities].reverse())}, al.severity)`,
  event_count: sql`al.event_count`,
  status: sql`array_position(${texts(alertStatuses)}, ${statusSql})`,
  updated_at: sql`i.updated_at`,
}

/**
 * SQL condition: the title, description, monitoring tool and service of an alert of a project hold every word of a text, as whole or as its
 * beginning; or its title, tool or service holds the text as it is; or it is the number of the alert.
 */
export function alertMatches(search: string, projectId: number): RawBuilder<unknown> {
  const text = search.trim()
  if (text === '') return sql`true`
  const like = containing(text)
  const number = /^(?:\^alert)?#?(\d{1,9})$/.exec(text)?.[1]
  const query = wordQuery(text)
  const conditions = [
    sql`i.title ilike ${like} or al.monitoring_tool ilike ${like} or al.service ilike ${like}`,
    // Descriptions are long: an index finds their words.
    ...(query === null ? [] : [sql`al.id in (select alerts_with_words(${projectId}, to_tsquery('simple', ${query})))`]),
    ...(number === undefined ? [] : [sql`i.iid = ${Number(number)}`]),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** `foo bar-baz` as `'foo':* & 'bar':* & 'baz':*`; null when there is no word in it. */
function wordQuery(text: string): string | null {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(match => match[0].toLowerCase()).slice(0, 10)
  return words.length === 0 ? null : words.map(word => `'${word}':*`).join(' & ')
}

/** SQL condition on the tab of a list. */
function isIn(tab: AlertTab): RawBuilder<unknown> {
  switch (tab) {
    case 'open':
      return sql`al.is_open`
    case 'triggered':
      return sql`al.is_open and ${statusSql} = 'TRIGGERED'`
    case 'acknowledged':
      return sql`al.is_open and ${statusSql} = 'ACKNOWLEDGED'`
    case 'resolved':
      return sql`not al.is_open and ${statusSql} = 'RESOLVED'`
    case 'all':
      return sql`true`
    default:
      return tab satisfies never
  }
}

/** A page of the alerts of a project. */
export async function showAlertsPage(
  ctx: Context,
  project: Allowed<'project:read-alerts', ProjectRow>,
  {
    status = 'open',
    search = '',
    incident,
    orderBy = 'started_at',
    sort = 'desc',
    page = 1,
  }: InputOf<typeof getAlertsPage>,
) {
  const ofIncident = incident === undefined ? sql`true` : isOfIncident(ctx, project.id, incident)
  const matching = sql`al.namespace_id = ${project.id} and ${alertMatches(search, project.id)} and ${ofIncident}`
  const direction = sql.raw(sort === 'asc' ? 'asc nulls last' : 'desc nulls last')
  const { rows } = await sql<{ json: string; hasNext: boolean; hasIntegrations: boolean }>`
    with found as (
      select al.id, row_number() over () as place from (select al.id from ${alertTables} where ${matching} and ${isIn(status)}
        order by ${orderColumns[orderBy]} ${direction}, al.id desc limit ${rowsPerPage + 1} offset ${(page - 1) * rowsPerPage}) al)
    select coalesce(json_agg(${rowJson(ctx)} order by found.place) filter (where found.place <= ${rowsPerPage}), '[]')::text as json,
      count(*) > ${rowsPerPage} as has_next,
      exists (select 1 from alert_integrations ai where ai.namespace_id = ${project.id}) as has_integrations
    from found join alerts al on al.id = found.id join issuables i on i.id = al.id join namespaces n on n.id = al.namespace_id`.execute(
    ctx.db,
  )
  const [row] = rows
  return {
    namespace: await showHeader(ctx, project),
    permissions: {
      canAdminAlerts: may(ctx.actor, 'project:admin-alerts', project.facts),
      canEscalate: may(ctx.actor, 'project:escalate-alerts', project.facts),
    },
    hasIntegrations: row?.hasIntegrations ?? false,
    counts: await countAlerts(ctx, project.id, search, ofIncident),
    alerts: new RawJson(row?.json ?? '[]'),
    page,
    hasNext: row?.hasNext ?? false,
  }
}

const rowJson = (ctx: Context) =>
  object({
    ...i.fields('id', 'iid', 'title'),
    ...al.fields('severity'),
    status: statusSql,
    ...al.moments('startedAt'),
    ...al.fields('eventCount', 'monitoringTool', 'service'),
    integration: integrationSql,
    group: sql`case when al.group_lead_id is not null or exists (select 1 from alerts g where g.group_lead_id = al.id) then al.grouped_by end`,
    assignees: assigneesJson(userBasicJson(ctx.services.settings, 'u')),
    reference: sql`'^alert#' || i.iid`,
    web_path: pagePathSql('i', 'n', 'alert'),
    incident: incidentJson(ctx),
    ...al.fields('isSilenced'),
  })

/** The name of the integration of `alerts al`. */
const integrationSql = sql<string | null>`(select ig.name from alert_integrations ig where ig.id = al.integration_id)`

/** SQL condition: the alert belongs to the incident of the project with a number, which the reader may know of. */
const isOfIncident = (ctx: Context, projectId: number, iid: number) => sql`al.incident_id = (
  select inc.id from issuables inc where inc.namespace_id = ${projectId} and inc.series = 'issue' and inc.iid = ${iid}
    and ${visibleIssuables(ctx.actor, 'inc', { series: 'issue' })})`

/** The incident of `alerts al` as JSON; null where there is none that the reader may know of. */
export const incidentJson = (ctx: Context) => sql`(select ${object({
  ...inc.fields('title', 'state'),
  reference: sql`case when inc.namespace_id = al.namespace_id then '' else incn.full_path end || '#' || inc.iid`,
  path: pagePathSql('inc', 'incn', 'issue'),
})}
  from issuables inc join namespaces incn on incn.id = inc.namespace_id
  where inc.id = al.incident_id and ${visibleIssuables(ctx.actor, 'inc', { series: 'issue' })})`

/** The numbers of alerts of a project in each status; a status stops at 10,000. */
export async function countAlerts(
  ctx: Context,
  projectId: number,
  search: string,
  more: RawBuilder<unknown> = sql`true`,
) {
  const some = (isOpen: boolean) => sql`(select ${statusSql} as status from ${alertTables}
    where al.namespace_id = ${projectId} and al.is_open = ${isOpen} and ${alertMatches(search, projectId)} and ${more} limit ${mostCounted})`
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::integer as count from (${some(true)} union all ${some(false)}) counted group by status`.execute(
    ctx.db,
  )
  const of = (status: string) => rows.find(row => row.status === status)?.count ?? 0
  const [triggered, acknowledged, resolved, ignored] = alertStatuses.map(of)
  const counts = {
    triggered: triggered ?? 0,
    acknowledged: acknowledged ?? 0,
    resolved: resolved ?? 0,
    ignored: ignored ?? 0,
  }
  const open = counts.triggered + counts.acknowledged
  return { ...counts, open, all: open + counts.resolved + counts.ignored }
}

/** The alert that a monitoring tool sent, as JSON over `issuables i` and `alerts al`. */
export const factsJson = object({
  ...al.fields('severity'),
  status: statusSql,
  ...al.moments('startedAt', 'endedAt'),
  ...al.fields(
    'eventCount',
    'monitoringTool',
    'service',
    'hosts',
    'environment',
    'runbook',
    'description',
    'detailsLeftOut',
  ),
  details: arrayOf(
    object({ name: sql`d.key`, text: sql`d.value` }),
    sql`from jsonb_each_text(al.details) d`,
    sql`d.key`,
  ),
  ...al.moments('lastEventAt'),
  integration: integrationSql,
  group: sql`(select ${object({
    name: sql`al.grouped_by`,
    alert_count: sql`count(*)`,
    lead: sql`(select ${object({ reference: sql`'^alert#' || li.iid`, web_path: pagePathSql('li', 'n', 'alert') })}
      from issuables li where li.id = al.group_lead_id)`,
  })}
    from alerts g where coalesce(al.group_lead_id, al.id) in (g.id, g.group_lead_id) having count(*) > 1)`,
  maintenance: sql`(select ${object({ ...w.fields('title'), ...w.moments('endsAt'), isSilenced: sql`al.is_silenced` })}
    from maintenance_windows w where w.id = al.maintenance_window_id)`,
})

/** Alerts that the page of an incident lists; the list of alerts shows the others. */
const listedAlerts = 50

/** The first alerts of the incident of `alerts al`. Those who see one of them see all of the project. */
const firstAlerts = sql`(select json_agg(${object({
  iid: sql`oi.iid`,
  title: sql`oi.title`,
  reference: sql`'^alert#' || oi.iid`,
  web_path: pagePathSql('oi', 'n', 'alert'),
  severity: sql`o.severity`,
  status: sql`coalesce(oi.escalation_status, 'TRIGGERED')`,
  service: sql`o.service`,
  started_at: sql`iso(o.started_at)`,
  event_count: sql`o.event_count`,
})} order by o.id)
  from (select * from alerts where incident_id = al.incident_id and namespace_id = al.namespace_id order by id
    limit ${sql.lit(listedAlerts)}) o join issuables oi on oi.id = o.id)`

/** The alert of an incident, the first one if it has several; null where there is none, or the reader cannot see alerts. */
export async function showAlertOfIncident(ctx: Context, incidentId: number): Promise<RawJson | null> {
  const { rows } = await sql<{ json: string }>`
    select (${objectb({
      ...i.fields('id', 'iid', 'title'),
      reference: sql`'^alert#' || i.iid`,
      web_path: pagePathSql('i', 'n', 'alert'),
      alert_count: sql`(select count(*) from alerts o where o.incident_id = al.incident_id)`,
      alerts: firstAlerts,
    })}
      || ${factsJson}::jsonb)::text as json
    from ${alertTables} where al.incident_id = ${incidentId} and ${visibleIssuables(ctx.actor, 'i', { series: 'alert' })}
    order by al.id limit 1`.execute(ctx.db)
  return rows[0] === undefined ? null : new RawJson(rows[0].json)
}
