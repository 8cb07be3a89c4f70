import { type RawBuilder, sql } from 'kysely'
import { doraMetrics } from '#contract/deploy/environments/environment-words.ts'
import { activityDays } from '#contract/insights/group-activity.ts'
import { may } from '#server/access/may.ts'
import { visibleEnvironments, visibleInPlaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { showDora } from '#server/deploy/environments/metrics.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { StreamReply } from '#server/slice.ts'
import { csvReply } from '../csv-reply.ts'
import { asList } from '../value-streams/figures.ts'
import { isWithin, placesIn, type Window, windowOf } from '../value-streams/passages.ts'
import type { InsightPlace } from '../value-streams/streams.ts'

interface Days {
  readonly createdAfter?: string
  readonly createdBefore?: string
}

interface IterationRow {
  readonly id: number
  readonly title: string | null
  readonly cadenceTitle: string
  readonly path: string
  readonly startDate: string
  readonly dueDate: string
  readonly total: number
  readonly closed: number
  readonly closedWeight: number
  readonly cycleTime: number | null
}

const shownIterations = 8
const shownDeployments = 20

/** The projects of a place, as a condition on `namespaces n`. */
const within = ({ id }: InsightPlace): RawBuilder<unknown> =>
  sql`n.kind = 'project' and n.ancestor_ids @> array[${id}::bigint] and (n.id = ${id} or not n.inactive)`

const readsDeployments = (ctx: Context, { facts }: InsightPlace): boolean =>
  facts.kind === 'project'
    ? may(ctx.actor, 'project:read-deployment-analytics', facts)
    : may(ctx.actor, 'group:read-deployment-analytics', facts)

/** The four metrics over the days, and by week. Eight statements, however many projects and weeks. */
async function metricsOf(ctx: Context, place: InsightPlace, { from, to }: Window) {
  if (!readsDeployments(ctx, place)) return []
  const days = { startDate: from, endDate: to }
  return Promise.all(
    doraMetrics.map(async metric => {
      const [all] = await showDora(ctx, within(place), { metric, ...days, interval: 'all' })
      const weeks = await showDora(ctx, within(place), { metric, ...days, interval: 'weekly' })
      return {
        name: metric,
        value: all?.value ?? null,
        weeks: weeks.map(({ date, value }) => ({ date: date ?? from, value })),
      }
    }),
  )
}

/** Page by page the deployments to production within the days that the actor can see, as JSON. One row more than a page has. */
async function deploymentsOf(
  ctx: Context,
  place: InsightPlace,
  days: Window,
  page: number,
): Promise<readonly string[]> {
  if (!readsDeployments(ctx, place)) return []
  const delivered = object({
    ...columnsOf('deployments', 'd').fields('id', 'ref'),
    environment: sql`d.environment`,
    path: sql`'/' || d.full_path || '/-/environments/' || d.environment_id`,
    project_path: sql`d.full_path`,
    short_sha: sql`left(d.sha, 8)`,
    finished_at: sql`iso(d.finished_at)`,
    merge_requests: sql`c.merge_requests`,
    lead_time: sql`round(c.lead_time)`,
  })
  const { rows } = await sql<{ json: string }>`with ${placesIn(ctx, place)},
      shown as materialized (select d.*, e.name as environment, dn.full_path
        from deployments d join environments e on e.id = d.environment_id
          join namespaces dn on dn.id = d.namespace_id join projects dp on dp.id = d.namespace_id
        where d.namespace_id = any (array(select id from places)) and d.status = 'success' and e.tier = 'production'
          and ${isWithin(sql`d.finished_at`, days)} and ${visibleEnvironments(ctx.actor, 'dn', 'dp')}
        order by d.finished_at desc, d.id desc limit ${shownDeployments + 1} offset ${(page - 1) * shownDeployments})
    select ${delivered}::text as json from shown d cross join lateral (
      select count(*)::integer as merge_requests, percentile_cont(0.5) within group (order by extract(epoch from d.finished_at - mr.merged_at)) as lead_time
      from deployment_merge_requests dm join merge_requests mr on mr.id = dm.merge_request_id join issuables i on i.id = mr.id
      where dm.deployment_id = d.id and not dm.is_removed and mr.merged_at <= d.finished_at and ${visibleInPlaces(ctx.actor, 'i')}) c
    order by d.finished_at desc, d.id desc`.execute(ctx.db)
  return rows.map(({ json }) => json)
}

/** The iterations of a place and its groups that have begun, the last ones first, with what became of their issues. */
async function iterationsOf(ctx: Context, place: InsightPlace): Promise<readonly IterationRow[]> {
  const { rows } = await sql<IterationRow>`with ${placesIn(ctx, place)},
      shown as materialized (select it.*, c.title as cadence_title, gn.full_path from iterations it
        join iteration_cadences c on c.id = it.cadence_id join namespaces gn on gn.id = it.namespace_id
        where it.namespace_id = any (${[...place.ancestorIds]}::bigint[]) and it.start_date <= ${ctx.now.slice(0, 10)}::date
        order by it.start_date desc, it.id desc limit ${shownIterations})
    select s.id, s.title, s.cadence_title, '/groups/' || s.full_path || '/-/iterations/' || s.id as path, s.start_date, s.due_date,
      f.total, f.closed, f.closed_weight, f.cycle_time
    from shown s cross join lateral (
      select count(*)::integer as total, count(*) filter (where i.state = 'closed')::integer as closed,
        coalesce(sum(i.weight) filter (where i.state = 'closed'), 0)::integer as closed_weight,
        (percentile_cont(0.5) within group (order by extract(epoch from i.closed_at - m.at))
          filter (where i.state = 'closed' and m.at <= i.closed_at))::double precision as cycle_time
      from issuables i left join issuable_moments m on m.issuable_id = i.id and m.event = 'issue_first_mentioned_in_commit' and m.label_id = 0
      where i.iteration_id = s.id and i.namespace_id = any (array(select id from places)) and ${visibleInPlaces(ctx.actor, 'i')}) f
    order by s.start_date desc, s.id desc`.execute(ctx.db)
  return rows
}

interface Activity {
  readonly issues: number
  readonly mergeRequests: number
  readonly members: number
}

/** New issues, merge requests and members within the days: of the former two those that the actor can read. */
async function activityOf(ctx: Context, place: InsightPlace, days: Window): Promise<Activity> {
  const created = (series: string) => sql`(select count(*)::integer from issuables i
    where i.namespace_id = any (array(select id from places)) and i.series = ${sql.lit(series)} and ${isWithin(sql`i.created_at`, days)}
      and ${visibleInPlaces(ctx.actor, 'i')})`
  const { rows } = await sql<Activity>`with ${placesIn(ctx, place)}
    select ${created('issue')} as issues, ${created('merge_request')} as merge_requests,
      (select count(distinct m.user_id)::integer from members m join namespaces mn on mn.id = m.namespace_id
        where (m.namespace_id = ${place.id} or m.namespace_id in (select id from places)) and ${isWithin(sql`m.created_at`, days)}) as members`.execute(
    ctx.db,
  )
  return rows[0] ?? { issues: 0, mergeRequests: 0, members: 0 }
}

/** The counts of the last 90 days. @source product-rules.md 16 */
export function recentActivity(ctx: Context, place: InsightPlace): Promise<Activity> {
  const to = ctx.now.slice(0, 10)
  const from = new Date(Date.parse(to) - activityDays * 86_400_000).toISOString().slice(0, 10)
  return activityOf(ctx, place, { from, to })
}

export async function showDeliveryPage(ctx: Context, place: InsightPlace, input: Days & { readonly page?: number }) {
  const days = windowOf(ctx, input)
  const deployments = await deploymentsOf(ctx, place, days, input.page ?? 1)
  return {
    namespace: await showHeader(ctx, place),
    ...days,
    metrics: await metricsOf(ctx, place, days),
    deployments: asList(deployments.slice(0, shownDeployments)),
    hasNext: deployments.length > shownDeployments,
    iterations: await iterationsOf(ctx, place),
    activity: await activityOf(ctx, place, days),
  }
}

/** The metrics by week, a line each. Times are in seconds. */
export async function deliveryCsv(ctx: Context, place: InsightPlace, input: Days): Promise<StreamReply> {
  const days = windowOf(ctx, input)
  const metrics = await metricsOf(ctx, place, days)
  const weeks = metrics[0]?.weeks ?? []
  const rows = weeks.map(({ date }, index) => [date, ...metrics.map(metric => metric.weeks[index]?.value ?? null)])
  return csvReply(`Delivery ${days.from}_${days.to}`, [['Week from', ...doraMetrics], ...rows])
}
