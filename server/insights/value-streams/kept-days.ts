import { sql } from 'kysely'
import { eventWords, type StageEvent } from '#contract/insights/stage-events.ts'
import { isNotHidden } from '#server/access/visible.ts'
import { anonymous, createContext, type Services, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { daysBefore } from './passages.ts'
import { type StageRow, stagesByDefault, stagesOverall } from './streams.ts'

/** On a day with more items, their durations are rounded. */
const mostExact = 32
/** The logarithm of the ratio of two steps, 1.04: a rounded duration is within two percent of the exact one. */
const logStep = sql.lit(Math.log(1.04))

interface Pair {
  readonly pair: string
  readonly startEvent: StageEvent
  readonly startLabelId: number
  readonly endEvent: StageEvent
  readonly endLabelId: number
}

const pairFrom = (events: Omit<Pair, 'pair'>): Pair => ({
  pair: `${events.startEvent}+${events.startLabelId}/${events.endEvent}+${events.endLabelId}`,
  ...events,
})

/** The pair of events by which the days of a stage are kept. */
export const pairOf = (stage: StageRow): Pair =>
  pairFrom({
    startEvent: stage.startEventIdentifier,
    startLabelId: stage.startEventLabel?.id ?? 0,
    endEvent: stage.endEventIdentifier,
    endLabelId: stage.endEventLabel?.id ?? 0,
  })

const pairsForAll: readonly Pair[] = [...stagesByDefault, ...stagesOverall].map(pairOf)

/** The pairs of all stages that count a project: those that every project has, and those of its own and its groups' value streams. */
async function pairsFor(db: Db, ancestorIds: readonly number[]): Promise<readonly Pair[]> {
  const { rows } = await sql<Omit<Pair, 'pair'>>`
    select distinct s.start_event, coalesce(s.start_label_id, 0) as start_label_id, s.end_event, coalesce(s.end_label_id, 0) as end_label_id
    from value_streams v join value_stream_stages s on s.value_stream_id = v.id
    where v.namespace_id = any (${[...ancestorIds]}::bigint[])`.execute(db)
  const isWhole = (event: StageEvent, labelId: number) => eventWords(event).takesLabel !== true || labelId !== 0
  const own = rows
    .filter(row => isWhole(row.startEvent, row.startLabelId) && isWhole(row.endEvent, row.endLabelId))
    .map(pairFrom)
  return [...new Map([...pairsForAll, ...own].map(pair => [pair.pair, pair])).values()]
}

/** Times from one that is included to one that is not. */
interface Span {
  readonly from: string
  readonly to: string
}

const always: readonly Span[] = [{ from: '-infinity', to: 'infinity' }]
const dayOf = (day: string): Span => ({ from: `${day}T00:00:00Z`, to: `${daysBefore(day, -1)}T00:00:00Z` })

/** Count what ended in the spans, which begin and end at midnight. */
async function countSpans(db: Db, projectId: number, pairs: readonly Pair[], spans: readonly Span[]): Promise<void> {
  if (pairs.length === 0 || spans.length === 0) return
  const inSteps = sql`exp(round(ln(greatest(seconds, 1)) / ${logStep}) * ${logStep})`
  await sql`with passed as (
      select p.pair, (m.ended_at at time zone 'UTC')::date as day, extract(epoch from m.ended_at - m.started_at)::double precision as seconds
      from json_to_recordset(${JSON.stringify(pairs)})
          p (pair text, "startEvent" text, "startLabelId" bigint, "endEvent" text, "endLabelId" bigint)
        cross join json_to_recordset(${JSON.stringify(spans)}) span ("from" timestamptz, "to" timestamptz)
        cross join lateral (
          select e.at as ended_at, (select s.at from issuable_moments s
            where s.issuable_id = e.issuable_id and s.event = p."startEvent" and s.label_id = p."startLabelId") as started_at
          from issuable_moments e where e.namespace_id = ${projectId} and e.event = p."endEvent" and e.label_id = p."endLabelId"
            and e.at >= span."from" and e.at < span."to" and ${isNotHidden(sql`e.issuable_id`)} offset 0) m
      where m.started_at <= m.ended_at),
    counted as (select pair, day, count(*) as items, percentile_cont(0.5) within group (order by seconds) as median from passed group by pair, day),
    shortened as (select pair, day, c.median, case when c.items > ${sql.lit(mostExact)} then ${inSteps} else p.seconds end as seconds
      from passed p join counted c using (pair, day)),
    added as (select pair, day, median, seconds, count(*)::integer as weight from shortened group by pair, day, median, seconds)
    insert into kept_days (namespace_id, pair, day, median, seconds, weights)
    select ${projectId}, pair, day, median, array_agg(seconds order by seconds), array_agg(weight order by seconds)
    from added group by pair, day, median`.execute(db)
}

/** Add up the days of months that are not there. */
const addMonths = (db: Db, projectId: number) =>
  sql`insert into kept_months (namespace_id, pair, month, seconds, weights)
    select ${projectId}, pair, month, array_agg(seconds order by seconds), array_agg(weight order by seconds)
    from (select d.pair, m.month, v.seconds, sum(v.weight)::integer as weight
      from kept_days d cross join lateral (select date_trunc('month', d.day)::date as month) m
        cross join unnest(d.seconds, d.weights) v (seconds, weight)
      where d.namespace_id = ${projectId}
        and not exists (select 1 from kept_months k where k.namespace_id = d.namespace_id and k.pair = d.pair and k.month = m.month)
      group by d.pair, m.month, v.seconds) added
    group by pair, month`.execute(db)

/**
 * Count the days that changed, project by project, each in a transaction: a process that is killed loses one project's counting, and
 * the next one does it again. Until then these days are counted from the moments, so that figures are never behind.
 */
export async function keepDays(db: Db, services: Services): Promise<void> {
  while (await keepNext(db, services));
}

/** @returns false when nothing is left */
function keepNext(db: Db, services: Services): Promise<boolean> {
  return transact(createContext({ actor: anonymous, db, services, requestId: 'keep-days' }), async ctx => {
    const { rows: marks } = await sql<{ namespaceId: number }>`
      select namespace_id from stale_days order by id limit 1`.execute(ctx.db)
    const projectId = marks[0]?.namespaceId
    if (projectId === undefined) return false
    // Two countings of a project at once could store the older one last.
    await sql`select pg_advisory_xact_lock(hashtextextended('kept days', ${projectId}))`.execute(ctx.db)
    // The marks go before the moments are read: what is changed later leaves a mark of its own.
    const { rows } = await sql<{
      days: readonly string[]
      ancestorIds: readonly number[] | null
      kept: readonly string[]
    }>`
      with gone as (delete from stale_days where namespace_id = ${projectId} returning day)
      select coalesce((select array_agg(distinct to_char(day, 'YYYY-MM-DD')) from gone where day is not null), '{}') as days,
        (select ancestor_ids from namespaces where id = ${projectId}) as ancestor_ids,
        array(select pair from kept_pairs where namespace_id = ${projectId}) as kept`.execute(ctx.db)
    const [row] = rows
    if (row === undefined || row.ancestorIds === null) return true
    const wanted = await pairsFor(ctx.db, row.ancestorIds)
    const known = new Set(row.kept)
    const fresh = wanted.filter(({ pair }) => !known.has(pair))
    const names = (pairs: readonly Pair[]) => sql`${pairs.map(({ pair }) => pair)}::text[]`
    await sql`delete from kept_pairs where namespace_id = ${projectId} and pair <> all (${names(wanted)})`.execute(
      ctx.db,
    )
    await sql`delete from kept_days where namespace_id = ${projectId} and day = any (${row.days}::date[])`.execute(
      ctx.db,
    )
    await sql`delete from kept_months
      where namespace_id = ${projectId} and month in (select date_trunc('month', day)::date from unnest(${row.days}::date[]) day)`.execute(
      ctx.db,
    )
    await sql`insert into kept_pairs (namespace_id, pair) select ${projectId}, unnest(${names(fresh)})`.execute(ctx.db)
    const kept = wanted.filter(({ pair }) => known.has(pair))
    await countSpans(ctx.db, projectId, kept, row.days.map(dayOf))
    await countSpans(ctx.db, projectId, fresh, always)
    await addMonths(ctx.db, projectId)
    return true
  })
}
