import { type RawBuilder, sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { NotFound, noneGiven, Unprocessable } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, type Fields, object, objectWhere } from '#server/platform/sql/shape.ts'
import { assigneesJson } from './attributes/assignees.ts'
import type { IssuableRow } from './find.ts'

const i = columnsOf('issuables', 'i')
const m = columnsOf('milestones', 'm')

/** Child items of one series that a page shows of one parent. */
export const maxChildrenShown = 1_000

/**
 * The number of child pages that are notified of a change of their parent; others read it when they are opened again.
 */
const maxTopics = 200

/** The order of child items, over `issuables i`. */
export const inOrder: RawBuilder<unknown> = sql`i.parent_position nulls last, i.id`

export interface ChildRow {
  readonly id: number
  /** The contract's ChildItem, as text of JSON. */
  readonly json: string
}

/** The issuables whose pages name one as their parent: `id`. */
export const childIdsOf = (issuableId: number): RawBuilder<{ readonly id: number }> =>
  sql`select c.id from issuables c where c.parent_id = ${issuableId} limit ${maxTopics}`

interface Parent {
  readonly id: number
  readonly namespaceId: number
}

/**
 * The issuables of a series in an issuable that the actor may know of, in order: up to `maxChildrenShown` and one more.
 *
 * @param further  members of their JSON, over `issuables i` and `epics e`
 */
export async function childrenOf(
  ctx: Context,
  { id, namespaceId }: Parent,
  series: 'issue' | 'epic',
  further: Fields = {},
): Promise<readonly ChildRow[]> {
  const { rows } = await sql<ChildRow>`
    select i.id, ${object({ ...childFields(ctx, namespaceId, series), ...further })}::text as json
    from issuables i join namespaces n on n.id = i.namespace_id left join epics e on e.id = i.id
      left join milestones m on m.id = i.milestone_id
    where i.parent_id = ${id} and i.series = ${series} and ${visibleIssuables(ctx.actor, 'i', { series })}
    order by ${inOrder} limit ${maxChildrenShown + 1}`.execute(ctx.db)
  return rows
}

function childFields(ctx: Context, namespaceId: number, series: 'issue' | 'epic') {
  const { settings } = ctx.services
  const userId = userIdOrZero(ctx)
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin
  const plans = isAdmin ? sql`true` : sql`access_level_of(${userId}, n.ancestor_ids) >= ${levelSql('planner')}`
  const edits =
    series === 'epic'
      ? plans
      : sql`(${plans} or i.author_id = ${userId} or exists (select 1 from issuable_assignees ea where ea.issuable_id = i.id and ea.user_id = ${userId}))`
  return {
    ...i.fields('id'),
    kind: i('series'),
    ...i.fields('type', 'title', 'state', 'confidential'),
    reference: sql`case when i.namespace_id = ${namespaceId} then '' else n.full_path end || ${referenceSql('i')}`,
    path: pagePathSql('i', 'n', series),
    ...i.fields('weight', 'healthStatus', 'startDate', 'dueDate'),
    milestone: objectWhere(m('id'), { ...m.fields('title') }),
    assignees: assigneesJson(userBasicJson(settings, 'u')),
    can_remove: sql`not n.inactive and ${edits}`,
  }
}

const childName = ({ type }: IssuableRow, series: 'issue' | 'epic'): string =>
  series === 'epic' ? 'Epic' : type === 'epic' ? 'Epic Issue' : 'Child item'

const ofOwnOrder = 'Items can only be moved among items of the same kind in the same parent'

export interface Neighbours {
  /** The child that comes before it. */
  readonly moveBeforeId?: number | null | undefined
  /** The child that comes after it. */
  readonly moveAfterId?: number | null | undefined
}

const gap = 1024

/**
 * Put a child in front of or behind another one of its kind.
 *
 * @throws NotFound  it is not in the parent
 * @throws Unprocessable  the neighbor does not exist, or is of another kind
 */
export async function reorderChild(
  ctx: Context,
  parent: Allowed<'issuable:set-metadata', IssuableRow>,
  series: 'issue' | 'epic',
  id: number,
  { moveBeforeId, moveAfterId }: Neighbours,
): Promise<void> {
  if (moveBeforeId == null && moveAfterId == null) throw noneGiven('move_before_id', 'move_after_id')
  // Held until the end, so that two who move at once do not mix their orders.
  await sql`select 1 from issuables where id = ${parent.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number; position: number | null }>`
    select id, parent_position as position from issuables where parent_id = ${parent.id} and series = ${series}
    order by parent_position nulls last, id`.execute(ctx.db)
  if (!rows.some(row => row.id === id)) throw new NotFound(childName(parent, series))
  const others = rows.filter(row => row.id !== id)
  const neighbour = others.findIndex(row => row.id === (moveBeforeId ?? moveAfterId))
  if (neighbour < 0) throw new Unprocessable(ofOwnOrder)
  const at = moveBeforeId == null ? neighbour : neighbour + 1
  const position = between(others[at - 1], others[at])
  if (position !== null) await sql`update issuables set parent_position = ${position} where id = ${id}`.execute(ctx.db)
  else {
    const order = [...others.slice(0, at).map(row => row.id), id, ...others.slice(at).map(row => row.id)]
    await sql`update issuables i set parent_position = placed.place * ${gap}
      from unnest(${order}::bigint[]) with ordinality as placed(id, place)
      where placed.id = i.id and i.parent_position is distinct from placed.place * ${gap}`.execute(ctx.db)
  }
  await ctx.events.record(
    'issuable.children_changed',
    { issuableId: parent.id },
    { namespaceId: parent.namespaceId, topics: topicsOfIssuable(parent) },
  )
}

interface Placed {
  readonly position: number | null
}

/** A free position between two; null when there is none, or one of them has none itself. */
function between(before: Placed | undefined, after: Placed | undefined): number | null {
  if (before?.position === null || after?.position === null) return null
  const low = before?.position ?? (after?.position ?? 0) - 2 * gap
  const high = after?.position ?? low + 2 * gap
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : null
}
