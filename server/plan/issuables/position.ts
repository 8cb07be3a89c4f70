import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'

/** The distance of a new position from its neighbor where only one neighbor limits it. */
const gap = 1024
/** The distance between the positions that follow from ids. */
const step = 1_048_576
/** 2^58, as a number of PostgreSQL. */
const last = sql.raw('288230376151711744')
/** Positions below it belong to issues that people moved to the front; those of issues that were never moved are above it. */
const border = sql.raw('144115188075855872')

/**
 * The position of an issue in the manual order; equal positions are ordered by id, newest first. The position of an issue that was never
 * moved follows from its id: newest first, after the issues that people moved to the front. A move therefore writes one row.
 *
 * @param alias  of `issuables`, or of rows with its `id` and `relative_position`
 */
export const positionOf = (alias: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${alias}.relative_position`)}, ${last} - ${sql.ref(`${alias}.id`)} * ${sql.raw(String(step))})`

/** The manual order over `issuables i`. */
export const byPosition: RawBuilder<unknown> = sql`${positionOf('i')}, i.id desc`

/** The issues directly before and directly after a position, by their ids. */
export interface Around {
  readonly previousId?: number | undefined
  readonly nextId?: number | undefined
  /**
   * Without `previousId`: put it before all issues that were never moved too, so that issues created later come after
   * it.
   */
  readonly isFirst?: boolean
}

/**
 * Give an issue a position between others of one manual order: of a project, or of the projects of a group.
 *
 * @param places  a select of the ids of the projects
 * @throws Unprocessable  `previousId` does not come before `nextId`
 */
export async function placeBetween(
  ctx: Context,
  places: RawBuilder<unknown>,
  issueId: number,
  around: Around,
): Promise<void> {
  const put = () => putBetween(ctx, places, issueId, around)
  if (await put()) return
  await spreadFrom(ctx, places, around)
  if (!(await put())) throw new Unprocessable('The issue cannot be placed between these two')
}

/** @returns whether a position was free */
async function putBetween(
  ctx: Context,
  places: RawBuilder<unknown>,
  issueId: number,
  { previousId, nextId, isFirst = false }: Around,
): Promise<boolean> {
  const placeOf = (id: number | undefined) =>
    sql`(select ${positionOf('i')} from issuables i where i.id = ${id ?? null}::bigint)`
  const nearest = (direction: 'asc' | 'desc', condition: RawBuilder<unknown>) =>
    sql`(select o.place from (${alongOrder(places, direction, sql`${condition} and i.id <> ${issueId}`, 1)}) o limit 1)`
  const before = isFirst ? sql`least(g.high, ${border})` : sql`g.high`
  const { numAffectedRows } = await sql`
    with given as materialized (select ${placeOf(previousId)} as low, ${placeOf(nextId)} as high),
    bounds as materialized (select
      coalesce(g.low, ${nearest('desc', sql`${positionOf('i')} < ${before}`)}) as low,
      coalesce(g.high, ${nearest('asc', sql`${positionOf('i')} > g.low`)}) as high from given g),
    chosen as materialized (select case
        when low is null and high >= ${border} then 0
        when low is null then high - ${sql.lit(gap)}
        when high is null or (low < ${border} and high >= ${border}) then low + ${sql.lit(gap)}
        else low + (high - low) / 2 end as position, low, high from bounds)
    update issuables set relative_position = chosen.position from chosen where id = ${issueId}
      and (low is null or chosen.position > low) and (high is null or chosen.position < high)`.execute(ctx.db)
  return numAffectedRows === 1n
}

/** A select of `id` and `place` of the first issues in a direction of the order. @param condition  on `issuables i` */
const alongOrder = (
  places: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> => {
  const [order, tie] = direction === 'asc' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  return sql`select n.id, n.place from (${places}) p (id) cross join unnest(array['opened', 'closed']) each_state (state)
    cross join lateral (select i.id, ${positionOf('i')} as place from issuables i
      where i.namespace_id = p.id and i.series = 'issue' and i.state = each_state.state and ${condition}
      order by ${positionOf('i')} ${order}, i.id ${tie} limit ${sql.lit(limit)}) n
    order by n.place ${order}, n.id ${tie} limit ${sql.lit(limit)}`
}

/** The most issues that are moved apart to make room between two. */
const mostMoved = 200

/** Make room: spread the issues from a place on evenly, up to the next one that keeps its position. */
async function spreadFrom(ctx: Context, places: RawBuilder<unknown>, { previousId, nextId }: Around): Promise<void> {
  const anchor = previousId ?? nextId
  if (anchor === undefined) return
  const place = sql`(select ${positionOf('i')} from issuables i where i.id = ${anchor})`
  // The issue before the place keeps its position, so that room opens after it.
  const start =
    previousId === undefined
      ? sql`coalesce((select max(b.place) from (${alongOrder(places, 'desc', sql`${positionOf('i')} < ${place}`, 1)}) b), ${place} - ${sql.lit(gap)})`
      : place
  await sql`
    with along as materialized (${alongOrder(places, 'asc', sql`${positionOf('i')} >= ${start}`, mostMoved + 1)}),
    numbered as (select id, place, row_number() over (order by place, id desc) as n, count(*) over () as total from along),
    ends as (select min(place) as low, case when max(total) > ${sql.lit(mostMoved)} then max(place) else max(place) + ${sql.lit(gap)} * max(total) end as high,
      max(total) as total from numbered)
    update issuables u set relative_position = e.low + (n.n - 1) * greatest((e.high - e.low) / e.total, 2)
    from numbered n cross join ends e where u.id = n.id and n.n > 1 and n.n <= ${sql.lit(mostMoved)}`.execute(ctx.db)
}
