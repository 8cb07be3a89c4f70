import { sql } from 'kysely'
import { mostViews, type ViewedList } from '#contract/plan/lists/view-limits.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, Malformed, Unauthenticated } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { audienceOf, listsSeen, sharesViews, type ViewPlace } from './place.ts'
import { presentView, type ViewRow, viewOf } from './queries.ts'
import { checkQuery } from './query.ts'
import './events.ts'

interface NewView {
  readonly list: ViewedList
  readonly name: string
  readonly query: string
  readonly isShared?: boolean | undefined
}

const taken = 'A view with this name already exists'
const tooMany = `A list can have up to ${mostViews} views per person and ${mostViews} shared views. Delete a view first.`

/**
 * Save a view of a list, for the actor alone or for everyone.
 *
 * @throws Malformed  a list that the place does not have, or a query that the list does not understand
 * @throws Conflict  a view of that name
 */
export async function saveView(ctx: Context, place: ViewPlace, given: NewView) {
  const userId = signedIn(ctx)
  const { list, query, isShared = false } = given
  if (!listsSeen(ctx, place).includes(list)) throw new Malformed('list does not have a valid value')
  checkQuery(ctx, list, query)
  const ownerId = isShared ? null : userId
  mayWrite(ctx, place, ownerId)
  await takeTurn(ctx, place, list, ownerId)
  const row = await written(
    sql<ViewRow>`
      insert into saved_views (namespace_id, owner_id, list, name, query, created_at, updated_at)
      select ${place.id}, ${ownerId}::bigint, ${list}, ${nameOf(given.name)}, ${query}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      where ${hasRoom(place, list, ownerId)} returning *`,
    ctx,
  )
  await ctx.events.record('saved_view.created', { viewId: row.id }, audienceOf(place, [ownerId]))
  return presentView(ctx, place, row)
}

/**
 * Change a view: its name, its query, or whether it is shared. A user who stops sharing a view becomes its owner.
 *
 * @throws Forbidden  a shared view, for those below reporter
 */
export async function changeView(
  ctx: Context,
  place: ViewPlace,
  viewId: number,
  given: Partial<Omit<NewView, 'list'>>,
) {
  const userId = signedIn(ctx)
  const known = await viewOf(ctx, place, viewId)
  const { query = known.query, isShared = known.ownerId === null } = given
  if (given.query !== undefined) checkQuery(ctx, known.list, query)
  const ownerId = isShared ? null : userId
  mayWrite(ctx, place, known.ownerId)
  mayWrite(ctx, place, ownerId)
  const isMoved = ownerId !== known.ownerId
  if (isMoved) await takeTurn(ctx, place, known.list, ownerId)
  const row = await written(
    sql<ViewRow>`
      update saved_views set owner_id = ${ownerId}::bigint, name = ${nameOf(given.name ?? known.name)}, query = ${query},
        updated_at = ${ctx.now}::timestamptz
      where id = ${viewId} ${isMoved ? sql`and ${hasRoom(place, known.list, ownerId)}` : sql``} returning *`,
    ctx,
  )
  await ctx.events.record('saved_view.updated', { viewId }, audienceOf(place, [known.ownerId, ownerId]))
  return presentView(ctx, place, row)
}

/** @throws Forbidden  a shared view, for those below reporter */
export async function removeView(ctx: Context, place: ViewPlace, viewId: number): Promise<null> {
  signedIn(ctx)
  const { ownerId } = await viewOf(ctx, place, viewId)
  mayWrite(ctx, place, ownerId)
  await ctx.db.deleteFrom('savedViews').where('id', '=', viewId).execute()
  await ctx.events.record('saved_view.deleted', { viewId }, audienceOf(place, [ownerId]))
  return null
}

function signedIn(ctx: Context): number {
  const userId = userIdOf(ctx)
  if (userId === null) throw new Unauthenticated()
  return userId
}

function mayWrite(ctx: Context, place: ViewPlace, ownerId: number | null): void {
  if (ownerId === null && !sharesViews(ctx.actor, place)) throw new Forbidden()
}

function nameOf(given: string): string {
  const name = oneLine(given)
  if (name === '') throw new Invalid({ name: ["can't be blank"] })
  return name
}

/** Serialize saves for the same list and owner: two that count the views at the same moment would both find room. */
const takeTurn = (ctx: Context, place: ViewPlace, list: ViewedList, ownerId: number | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended('saved views ' || ${list}::text || ' ' || ${ownerId ?? 0}::bigint, ${place.id}::bigint))`.execute(
    ctx.db,
  )

const hasRoom = (place: ViewPlace, list: ViewedList, ownerId: number | null) =>
  sql`(select count(*) from saved_views c where c.namespace_id = ${place.id} and c.list = ${list}
    and coalesce(c.owner_id, 0) = ${ownerId ?? 0}) < ${mostViews}`

/** The row that a statement has written. */
async function written(statement: ReturnType<typeof sql<ViewRow>>, ctx: Context): Promise<ViewRow> {
  try {
    const { rows } = await statement.execute(ctx.db)
    const [row] = rows
    if (row === undefined) throw new Invalid(tooMany)
    return row
  } catch (error) {
    if (isTaken(error)) throw new Conflict(taken, { cause: error })
    throw error
  }
}
