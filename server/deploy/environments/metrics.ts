import { type RawBuilder, sql } from 'kysely'
import type { deploymentFrequency, projectDoraMetrics } from '#contract/deploy/environments/deployments.ts'
import type { MetricInterval } from '#contract/deploy/environments/environment-words.ts'
import type { InputOf } from '#contract/operation.ts'
import { visibleEnvironments, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { messages } from './messages.ts'

/** Days between the ends of an answer: a row for each of them stays small. */
const mostDays = 366 * 2
const dayMs = 86_400_000

const usualDays = 90

interface Interval {
  /** The first day, and the one after the last. */
  readonly from: string
  readonly to: string
}

/** Successful deployments to an environment, by day or month in UTC. @throws Invalid  the days are too far apart */
export async function countDeployments(
  ctx: Context,
  project: { readonly id: number },
  { environment, from, to, interval = 'all' }: Omit<InputOf<typeof deploymentFrequency>, 'id'>,
) {
  const end = to ?? ctx.now
  if (Date.parse(end) < Date.parse(from)) throw new Invalid({ to: [messages.endsBefore] })
  const days = intervalsOf(from.slice(0, 10), nextDay(end.slice(0, 10)), interval)
  const { rows } = await sql<{ value: number; from: string; to: string }>`
    select (select count(*)::integer from deployments d join environments e on e.id = d.environment_id
        where e.namespace_id = ${project.id} and e.name = ${environment} and d.status = 'success'
          and d.finished_at >= greatest(part.starts, ${from}::timestamptz) and d.finished_at < part.ends
          ${to === undefined ? sql`` : sql`and d.finished_at < ${endOf(to)}::timestamptz`}) as value,
      to_char(part.starts at time zone 'UTC', 'YYYY-MM-DD') as from, to_char(part.ends at time zone 'UTC', 'YYYY-MM-DD') as to
    from ${parts(days)} order by part.starts`.execute(ctx.db)
  return rows
}

/** A day stands for all of it, a moment for itself. */
const endOf = (to: string): string => (to.endsWith('T00:00:00.000Z') ? `${nextDay(to.slice(0, 10))}T00:00:00Z` : to)

/**
 * A DORA metric by day, week or month, in UTC, of what the actor can see. Days without deployments count 0 deployments, and have no lead time.
 *
 * @param within  condition on `namespaces n`
 * @source rest.md 15.1, product-rules.md: deployment frequency, lead time
 */
export async function showDora(
  ctx: Context,
  within: RawBuilder<unknown>,
  {
    metric,
    startDate,
    endDate,
    interval = 'daily',
    environmentTiers: tiers = ['production'],
  }: Omit<InputOf<typeof projectDoraMetrics>, 'id' | 'interval'> & { readonly interval?: MetricInterval | 'weekly' },
) {
  const end = endDate ?? ctx.now.slice(0, 10)
  const start = startDate ?? new Date(Date.parse(end) - usualDays * dayMs).toISOString().slice(0, 10)
  if (end < start) throw new Invalid({ endDate: [messages.endsBefore] })
  const days = intervalsOf(start, nextDay(end), interval)
  const deployed = sql`from deployments d join environments e on e.id = d.environment_id join namespaces n on n.id = d.namespace_id
      join projects p on p.id = n.id
    where ${within} and ${visibleEnvironments(ctx.actor, 'n', 'p')} and e.tier = any (${[...tiers]}::text[]) and d.status = 'success'
      and d.finished_at >= part.starts and d.finished_at < part.ends`
  const incidents = sql`from issuables i join namespaces n on n.id = i.namespace_id where ${within} and i.type = 'incident'
    and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`
  const value = {
    deployment_frequency: sql`(select count(*)::integer ${deployed})`,
    lead_time_for_changes: sql`(select round(percentile_cont(0.5) within group (order by extract(epoch from carried.finished_at - mr.merged_at)))
      from (select d.id, d.finished_at ${deployed}) carried
        join deployment_merge_requests dm on dm.deployment_id = carried.id and not dm.is_removed join merge_requests mr on mr.id = dm.merge_request_id
      where mr.merged_at <= carried.finished_at)`,
    time_to_restore_service: sql`(select round(percentile_cont(0.5) within group (order by extract(epoch from i.closed_at - i.created_at)))
      ${incidents} and i.closed_at >= part.starts and i.closed_at < part.ends)`,
    change_failure_rate: sql`(select case when counted.deployments > 0 then round(counted.incidents::numeric / counted.deployments, 4) end
      from (select (select count(*) ${deployed}) as deployments,
        (select count(*) ${incidents} and i.created_at >= part.starts and i.created_at < part.ends) as incidents) counted)`,
  }[metric]
  const { rows } = await sql<{ date: string | null; value: number | null }>`
    select ${interval === 'all' ? sql`null` : sql`to_char(part.starts at time zone 'UTC', 'YYYY-MM-DD')`} as date, ${value}::double precision as value
    from ${parts(days)} order by part.starts`.execute(ctx.db)
  return rows
}

const parts = (intervals: readonly Interval[]): RawBuilder<unknown> =>
  sql`unnest(${intervals.map(({ from }) => `${from}T00:00:00Z`)}::timestamptz[], ${intervals.map(({ to }) => `${to}T00:00:00Z`)}::timestamptz[]) as part (starts, ends)`

/** @param to  the day after the last · @throws Invalid  too many days */
function intervalsOf(from: string, to: string, interval: MetricInterval | 'weekly'): readonly Interval[] {
  if (Date.parse(to) - Date.parse(from) > mostDays * dayMs) throw new Invalid({ base: [messages.tooLong(mostDays)] })
  if (interval === 'all') return [{ from, to }]
  const found: Interval[] = []
  for (let day = from; day < to; ) {
    const next = nextOf[interval](day)
    found.push({ from: day, to: next < to ? next : to })
    day = next
  }
  return found
}

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const nextDay = (day: string): string => daysAfter(day, 1)

function nextMonth(day: string): string {
  const date = new Date(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

/** The first day of the interval after one. A week has seven days, whatever weekday it begins with. */
const nextOf = { daily: nextDay, weekly: (day: string) => daysAfter(day, 7), monthly: nextMonth } as const
