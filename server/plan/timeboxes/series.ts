import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { TimeboxDay as DayShape } from '#contract/plan/timeboxes/timeboxes.ts'
import type { Context } from '#server/context.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { countedIssues, type TimeboxKind, type TimeboxPlace, timeboxTables } from './timebox.ts'

export type TimeboxDay = Static<typeof DayShape>

/**
 * A select of `id` and `days`, a JSON array by day, for the timeboxes that have both dates. The first day is that of
 * the start, which includes all earlier changes; then follow the days of changes, up to the due date.
 *
 * @param ids  an SQL array of ids
 * @param counted  a condition on `issuables i`
 * @param days  SQL for a day as JSON
 */
function seriesOf(
  kind: TimeboxKind,
  ids: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
): RawBuilder<{ readonly id: number; readonly days: readonly TimeboxDay[] }> {
  const { table, column } = timeboxTables[kind]
  return sql<{ readonly id: number; readonly days: readonly TimeboxDay[] }>`
    with boxes as materialized (
      select t.id, t.start_date, t.due_date from ${table} t where t.id = any (${ids}) and t.start_date is not null and t.due_date is not null
    ), members as (
      select m.* from (select distinct b.id, b.start_date, s.issuable_id from boxes b join timebox_snapshots s on s.${sql.ref(column)} = b.id) m
      join issuables i on i.id = m.issuable_id where ${counted}
    ), snapshots as (
      select m.id, m.issuable_id, s.at, s.id as place, greatest((s.at at time zone 'utc')::date, m.start_date) as day,
        case when s.${sql.ref(column)} = m.id then 1 else 0 end as inside, case when s.state = 'closed' then 1 else 0 end as closed, coalesce(s.weight, 0) as weight
      from members m join timebox_snapshots s on s.issuable_id = m.issuable_id
    ), steps as (
      select id, day, inside - lag(inside, 1, 0) over history as scope_count,
        inside * weight - lag(inside * weight, 1, 0) over history as scope_weight,
        inside * closed - lag(inside * closed, 1, 0) over history as completed_count,
        inside * closed * weight - lag(inside * closed * weight, 1, 0) over history as completed_weight
      from snapshots window history as (partition by id, issuable_id order by at, place)
      union all select id, start_date, 0, 0, 0, 0 from boxes
    ), days as (
      select s.id, s.day, sum(sum(scope_count)) over so_far as scope_count, sum(sum(scope_weight)) over so_far as scope_weight,
        sum(sum(completed_count)) over so_far as completed_count, sum(sum(completed_weight)) over so_far as completed_weight
      from steps s join boxes b on b.id = s.id and s.day <= b.due_date
      where s.day = b.start_date or (s.scope_count, s.scope_weight, s.completed_count, s.completed_weight) <> (0, 0, 0, 0) group by s.id, s.day window so_far as (partition by s.id order by s.day)
    )
    select id, json_agg(${days} order by day) as days from days group by id`
}

const onTheWire = object({
  date: sql`day`,
  scope_count: sql`scope_count`,
  scope_weight: sql`scope_weight`,
  completed_count: sql`completed_count`,
  completed_weight: sql`completed_weight`,
})

const asFields = object({
  date: sql`day`,
  scopeCount: sql`scope_count`,
  scopeWeight: sql`scope_weight`,
  completedCount: sql`completed_count`,
  completedWeight: sql`completed_weight`,
})

/**
 * The days of many timeboxes. One without both dates is left out.
 *
 * @param counted  a condition on `issuables i`
 */
export async function daysOfTimeboxes(
  ctx: Context,
  kind: TimeboxKind,
  ids: readonly number[],
  counted: RawBuilder<unknown>,
): Promise<readonly { readonly id: number; readonly days: readonly TimeboxDay[] }[]> {
  const { rows } = await seriesOf(kind, sql`${[...ids]}::bigint[]`, counted, asFields).execute(ctx.db)
  return rows
}

/**
 * The days of one timebox; null without both dates.
 *
 * @param conditions  on `issuables i`, of the issues that count
 */
export async function showTimeboxDays(
  ctx: Context,
  place: TimeboxPlace,
  kind: TimeboxKind,
  id: number,
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<RawJson> {
  const counted = sql.join([countedIssues(ctx, place, 'i'), ...conditions], sql` and `)
  const series = seriesOf(kind, sql`array[${id}]::bigint[]`, counted, onTheWire)
  const { rows } = await sql<{ days: string }>`select days::text as days from (${series}) shown`.execute(ctx.db)
  return new RawJson(rows[0]?.days ?? 'null')
}
