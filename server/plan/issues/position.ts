import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'

const gap = 1024

/** The issues directly before and directly after a position, by their ids. */
export interface Around {
  readonly previousId?: number | undefined
  readonly nextId?: number | undefined
}

/**
 * Give an issue a position between others of one manual order: of a project, or of the projects of a group.
 *
 * Issues without a position come behind the others, the newest first. They keep that order: only those before the new place get one.
 *
 * @param within  the condition on `issuables i` for the issues of the order
 * @param among  the condition for those that keep their order before the new place, where they are not all: the issues of one list
 * @throws Unprocessable  no position is free between the two, or too many issues of the list come before them
 */
export async function placeBetween(
  ctx: Context,
  within: RawBuilder<unknown>,
  issueId: number,
  around: Around,
  among?: RawBuilder<unknown>,
): Promise<void> {
  await positionThoseBefore(ctx, within, around, among)
  const position =
    (await positionBetween(ctx, within, issueId, around)) ??
    (await spread(ctx, within).then(() => positionBetween(ctx, within, issueId, around)))
  if (position === null) throw new Unprocessable('The issue cannot be placed between these two')
  await sql`update issuables set relative_position = ${position} where id = ${issueId}`.execute(ctx.db)
}

/** A position that is free; null where none is. */
async function positionBetween(
  ctx: Context,
  within: RawBuilder<unknown>,
  issueId: number,
  { previousId, nextId }: Around,
): Promise<number | null> {
  const positionOf = (id: number | undefined) =>
    sql<number | null>`(select relative_position from issuables where id = ${id ?? null}::bigint)`
  const others = sql`from issuables i where ${within} and i.id <> ${issueId} and i.relative_position`
  const { rows } = await sql<{ low: number | null; high: number | null }>`
    with given as (select ${positionOf(previousId)} as low, ${positionOf(nextId)} as high)
    select coalesce(low, case when high is null then (select max(i.relative_position) ${others} is not null)
        else (select max(i.relative_position) ${others} < high) end) as low,
      coalesce(high, (select min(i.relative_position) ${others} > low)) as high
    from given`.execute(ctx.db)
  const { low: below = null, high: above = null } = rows[0] ?? {}
  const low = below ?? (above ?? 0) - 2 * gap
  const high = above ?? low + 2 * gap
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : null
}

/** The most issues of a list that get a position in one move. */
const mostPositioned = 5_000

/** Give a position to the issues without one that come before a new place. */
async function positionThoseBefore(
  ctx: Context,
  within: RawBuilder<unknown>,
  { previousId, nextId }: Around,
  among: RawBuilder<unknown> | undefined,
): Promise<void> {
  const anchor = previousId ?? nextId
  if (anchor === undefined) return
  const isBefore = previousId === undefined ? sql`i.id > ${anchor}` : sql`i.id >= ${anchor}`
  const limit = among === undefined ? sql`` : sql`limit ${mostPositioned + 1}`
  const { numAffectedRows } = await sql`
    with missing as materialized (select i.id from issuables i
      where ${within} ${among === undefined ? sql`` : sql`and ${among}`} and i.relative_position is null and ${isBefore}
        and (select relative_position from issuables where id = ${anchor}) is null
      order by i.id desc ${limit}),
    top as (select coalesce(max(i.relative_position), 0) as position from issuables i where ${within})
    update issuables u set relative_position = placed.position from (
      select m.id, top.position + ${gap}::bigint * row_number() over (order by m.id desc) as position from missing m cross join top) placed
    where u.id = placed.id`.execute(ctx.db)
  if (among !== undefined && (numAffectedRows ?? 0n) > BigInt(mostPositioned))
    throw new Unprocessable('The list is too long to move an issue this far down')
}

/** Spread the positions evenly, in the present order. */
const spread = (ctx: Context, within: RawBuilder<unknown>) =>
  sql`update issuables u set relative_position = placed.position from (
      select i.id, ${gap}::bigint * row_number() over (order by i.relative_position, i.id desc) as position
      from issuables i where ${within} and i.relative_position is not null) placed
    where placed.id = u.id and u.relative_position is distinct from placed.position`.execute(ctx.db)
