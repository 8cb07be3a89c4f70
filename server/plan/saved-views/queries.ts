import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { SavedView } from '#contract/plan/lists/saved-views.ts'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { listsSeen, ownNamespaceId, sharesViews, type ViewPlace } from './place.ts'
import { keptOf, readStored } from './query.ts'

const v = columnsOf('savedViews', 'v')

export interface ViewRow {
  readonly id: number
  readonly ownerId: number | null
  readonly list: ViewedList
  readonly name: string
  readonly query: string
  readonly createdAt: string
  readonly updatedAt: string
}

const columns = sql`v.id, v.owner_id, v.list, v.name, v.query, v.created_at, v.updated_at`

/** The views of a namespace that the actor can see, as a condition on `saved_views v`. */
const seen = (ctx: Context, namespaceId: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql`v.namespace_id = ${namespaceId} and (v.owner_id is null or v.owner_id = ${userIdOrZero(ctx)})`

const inOrder = sql`v.owner_id is null, ${naturally(sql`v.name`)}, v.id`

export async function listViews(ctx: Context, place: ViewPlace, list: ViewedList | undefined) {
  const lists = listsSeen(ctx, place).filter(each => list === undefined || each === list)
  const { rows } = await sql<ViewRow>`
    select ${columns} from saved_views v where ${seen(ctx, place.id)} and v.list = any (${lists}::text[])
    order by v.list, ${inOrder}`.execute(ctx.db)
  return rows.map(row => presentView(ctx, place, row))
}

/** @throws NotFound  the view is someone else's, is of a list that the actor cannot see, or does not exist */
export async function viewOf(ctx: Context, place: ViewPlace, viewId: number): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from saved_views v where v.id = ${viewId} and ${seen(ctx, place.id)}
      and v.list = any (${listsSeen(ctx, place)}::text[]) for no key update`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Saved View')
  return row
}

/** The view as it is, held until the transaction ends. */
export async function currentView(ctx: Context, place: ViewPlace, viewId: number) {
  return { ...presentView(ctx, place, await viewOf(ctx, place, viewId)) }
}

export function presentView(ctx: Context, place: ViewPlace, row: ViewRow): Static<typeof SavedView> {
  const { ownerId, ...shown } = row
  return { ...shown, isShared: ownerId === null, canManage: ownerId !== null || sharesViews(ctx.actor, place) }
}

/** The views of a list for its page, as an expression of JSON. */
export const viewsJson = (ctx: Context, place: ViewPlace, list: ViewedList): RawBuilder<string> =>
  sql`${viewsArray(ctx, place.id, list, sharesViews(ctx.actor, place))}::text`

/** The views of the actor's to-do list. */
export const todoViewsJson = (ctx: Context): RawBuilder<unknown> => viewsArray(ctx, ownNamespaceId(ctx), 'todo', false)

const viewsArray = (
  ctx: Context,
  namespaceId: number | RawBuilder<number>,
  list: ViewedList,
  shares: boolean,
): RawBuilder<unknown> =>
  sql`coalesce((select json_agg(${object({
    ...v.fields('id', 'name', 'query'),
    is_shared: sql`v.owner_id is null`,
    can_manage: sql`v.owner_id is not null or ${shares}`,
  })} order by ${inOrder})
    from saved_views v where ${seen(ctx, namespaceId)} and v.list = ${sql.lit(list)}), '[]')`

interface Viewed {
  readonly namespace?: string
  readonly view?: number | undefined
  readonly cursor?: string | undefined
  readonly page?: number | undefined
  readonly perPage?: number | undefined
  readonly timeZone?: string | undefined
}

/**
 * The input of a list page. A view alone is replaced by its query; with other filters, it only names the view that they were
 * changed from.
 */
export async function viewedInput<Input extends Viewed>(
  ctx: Context,
  namespaceId: number | RawBuilder<number>,
  list: ViewedList,
  input: Input,
): Promise<Input> {
  const { view, ...rest } = input
  const others = keptOf(rest)
  if (view === undefined || Object.values(others).some(value => value !== undefined)) return input
  const stored = await storedView(ctx, namespaceId, [list], view)
  return stored === null ? input : { ...input, ...readStored(list, stored.query) }
}

/**
 * The filters and order of a view, as the input of its list's page.
 *
 * @throws NotFound  the view is someone else's, of another place or list, or does not exist
 */
export async function filtersOfView(
  ctx: Context,
  namespaceId: number,
  lists: readonly ViewedList[],
  viewId: number,
): Promise<{ readonly list: ViewedList; readonly filters: Readonly<Record<string, unknown>> }> {
  const stored = await storedView(ctx, namespaceId, lists, viewId)
  if (stored === null) throw new NotFound('Saved View')
  return { list: stored.list, filters: readStored(stored.list, stored.query) }
}

/** The query of a view as it is stored; null where the actor has no such view of these lists. */
async function storedView(
  ctx: Context,
  namespaceId: number | RawBuilder<number>,
  lists: readonly ViewedList[],
  viewId: number,
): Promise<{ readonly list: ViewedList; readonly query: string } | null> {
  const { rows } = await sql<{ list: ViewedList; query: string }>`
    select v.list, v.query from saved_views v where v.id = ${viewId} and v.list = any (${[...lists]}::text[]) and ${seen(ctx, namespaceId)}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
