import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { NotFound, Unprocessable } from '#server/errors.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { type Around, byPosition, placeBetween, positionOf } from '#server/plan/issuables/position.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { reopenIssue } from '#server/plan/issues/reopen.ts'
import { issueRows } from '#server/plan/lists/rows.ts'
import { changesFor } from './changes-for.ts'
import { listConditions, scopeConditions, stateOf } from './conditions.ts'
import { type BoardRow, type ListRow, listsOf } from './find.ts'
import { scopeOf } from './scope.ts'

interface BoardMove {
  readonly fromListId?: number | undefined
  readonly toListId?: number | undefined
  /** The neighbors in the list, by their global ids. */
  readonly previousId?: number | undefined
  readonly nextId?: number | undefined
  /** The position from 0; -1 is the end. Used instead of neighbors. */
  readonly positionInList?: number | undefined
  /** The changes of a move to another lane. */
  readonly lane?: LaneChanges
  /** The issue loses the labels of all other lists of the board. */
  readonly leavesOthers?: boolean
}

/** The attributes of the lanes of a grouped board. The parent is also the epic. */
export type LaneChanges = Pick<Changes, 'assignees' | 'labels' | 'milestone' | 'parent'>

/**
 * Move an issue to another list or lane of a board, or within its list. The attributes of the lists and lanes change as
 * if they were edited on the page of the issue, and so does its position in the manual order.
 *
 * @throws NotFound  an issue or neighbor outside of the board's namespace, or one that the actor cannot see; a list of another board
 * @throws Forbidden  the actor may not change the issue
 * @throws Invalid  the issue cannot have the value of the lane: a milestone of another project, or an epic that the actor cannot see
 */
export async function moveOnBoard(
  ctx: Context,
  board: Allowed<'board:read', BoardRow>,
  issueId: number,
  { fromListId, toListId, positionInList, lane = {}, leavesOthers, ...neighbours }: BoardMove,
): Promise<void> {
  const lists = await listsOf(ctx, board.id)
  const from = fromListId === undefined ? null : listIn(lists, fromListId)
  const to = toListId === undefined ? from : listIn(lists, toListId)
  await loadOnBoard(ctx, board, issueId)
  const isElsewhere = to !== null && to !== from
  const left = leavesOthers ? lists.filter(list => list.labelId !== null) : from === null ? [] : [from]
  const isClosing = isElsewhere && stateOf(to) === 'closed'
  await changeAttributes(ctx, issueId, lane, isElsewhere && !isClosing ? { left, to, lists } : null)
  if (isClosing) await closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId }))
  // Closed issues are sorted by closing time.
  if (to?.kind === 'closed') return
  const around =
    positionInList === undefined ? neighbours : await aroundPosition(ctx, board, issueId, to, lists, positionInList)
  if (around.previousId === undefined && around.nextId === undefined) return
  await place(ctx, board, issueId, { ...around, isFirst: around.previousId === undefined })
}

function listIn(lists: readonly ListRow[], id: number): ListRow {
  const list = lists.find(each => each.id === id)
  if (list === undefined) throw new NotFound('Board list')
  return list
}

/** An issue of the place of a board, which the actor may move. */
async function loadOnBoard(ctx: Context, board: BoardRow, issueId: number) {
  const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId })
  if (!issue.ancestorIds.includes(board.namespaceId)) throw new NotFound('Issue')
  return issue
}

interface ListMove {
  readonly left: readonly ListRow[]
  readonly to: ListRow
  /** All of the board. */
  readonly lists: readonly ListRow[]
}

/** Set the attributes of an issue's new list and lane, as one change, which one undo reverts. */
async function changeAttributes(ctx: Context, issueId: number, lane: LaneChanges, list: ListMove | null) {
  const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId })
  if (list !== null && issue.state === 'closed')
    await reopenIssue(ctx, await load(ctx, 'issuable:reopen', issueById, { issueId }))
  const changes = joined(list === null ? {} : await changesOfList(ctx, issueId, list), lane)
  if (Object.keys(changes).length > 0) await changeIssuable(ctx, issue, changes, { isStrict: true })
}

async function changesOfList(ctx: Context, issueId: number, { left, to, lists }: ListMove): Promise<Changes> {
  const { rows } = await sql<{ milestoneId: number | null; iterationId: number | null }>`
    select milestone_id, iteration_id from issuables where id = ${issueId}`.execute(ctx.db)
  return changesFor(rows[0] ?? { milestoneId: null, iterationId: null }, left, to, lists)
}

/** The changes of a list and of a lane together. Where both are about one attribute, its lane decides about single values. */
const joined = (list: Changes, lane: LaneChanges): Changes => ({
  ...list,
  ...lane,
  ...bothLists('assignees', list, lane),
  ...bothLists('labels', list, lane),
})

function bothLists(name: 'assignees' | 'labels', list: Changes, lane: LaneChanges): Changes {
  const [one, other] = [list[name], lane[name]]
  if (one === undefined || other === undefined || 'replace' in one || 'replace' in other) return {}
  const add = [...(one.add ?? []), ...(other.add ?? [])]
  // A value that the list or the lane adds is not removed by the other.
  const remove = [...(one.remove ?? []), ...(other.remove ?? [])].filter(each => !add.includes(each))
  return { [name]: { add, remove } }
}

/** The issues before and after a position in a list. */
async function aroundPosition(
  ctx: Context,
  board: BoardRow,
  issueId: number,
  to: ListRow | null,
  lists: readonly ListRow[],
  position: number,
): Promise<Around> {
  if (to === null) throw new Unprocessable('positionInList requires fromListId or toListId')
  const isEnd = position < 0
  const conditions = [...scopeConditions(board), ...listConditions(to, lists), sql`i.id <> ${issueId}`]
  const issues = issueRows(ctx, await scopeOf(ctx, board), { state: 'opened' }, conditions)
  const order = isEnd
    ? sql`${positionOf('i')} desc, i.id limit 1`
    : sql`${byPosition} offset ${Math.max(0, position - 1)} limit ${position === 0 ? 1 : 2}`
  const { rows } = await sql<{ id: number }>`
    with ${issues.shared} found as (select i.id ${issues.every('opened')} order by ${order}) select id from found`.execute(
    ctx.db,
  )
  const [first, second] = rows.map(row => row.id)
  return isEnd || position > 0 ? { previousId: first, nextId: second } : { nextId: first }
}

async function place(ctx: Context, board: BoardRow, issueId: number, around: Around): Promise<void> {
  const issue = await loadOnBoard(ctx, board, issueId)
  for (const id of [around.previousId, around.nextId]) {
    if (id === undefined) continue
    const neighbour = await load(ctx, 'issuable:read', issueById, { issueId: id })
    if (!neighbour.ancestorIds.includes(board.namespaceId)) throw new NotFound('Issue')
    if (id === issueId) throw new Unprocessable('An issue cannot be placed next to itself')
  }
  await placeBetween(ctx, placesOf(board), issueId, around)
  await recordOrder(ctx, issue)
}

/** A select of the projects whose issues are in the manual order of a board. */
const placesOf = ({ namespaceId, namespaceKind }: BoardRow) =>
  namespaceKind === 'project'
    ? sql`select ${namespaceId}::bigint`
    : sql`select n.id from namespaces n where n.kind = 'project' and n.ancestor_ids @> array[${namespaceId}]::bigint[]`

const recordOrder = (ctx: Context, { id, namespaceId, ancestorIds }: IssuableRow): Promise<void> =>
  ctx.events.record(
    'issue.reordered',
    { issueId: id },
    { namespaceId, topics: issueListTopics(namespaceId, ancestorIds) },
  )
