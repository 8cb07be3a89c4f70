import { type RawBuilder, sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { PlaceRow } from '#server/foundation/namespaces/find-place.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import type { Current } from '#server/slice.ts'
import type { BoardRow } from './find.ts'
import { type Named, namedIn } from './named.ts'

export interface BoardChanges {
  readonly name?: string | null | undefined
  readonly hideBacklogList?: boolean | null | undefined
  readonly hideClosedList?: boolean | null | undefined
  readonly assigneeId?: number | null | undefined
  readonly milestoneId?: number | null | undefined
  readonly iterationId?: number | null | undefined
  readonly weight?: number | null | undefined
  /** Labels by title or id. */
  readonly labels?: readonly (string | number)[] | null | undefined
}

/** The switcher of the page lists them all. */
export const mostBoards = 100

type BoardNamespace = Pick<PlaceRow, 'id' | 'ancestorIds'> & { readonly kind: 'project' | 'group' }

/**
 * Create a board, with the lists of open and of closed issues. The caller has loaded its project or group for `admin-boards`.
 *
 * @throws Invalid  a bad name, or a part of the scope that does not exist
 */
export async function createBoard(ctx: Context, place: BoardNamespace, given: BoardChanges): Promise<number> {
  const name = checkedLine('name', given.name ?? 'Development')
  const named = await namedIn(ctx, place, given)
  // Boards are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${place.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    with made as (insert into boards (namespace_id, name, hide_backlog_list, hide_closed_list, milestone_id, iteration_id, assignee_id, weight, created_at, updated_at)
      select ${place.id}, ${name}, ${given.hideBacklogList ?? false}, ${given.hideClosedList ?? false}, ${given.milestoneId ?? null}::bigint,
        ${given.iterationId ?? null}::bigint, ${given.assigneeId ?? null}::bigint, ${given.weight ?? null}::integer, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      where (select count(*) from boards where namespace_id = ${place.id}) < ${mostBoards} returning id),
    ends as (insert into board_lists (board_id, kind) select made.id, kind from made, unnest(array['backlog', 'closed']) kind),
    scoped as (insert into board_labels (board_id, label_id) select made.id, label_id from made, unnest(${labelIdsOf(named)}::bigint[]) label_id)
    select id from made`.execute(ctx.db)
  const boardId = rows[0]?.id
  if (boardId === undefined) throw new Invalid({ base: [`A project or group can have up to ${mostBoards} boards`] })
  await ctx.events.record('board.created', { boardId }, placeOf({ namespaceId: place.id, namespaceKind: place.kind }))
  return boardId
}

/** Change the name or scope of a board. @throws Invalid  as at creation */
export async function updateBoard(
  ctx: Context,
  board: Allowed<'board:admin', BoardRow>,
  given: BoardChanges,
): Promise<void> {
  const named = await namedIn(ctx, { id: board.namespaceId, ancestorIds: board.ancestorIds }, given)
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${ctx.now}::timestamptz`]
  if (given.name != null) sets.push(sql`name = ${checkedLine('name', given.name)}`)
  if (given.hideBacklogList != null) sets.push(sql`hide_backlog_list = ${given.hideBacklogList}`)
  if (given.hideClosedList != null) sets.push(sql`hide_closed_list = ${given.hideClosedList}`)
  if (given.milestoneId !== undefined) sets.push(sql`milestone_id = ${given.milestoneId}::bigint`)
  if (given.iterationId !== undefined) sets.push(sql`iteration_id = ${given.iterationId}::bigint`)
  if (given.assigneeId !== undefined) sets.push(sql`assignee_id = ${given.assigneeId}::bigint`)
  if (given.weight !== undefined) sets.push(sql`weight = ${given.weight}::integer`)
  await sql`update boards set ${sql.join(sets)} where id = ${board.id}`.execute(ctx.db)
  if (given.labels != null) {
    const ids = labelIdsOf(named)
    await sql`with gone as (delete from board_labels where board_id = ${board.id} and not label_id = any (${ids}::bigint[]))
      insert into board_labels (board_id, label_id) select ${board.id}, label_id from unnest(${ids}::bigint[]) label_id
      on conflict do nothing`.execute(ctx.db)
  }
  await ctx.events.record('board.updated', { boardId: board.id }, placeOf(board))
}

/** The board as it is, held until the transaction ends, with its labels by title. */
export async function currentBoard(ctx: Context, { id }: Pick<BoardRow, 'id'>): Promise<Current> {
  await sql`select 1 from boards where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<NonNullable<Current>>`
    select name, hide_backlog_list, hide_closed_list, assignee_id, milestone_id, iteration_id, weight,
      array(select l.title from board_labels bl join labels l on l.id = bl.label_id where bl.board_id = b.id) as labels
    from boards b where id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** Delete a board with its lists; its issues stay as they are. */
export async function deleteBoard(ctx: Context, board: Allowed<'board:admin', BoardRow>): Promise<void> {
  await ctx.db.deleteFrom('boards').where('id', '=', board.id).execute()
  await ctx.events.record('board.deleted', { boardId: board.id, name: board.name }, placeOf(board))
}

/** The namespace and the live topics of events of a board. */
export const placeOf = ({ namespaceId, namespaceKind }: Pick<BoardRow, 'namespaceId' | 'namespaceKind'>) => ({
  namespaceId,
  topics: [namespaceTopic({ id: namespaceId, kind: namespaceKind })],
})

const labelIdsOf = (named: Named): number[] => [...new Set(named.labels.map(label => label.id))]
