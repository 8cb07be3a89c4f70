import { sql } from 'kysely'
import { visibleEnvironments, visibleInPlaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { figuresOf } from './figures.ts'
import { isWithin, placesIn, type Window } from './passages.ts'
import { type InsightPlace, stagesOverall } from './streams.ts'

const daySeconds = 86_400

interface SummaryCounts {
  readonly issues: number
  readonly mergeRequests: number
  readonly deploys: number
}

/** New issues, merged merge requests and deployments to production within the days, of those that the actor can see. */
async function countsOf(ctx: Context, place: InsightPlace, days: Window): Promise<SummaryCounts> {
  const passing = (
    event: string,
  ) => sql`(select count(*)::integer from issuable_moments m join issuables i on i.id = m.issuable_id
    where m.namespace_id = any (array(select id from places)) and m.event = ${sql.lit(event)} and ${isWithin(sql`m.at`, days)}
      and ${visibleInPlaces(ctx.actor, 'i')})`
  const { rows } = await sql<SummaryCounts>`with ${placesIn(ctx, place)}
    select ${passing('issue_created')} as issues, ${passing('merge_request_merged')} as merge_requests,
      (select count(*)::integer from deployments d join environments e on e.id = d.environment_id
          join namespaces dn on dn.id = d.namespace_id join projects dp on dp.id = d.namespace_id
        where d.namespace_id = any (array(select id from places)) and d.status = 'success' and e.tier = 'production'
          and ${isWithin(sql`d.finished_at`, days)} and ${visibleEnvironments(ctx.actor, 'dn', 'dp')}) as deploys`.execute(
    ctx.db,
  )
  return rows[0] ?? { issues: 0, mergeRequests: 0, deploys: 0 }
}

/** @source rest.md 15.2 summary */
export async function showSummary(ctx: Context, place: InsightPlace, days: Window) {
  const { issues, mergeRequests, deploys } = await countsOf(ctx, place, days)
  const dayCount = (Date.parse(days.to) - Date.parse(days.from)) / (daySeconds * 1000) + 1
  return [
    { identifier: 'issues', title: 'New issues', value: issues },
    { identifier: 'merge_requests', title: 'Merged merge requests', value: mergeRequests },
    { identifier: 'deploys', title: 'Deployments to production', value: deploys },
    {
      identifier: 'deployment_frequency',
      title: 'Deployment frequency',
      value: Math.round((deploys / dayCount) * 100) / 100,
      unit: '/day',
    },
  ]
}

/** Lead time and cycle time, as medians. @source rest.md 15.2 time_summary */
export async function showTimeSummary(ctx: Context, place: InsightPlace, days: Window) {
  const figures = await figuresOf(ctx, place, stagesOverall, days)
  return stagesOverall.map(({ name, title }, index) => {
    const median = figures[index]?.median ?? null
    return {
      identifier: name,
      title,
      value: median === null ? null : Math.round((median / daySeconds) * 10) / 10,
      unit: 'days',
    }
  })
}
