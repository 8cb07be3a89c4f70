import { type RawBuilder, sql } from 'kysely'
import { eventWords, longestWindowDays, type StageEvent, usualWindowDays } from '#contract/insights/stage-events.ts'
import { levelSql } from '#server/access/levels.ts'
import { placesOfIssuables, readsAsPlanner, visibleCode, visibleEnvironments } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { Invalid } from '#server/errors.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { messages } from './messages.ts'
import type { InsightPlace, StageRow } from './streams.ts'

/** The first and the last day, in UTC. */
export interface Window {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** The days of a request: the last 30 where it names none. @throws Invalid */
export function windowOf(
  ctx: Context,
  { createdAfter, createdBefore }: { readonly createdAfter?: string; readonly createdBefore?: string },
): Window {
  const to = createdBefore ?? ctx.now.slice(0, 10)
  const from = createdAfter ?? daysBefore(to, usualWindowDays - 1)
  if (from > to) throw new Invalid({ createdBefore: [messages.endsBefore] })
  if (Date.parse(to) - Date.parse(from) > longestWindowDays * dayMs)
    throw new Invalid({ createdBefore: [messages.tooLong] })
  return { from, to }
}

/** A condition for a moment on one of the days. */
export const isWithin = (at: RawBuilder<unknown>, { from, to }: Window): RawBuilder<unknown> =>
  sql`${at} >= ${`${from}T00:00:00Z`}::timestamptz and ${at} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`

/** The projects of a place whose insights the actor can read, as a materialized `places`, to be asked once by a statement. */
export const placesIn = (ctx: Context, { id }: { readonly id: number }): RawBuilder<unknown> =>
  sql`places as materialized (select * from (${placesOfIssuables(ctx.actor, sql`n.kind = 'project' and n.ancestor_ids @> array[${id}::bigint] and (n.id = ${id} or not n.inactive)`)}) found where found.level >= ${levelSql('planner')})`

/** The condition that the actor sees in the project of `e` what events need. */
function needsOf(ctx: Context, events: readonly StageEvent[]): RawBuilder<unknown> {
  const needs = new Set(events.flatMap(event => eventWords(event).needs ?? []))
  const conditions = [
    ...(needs.has('code') ? [visibleCode(ctx.actor, 'sn', 'sp')] : []),
    ...(needs.has('environments') ? [visibleEnvironments(ctx.actor, 'sn', 'sp')] : []),
  ]
  if (conditions.length === 0) return sql``
  return sql`and e.namespace_id = any (array(select sn.id from places pl join namespaces sn on sn.id = pl.id join projects sp on sp.id = pl.id
    where ${sql.join(conditions, sql` and `)}))`
}

/** A select of the items that left a stage within the days and that the actor can read: `id`, `started_at`, `ended_at` and `seconds`. */
function passagesOf(ctx: Context, stage: StageRow, days: Window): RawBuilder<unknown> {
  const { startEventIdentifier: start, endEventIdentifier: end, startEventLabel, endEventLabel } = stage
  const ids = { namespace: sql`e.namespace_id`, issuable: sql`e.issuable_id` }
  // For each item that ended, the start is looked up in the index, once (`offset`): a join would read the starts of all items.
  return sql`select id, started_at, ended_at, extract(epoch from ended_at - started_at)::double precision as seconds
    from (select e.issuable_id as id, e.at as ended_at, (select s.at from issuable_moments s
        where s.issuable_id = e.issuable_id and s.event = ${start} and s.label_id = ${startEventLabel?.id ?? 0}) as started_at
      from issuable_moments e
      where ${stage.isWhole} and e.event = ${end} and e.label_id = ${endEventLabel?.id ?? 0} and ${isWithin(sql`e.at`, days)}
        and ${readsAsPlanner(ctx.actor, stage.subject, ids)} ${needsOf(ctx, [start, end])} offset 0) both_events
    where started_at <= ended_at`
}

const rounded = (value: RawBuilder<unknown>) => sql`round((${value})::numeric, 3)::double precision`

/** One sort for all of the percentiles. */
const summed = sql`count(*)::integer as count, avg(seconds) as average,
  percentile_cont(array[0.5, 0.75, 0.95]) within group (order by seconds) as percentiles`

const figureFields = {
  count: sql`f.count`,
  median: rounded(sql`f.percentiles[1]`),
  average: rounded(sql`f.average`),
  p75: rounded(sql`f.percentiles[2]`),
  p95: rounded(sql`f.percentiles[3]`),
}

export interface Figures {
  readonly count: number
  readonly median: number | null
  readonly average: number | null
  readonly p75: number | null
  readonly p95: number | null
}

/** The figures of stages within the days, in their order. One statement. */
export async function figuresOf(
  ctx: Context,
  place: InsightPlace,
  stages: readonly StageRow[],
  days: Window,
): Promise<readonly Figures[]> {
  const selects = stages.map(
    (stage, index) =>
      sql`select ${sql.lit(index)} as place, ${object(figureFields)} as figures
        from (select ${summed} from (${passagesOf(ctx, stage, days)}) passed) f`,
  )
  const { rows } = await sql<{ figures: Figures }>`with ${placesIn(ctx, place)}
    ${sql.join(selects, sql` union all `)} order by place`.execute(ctx.db)
  return rows.map(({ figures }) => figures)
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
  const { rows } =
    await sql<DayFigures>`with ${placesIn(ctx, place)}, passed as materialized (${passagesOf(ctx, stage, days)})
    select to_char(d.day, 'YYYY-MM-DD') as date, count(p.id)::integer as count,
      ${rounded(sql`percentile_cont(0.5) within group (order by seconds)`)} as median, ${rounded(sql`avg(p.seconds)`)} as average
    from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') d (day)
      left join passed p on (p.ended_at at time zone 'UTC')::date = d.day::date
    group by d.day order by d.day`.execute(ctx.db)
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
  const { rows } = await sql<{ json: string }>`with ${placesIn(ctx, place)},
      passed as (select * from (${passagesOf(ctx, stage, days)}) all_passed order by ${by} ${way}, id ${way}
        limit ${page.limit} offset ${page.offset})
    select ${record}::text as json from passed p join issuables i on i.id = p.id join namespaces n on n.id = i.namespace_id
      join users u on u.id = i.author_id order by p.${by} ${way}, p.id ${way}`.execute(ctx.db)
  return rows.map(({ json }) => json)
}

export const asList = (items: readonly string[]): RawJson => new RawJson(`[${items.join()}]`)
