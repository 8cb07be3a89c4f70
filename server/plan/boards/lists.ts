import { type RawBuilder, sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, Malformed } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import { placeOf } from './change.ts'
import type { BoardListRow, BoardRow } from './find.ts'
import { namedIn } from './named.ts'

/** The subject of a list: exactly one of them is given. */
export interface ListSubject {
  readonly labelId?: number | null | undefined
  readonly assigneeId?: number | null | undefined
  readonly milestoneId?: number | null | undefined
  readonly iterationId?: number | null | undefined
}

export interface Limits {
  readonly maxIssueCount?: number | null | undefined
  readonly maxIssueWeight?: number | null | undefined
  readonly limitMetric?: string | null | undefined
}

const subjects = ['labelId', 'assigneeId', 'milestoneId', 'iterationId'] as const
const kinds = { labelId: 'label', assigneeId: 'assignee', milestoneId: 'milestone', iterationId: 'iteration' } as const
const mostLists = 100

/**
 * Add a list to a board, after the other added lists.
 *
 * @throws Malformed  no subject, or several
 * @throws Invalid  the subject does not exist, or the board already has a list for it
 */
export async function createList(
  ctx: Context,
  board: Allowed<'board:admin', BoardRow>,
  given: ListSubject & Limits,
): Promise<number> {
  const [subject, ...others] = subjects.filter(name => given[name] != null)
  if (subject === undefined || others.length > 0)
    throw new Malformed(
      'label_id, assignee_id, milestone_id, iteration_id are missing, exactly one parameter must be provided',
    )
  const kind = kinds[subject]
  const named = { ...given, ...(given.labelId == null ? {} : { labels: [given.labelId] }) }
  await namedIn(ctx, { id: board.namespaceId, ancestorIds: board.ancestorIds }, named)
  await lockBoard(ctx, board.id)
  try {
    const { rows } = await sql<{ id: number }>`
      insert into board_lists (board_id, kind, ${sql.ref(`${kind}_id`)}, position, max_issue_count, max_issue_weight, limit_metric)
      select ${board.id}, ${kind}, ${given[subject]}::bigint, coalesce(max(position) + 1, 0), ${given.maxIssueCount ?? 0}, ${given.maxIssueWeight ?? 0}, ${given.limitMetric ?? null}
      from board_lists where board_id = ${board.id} having count(position) < ${mostLists} returning id`.execute(ctx.db)
    const listId = rows[0]?.id
    if (listId === undefined) throw new Invalid({ base: [`A board can have up to ${mostLists} lists`] })
    await ctx.events.record('board_list.created', { boardId: board.id, listId }, placeOf(board))
    return listId
  } catch (error) {
    if (isTaken(error, `board_lists_board_id_${kind}_id_key`))
      throw new Invalid({ [kind]: ['has already been taken'] }, { cause: error })
    throw error
  }
}

/** Move a list among those that people added, or change its limits. */
export async function updateList(
  ctx: Context,
  { list, ...board }: Allowed<'board:admin', BoardListRow>,
  { position, maxIssueCount, maxIssueWeight, limitMetric }: Limits & { readonly position?: number | null | undefined },
): Promise<void> {
  const sets: RawBuilder<unknown>[] = []
  if (maxIssueCount != null) sets.push(sql`max_issue_count = ${maxIssueCount}`)
  if (maxIssueWeight != null) sets.push(sql`max_issue_weight = ${maxIssueWeight}`)
  if (limitMetric !== undefined) sets.push(sql`limit_metric = ${limitMetric}`)
  if (position == null && sets.length === 0) return
  await lockBoard(ctx, board.id)
  if (sets.length > 0) await sql`update board_lists set ${sql.join(sets)} where id = ${list.id}`.execute(ctx.db)
  if (position != null && list.position !== null) await placeAt(ctx, board.id, list.id, position)
  await ctx.events.record('board_list.updated', { boardId: board.id, listId: list.id }, placeOf(board))
}

/** The limits of a list as they are, held until the transaction ends. */
export async function currentLimits(ctx: Context, { id, list }: Pick<BoardListRow, 'id' | 'list'>): Promise<Current> {
  await lockBoard(ctx, id)
  return ctx.db
    .selectFrom('boardLists')
    .select(['maxIssueCount', 'maxIssueWeight', 'limitMetric'])
    .where('id', '=', list.id)
    .executeTakeFirst()
}

/** Collapse a list for the actor alone, or expand it. */
export async function collapseList(
  ctx: Context,
  { list }: Allowed<'board:collapse-lists', BoardListRow>,
  isCollapsed: boolean,
): Promise<void> {
  const userId = userIdOf(ctx)
  await (isCollapsed
    ? sql`insert into collapsed_board_lists (user_id, list_id) values (${userId}, ${list.id}) on conflict do nothing`
    : sql`delete from collapsed_board_lists where user_id = ${userId} and list_id = ${list.id}`
  ).execute(ctx.db)
}

/** Remove a list; its issues stay as they are. Those of open and of closed issues stay too: a board hides them. */
export async function deleteList(
  ctx: Context,
  { list, ...board }: Allowed<'board:admin', BoardListRow>,
): Promise<void> {
  if (list.position === null) throw new Malformed('This list cannot be removed. Hide it in the board settings.')
  await lockBoard(ctx, board.id)
  await ctx.db.deleteFrom('boardLists').where('id', '=', list.id).execute()
  await renumber(ctx, board.id, sql`position`)
  await ctx.events.record('board_list.deleted', { boardId: board.id, listId: list.id }, placeOf(board))
}

/** Lock out other writers of a board's lists until the transaction ends. */
const lockBoard = (ctx: Context, boardId: number) =>
  sql`select id from boards where id = ${boardId} for no key update`.execute(ctx.db)

/** Put a list at a position; behind all others when there are fewer. */
async function placeAt(ctx: Context, boardId: number, listId: number, position: number): Promise<void> {
  const from = sql`(select position from board_lists where id = ${listId})`
  // The position between its new neighbors: after the other item, if it comes from before it.
  const target = sql`(case when ${position} > ${from} then ${position} + 0.5 else ${position} - 0.5 end)`
  await renumber(ctx, boardId, sql`case when id = ${listId} then ${target} else position end`)
}

const renumber = (ctx: Context, boardId: number, order: RawBuilder<unknown>) =>
  sql`update board_lists l set position = placed.place from (
      select id, row_number() over (order by ${order}, id) - 1 as place from board_lists where board_id = ${boardId} and position is not null) placed
    where l.id = placed.id and l.position is distinct from placed.place`.execute(ctx.db)
