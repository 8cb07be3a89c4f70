import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { NotFound, Unprocessable } from '#server/errors.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { issueRows } from '#server/plan/issues/list/rows.ts'
import { type Around, byPosition, placeBetween, positionOf } from '#server/plan/issues/position.ts'
import { reopenIssue } from '#server/plan/issues/reopen.ts'
import { changesFor } from './changes-for.ts'
import { listConditions, scopeConditions, stateOf } from './conditions.ts'
import { type BoardRow, type ListRow, listsOf } from './find.ts'
import { scopeOf } from './scope.ts'

interface BoardMove {
  readonly fromListId?: number | undefined
  readonly toListId?: number | undefined
  /** The neighbours in the list, by their global ids. */
  readonly previousId?: number | undefined
  readonly nextId?: number | undefined
  /** From 0; -1 is the end. In place of neighbours. */
  readonly positionInList?: number | undefined
  /** The new epic; null removes the issue from its epic. */
  readonly epicId?: number | null | undefined
  /** The issue loses the labels of all other lists of the board. */
  readonly leavesOthers?: boolean
}

/**
 * Move an issue to another list of a board, or within its list. The attributes that the lists stand for change as if they were edited on
 * the page of the issue, and so does its position in the manual order.
 *
 * @throws NotFound  an issue or neighbor outside of the board's namespace, or one that the actor cannot see; a list of another board
 * @throws Forbidden  the actor may not change the issue
 */
export async function moveOnBoard(
  ctx: Context,
  board: Allowed<'board:read', BoardRow>,
  issueId: number,
  { fromListId, toListId, positionInList, epicId, leavesOthers, ...neighbours }: BoardMove,
): Promise<void> {
  const lists = await listsOf(ctx, board.id)
  const from = fromListId === undefined ? null : listIn(lists, fromListId)
  const to = toListId === undefined ? from : listIn(lists, toListId)
  await loadOnBoard(ctx, board, issueId)
  if (to !== null && to !== from)
    await changeList(
      ctx,
      issueId,
      leavesOthers ? lists.filter(list => list.labelId !== null) : from === null ? [] : [from],
      to,
      lists,
    )
  if (epicId !== undefined) await changeEpic(ctx, issueId, epicId)
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

async function changeList(
  ctx: Context,
  issueId: number,
  from: readonly ListRow[],
  to: ListRow,
  lists: readonly ListRow[],
): Promise<void> {
  if (stateOf(to) === 'closed') {
    await closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId }))
    return
  }
  const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId })
  if (issue.state === 'closed') await reopenIssue(ctx, await load(ctx, 'issuable:reopen', issueById, { issueId }))
  const { rows } = await sql<{ milestoneId: number | null; iterationId: number | null }>`
    select milestone_id, iteration_id from issuables where id = ${issueId}`.execute(ctx.db)
  const held = rows[0] ?? { milestoneId: null, iterationId: null }
  await changeIssuable(ctx, issue, changesFor(held, from, to, lists), { isStrict: true })
}

/** Add an issue to an epic, or remove it from its epic (null). @throws Invalid  the actor cannot see the epic */
async function changeEpic(ctx: Context, issueId: number, epicId: number | null): Promise<void> {
  const issue = await load(ctx, 'issuable:update', issueById, { issueId })
  await changeIssuable(ctx, issue, { parent: epicId }, { isStrict: true })
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
