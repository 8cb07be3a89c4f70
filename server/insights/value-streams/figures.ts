import { type RawBuilder, sql } from 'kysely'
import { eventWords, longestWindowDays, type StageEvent, usualWindowDays } from '#contract/insights/stage-events.ts'
import { levelSql } from '#server/access/levels.ts'
import { placesOfIssuables, visibleCode, visibleEnvironments, visibleInPlaces } from '#server/access/visible.ts'
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
  sql`places as materialized (select * from (${placesOfIssuables(ctx.actor, sql`n.kind = 'project' and n.ancestor_ids @> array[${id}::bigint] and not n.inactive`)}) found where found.level >= ${levelSql('planner')})`

/** The projects of `places` in which the actor sees what the events of a stage need. */
function placesFor(ctx: Context, events: readonly StageEvent[]): RawBuilder<unknown> {
  const needs = new Set(events.flatMap(event => eventWords(event).needs ?? []))
  const conditions = [
    ...(needs.has('code') ? [visibleCode(ctx.actor, 'sn', 'sp')] : []),
    ...(needs.has('environments') ? [visibleEnvironments(ctx.actor, 'sn', 'sp')] : []),
  ]
  if (conditions.length === 0) return sql`select p.id from places p`
  return sql`select p.id from places p join namespaces sn on sn.id = p.id join projects sp on sp.id = p.id
    where ${sql.join(conditions, sql` and `)}`
}

/** A select of the items that left a stage within the days and that the actor can read: `id`, `started_at`, `ended_at` and `seconds`. */
function passagesOf(ctx: Context, stage: StageRow, days: Window): RawBuilder<unknown> {
  const { startEventIdentifier: start, endEventIdentifier: end, startEventLabel, endEventLabel } = stage
  return sql`select i.id, s.at as started_at, e.at as ended_at, extract(epoch from e.at - s.at)::double precision as seconds
    from issuable_moments e
      join issuable_moments s on s.issuable_id = e.issuable_id and s.event = ${start} and s.label_id = ${startEventLabel?.id ?? 0}
      join issuables i on i.id = e.issuable_id
    where ${stage.isWhole} and e.namespace_id = any (array(${placesFor(ctx, [start, end])}))
      and e.event = ${end} and e.label_id = ${endEventLabel?.id ?? 0}
      and ${isWithin(sql`e.at`, days)} and e.at >= s.at and ${visibleInPlaces(ctx.actor, 'i')}`
}

const rounded = (value: RawBuilder<unknown>) => sql`round((${value})::numeric, 3)::double precision`
const percentile = (share: number) => rounded(sql`percentile_cont(${sql.lit(share)}) within group (order by seconds)`)

const figureFields = {
  count: sql`count(*)::integer`,
  median: percentile(0.5),
  average: rounded(sql`avg(seconds)`),
  p75: percentile(0.75),
  p95: percentile(0.95),
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
      sql`select ${sql.lit(index)} as place, ${object(figureFields)} as figures from (${passagesOf(ctx, stage, days)}) passed`,
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
      ${percentile(0.5)} as median, ${rounded(sql`avg(p.seconds)`)} as average
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
