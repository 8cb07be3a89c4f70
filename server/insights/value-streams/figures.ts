import { type RawBuilder, sql } from 'kysely'
import { isNotHidden } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pairOf } from './kept-days.ts'
import { isWithin, passagesOf, readableFor, scopeOf, type Window } from './passages.ts'
import type { InsightPlace, StageRow } from './streams.ts'

/**
 * The items that left stages within the days, as two tables. `kept` has the days that are kept: the `stage` (its place in the list), the
 * `day`, its `median`, the `seconds` and how many items took so long (`weights`). `counted` has an item a row, read from the moments,
 * where a day or a pair of events is not kept.
 */
function itemsOf(stages: readonly StageRow[], days: Window): RawBuilder<unknown> {
  const listed = stages.flatMap((stage, index) =>
    stage.isWhole ? [{ stage: index, scope: scopeOf(stage), ...pairOf(stage) }] : [],
  )
  // The moments of a project are reached by the index, and each start once (`offset`).
  const exact = (within: RawBuilder<unknown>) => sql`cross join lateral (
      select e.at as ended_at, (select b.at from issuable_moments b
        where b.issuable_id = e.issuable_id and b.event = s.start_event and b.label_id = s.start_label_id) as started_at
      from issuable_moments e where e.namespace_id = s.namespace_id and e.event = s.end_event and e.label_id = s.end_label_id
        and ${within} and ${isNotHidden(sql`e.issuable_id`)} offset 0) m where m.started_at <= m.ended_at`
  const point = sql`s.stage, (m.ended_at at time zone 'UTC')::date as day, extract(epoch from m.ended_at - m.started_at)::double precision as seconds, 1 as weight`
  return sql`stages as materialized (select * from json_to_recordset(${JSON.stringify(listed)})
      l (stage integer, scope text, pair text, "startEvent" text, "startLabelId" bigint, "endEvent" text, "endLabelId" bigint)),
    spans as materialized (select l.stage, l.pair, l."startEvent" as start_event, l."startLabelId" as start_label_id,
        l."endEvent" as end_event, l."endLabelId" as end_label_id, r.namespace_id, k.pair is not null as is_kept
      from stages l join readable r on r.scope = l.scope
        left join kept_pairs k on k.namespace_id = r.namespace_id and k.pair = l.pair),
    stale as materialized (select distinct namespace_id, day from stale_days
      where namespace_id = any (array(select namespace_id from readable)) and day between ${days.from}::date and ${days.to}::date),
    counted as materialized (
      select ${point} from (select * from spans where not is_kept) s ${exact(isWithin(sql`e.at`, days))}
      union all
      select ${point} from (select spans.*, stale.day from spans join stale using (namespace_id) where is_kept) s
        ${exact(sql`e.at >= s.day::timestamp at time zone 'UTC' and e.at < (s.day + 1)::timestamp at time zone 'UTC'`)}),
    kept as (select s.stage, s.pair, s.namespace_id, d.day, d.median, d.seconds, d.weights
      from spans s join kept_days d on d.namespace_id = s.namespace_id and d.pair = s.pair
        and d.day between ${days.from}::date and ${days.to}::date
      where s.is_kept and (d.namespace_id, d.day) not in (select namespace_id, day from stale))`
}

/** The items of `kept` and `counted`, as `points`: with months in place of days where the window has all of them. */
const pointsIn = (days: Window): RawBuilder<unknown> => sql`whole as materialized (
    select s.stage, s.pair, m.namespace_id, m.month, m.seconds, m.weights
    from spans s join kept_months m on m.namespace_id = s.namespace_id and m.pair = s.pair
      and m.month between ${days.from}::date and (${days.to}::date + 1 - interval '1 month')
    where s.is_kept and (m.namespace_id, m.month) not in (select namespace_id, date_trunc('month', day)::date from stale)),
  points as (
    select stage, v.seconds, v.weight from whole cross join unnest(seconds, weights) v (seconds, weight)
    union all
    select stage, v.seconds, v.weight from kept cross join unnest(seconds, weights) v (seconds, weight)
      where (namespace_id, pair, date_trunc('month', day)::date) not in (select namespace_id, pair, month from whole)
    union all
    select stage, seconds, weight from counted)`

/** The rows of `points`, each with how many items there are up to it and in all. @param column  by which they are told apart */
const ranked = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`select ${column}, seconds, weight,
    sum(weight) over (partition by ${column} order by seconds) as up_to, sum(weight) over (partition by ${column})::double precision as items
  from (select ${column}, seconds, sum(weight) as weight from points group by ${column}, seconds) added`

const average = sql`sum(seconds * weight) / max(items)`

/** Between the two items whose places in the order are nearest, as PostgreSQL's `percentile_cont` has it. */
function percentile(share: number): RawBuilder<unknown> {
  const place = sql`${sql.lit(share)} * (items - 1)`
  const itemAt = (at: string) => sql`min(seconds) filter (where up_to > ${sql.raw(at)}(${place}))`
  const below = itemAt('floor')
  return sql`${below} + (${itemAt('ceil')} - ${below}) * max(${place} - floor(${place}))`
}

const rounded = (value: RawBuilder<unknown>) => sql`round((${value})::numeric, 3)::double precision`

export interface Figures {
  readonly count: number
  readonly median: number | null
  readonly average: number | null
  readonly p75: number | null
  readonly p95: number | null
}

export const noFigures: Figures = { count: 0, median: null, average: null, p75: null, p95: null }

/** The figures of stages within the days, in their order. One statement. */
export async function figuresOf(
  ctx: Context,
  place: InsightPlace,
  stages: readonly StageRow[],
  days: Window,
): Promise<readonly Figures[]> {
  const figures = object({
    count: sql`max(items)::integer`,
    median: rounded(percentile(0.5)),
    average: rounded(average),
    p75: rounded(percentile(0.75)),
    p95: rounded(percentile(0.95)),
  })
  const { rows } = await sql<{ stage: number; figures: Figures }>`
    with ${readableFor(ctx, place, stages)}, ${itemsOf(stages, days)}, ${pointsIn(days)}
    select stage, ${figures} as figures from (${ranked(sql`stage`)}) r group by stage`.execute(ctx.db)
  const found = new Map(rows.map(({ stage, figures }) => [stage, figures]))
  return stages.map((_stage, index) => found.get(index) ?? noFigures)
}

export interface DayFigures {
  readonly date: string
  readonly count: number
  readonly median: number | null
  readonly average: number | null
}

/** The figures of a stage for each of the days. */
export async function daysOf(
  ctx: Context,
  place: InsightPlace,
  stage: StageRow,
  days: Window,
): Promise<readonly DayFigures[]> {
  // Most days are one row, which has the median already.
  const { rows } = await sql<DayFigures>`
    with ${readableFor(ctx, place, [stage])}, ${itemsOf([stage], days)},
      single as materialized (select day, min(median) as median, min(seconds) as seconds, min(weights) as weights
        from kept where day not in (select day from counted) group by day having count(*) = 1),
      points as (
        select day, v.seconds, v.weight from kept cross join unnest(seconds, weights) v (seconds, weight)
          where day not in (select day from single)
        union all
        select day, seconds, weight from counted),
      found as (
        select day, max(items)::integer as count, ${percentile(0.5)} as median, ${average} as average from (${ranked(sql`day`)}) r group by day
        union all
        select day, (select sum(w) from unnest(weights) w)::integer, median,
          (select sum(v.seconds * v.weight) / sum(v.weight) from unnest(seconds, weights) v (seconds, weight)) from single)
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(f.count, 0) as count,
      ${rounded(sql`f.median`)} as median, ${rounded(sql`f.average`)} as average
    from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') d (day)
      left join found f on f.day = d.day::date
    order by d.day`.execute(ctx.db)
  return rows
}

export interface RecordsInput {
  readonly sort?: 'end_event' | 'duration'
  readonly direction?: 'asc' | 'desc'
}

/** The items that left a stage within the days, as StageRecord. @param page  rows to skip and to take */
export async function recordsOf(
  ctx: Context,
  { place, stage, days }: { readonly place: InsightPlace; readonly stage: StageRow; readonly days: Window },
  { sort = 'end_event', direction = 'desc' }: RecordsInput,
  page: { readonly offset: number; readonly limit: number },
) {
  const by = sort === 'duration' ? sql`seconds` : sql`ended_at`
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const order = sort === 'duration' ? sql`` : sql`order by ended_at ${way}, id ${way}`
  const i = columnsOf('issuables', 'i')
  const isIssue = stage.subject === 'issue'
  const record = object({
    ...i.fields('iid', 'title'),
    subject: sql.lit(stage.subject),
    path: pagePathSql('i', 'n'),
    reference: sql`n.full_path || ${sql.lit(isIssue ? '#' : '!')} || i.iid`,
    project_path: sql`n.full_path`,
    ...i.moments('createdAt'),
    author: sql`json_build_object('id', u.id, 'name', u.name, 'username', u.username, 'avatar_url', ${avatarSql('u', sql`''::text`)})`,
    started_at: sql`iso(p.started_at)`,
    end_event_timestamp: sql`iso(p.ended_at)`,
    duration_in_milliseconds: sql`round(p.seconds * 1000)::bigint`,
  })
  const { rows } = await sql<{ json: string }>`with ${readableFor(ctx, place, [stage])},
      passed as (select * from (${passagesOf(stage, days, order)}) all_passed order by ${by} ${way}, id ${way}
        limit ${page.limit} offset ${page.offset})
    select ${record}::text as json from passed p join issuables i on i.id = p.id join namespaces n on n.id = i.namespace_id
      join users u on u.id = i.author_id order by p.${by} ${way}, p.id ${way}`.execute(ctx.db)
  return rows.map(({ json }) => json)
}

export const asList = (items: readonly string[]): RawJson => new RawJson(`[${items.join()}]`)
