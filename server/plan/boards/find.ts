import { type RawBuilder, sql } from 'kysely'
import { byPlaceKind, type PlaceKind } from '#contract/foundation/places.ts'
import type { BoardListKind } from '#contract/plan/boards/boards.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const l = columnsOf('boardLists', 'l')

export interface BoardRow {
  readonly id: number
  readonly name: string
  readonly milestoneId: number | null
  readonly iterationId: number | null
  readonly assigneeId: number | null
  readonly weight: number | null
  readonly labelIds: readonly number[]
  readonly updatedAt: string
  /** The id of the project or group that owns it. */
  readonly namespaceId: number
  readonly namespaceKind: PlaceKind
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
}

/** A list of a board. */
export interface ListRow {
  readonly id: number
  readonly kind: BoardListKind
  readonly labelId: number | null
  readonly assigneeId: number | null
  readonly milestoneId: number | null
  readonly iterationId: number | null
  readonly position: number | null
}

/** A list, with its board. */
export interface BoardListRow extends BoardRow {
  readonly list: ListRow
}

/** The columns of a board, over `boards b` and its `namespaces n`. */
export const boardColumns = sql`b.id, b.name, b.milestone_id, b.iteration_id, b.assignee_id, b.weight, b.updated_at,
  array(select bl.label_id from board_labels bl where bl.board_id = b.id) as label_ids,
  n.id as namespace_id, n.kind as namespace_kind, n.full_path as namespace_path, n.ancestor_ids`

const listObject = sql`${object({
  ...l.fields('id', 'kind'),
  labelId: l('labelId'),
  assigneeId: l('assigneeId'),
  milestoneId: l('milestoneId'),
  iterationId: l('iterationId'),
  ...l.fields('position'),
})} as list`

async function find<Row extends object>(ctx: Context, columns: RawBuilder<unknown>, from: RawBuilder<unknown>) {
  const { rows } = await sql<Row & { readonly facts: NamespaceFacts }>`
    select ${columns}, ${namespaceFacts(ctx.actor, 'n')} as facts from ${from}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { facts, ...row } = found
  // The row without the facts has all its columns.
  return { row: row as unknown as Row, facts }
}

interface BoardKey {
  readonly id: number | string
  readonly boardId: number
}

/** A board of a project or group. */
export const boardOf = byPlaceKind(kind =>
  finder('board', 'Board', async (ctx: Context, { id, boardId }: BoardKey) => {
    const found = await find<BoardRow>(
      ctx,
      boardColumns,
      sql`namespaces n join boards b on b.namespace_id = n.id
        where ${namespaceIs(id)} and n.kind = ${kind} and b.id = ${boardId}`,
    )
    if (found === null) await refuseMoved(ctx, id, kind)
    return found
  }),
)

/** A list of a board of a project or group; those of open and of closed issues are not addressed. */
export const boardListOf = byPlaceKind(kind =>
  finder(
    'board',
    'Board list',
    async (ctx: Context, { id, boardId, listId }: BoardKey & { readonly listId: number }) => {
      const found = await find<BoardListRow>(
        ctx,
        sql`${boardColumns}, ${listObject}`,
        sql`namespaces n join boards b on b.namespace_id = n.id join board_lists l on l.board_id = b.id
        where ${namespaceIs(id)} and n.kind = ${kind} and b.id = ${boardId} and l.id = ${listId}`,
      )
      if (found === null) await refuseMoved(ctx, id, kind)
      return found
    },
  ),
)

/** A board by its id. */
export const boardById = finder('board', 'Board', (ctx: Context, boardId: number) =>
  find<BoardRow>(ctx, boardColumns, sql`boards b join namespaces n on n.id = b.namespace_id where b.id = ${boardId}`),
)

/** The board of an address that names no place. */
export const boardAt = finder('board', 'Board', (ctx: Context, { boardId }: { readonly boardId: number }) =>
  find<BoardRow>(ctx, boardColumns, sql`boards b join namespaces n on n.id = b.namespace_id where b.id = ${boardId}`),
)

/** A list by its id. */
export const boardListById = finder('board', 'Board list', (ctx: Context, listId: number) =>
  find<BoardListRow>(
    ctx,
    sql`${boardColumns}, ${listObject}`,
    sql`board_lists l join boards b on b.id = l.board_id join namespaces n on n.id = b.namespace_id where l.id = ${listId}`,
  ),
)

/** The lists of a board, in their order. */
export const listsOf = (ctx: Context, boardId: number): Promise<readonly ListRow[]> => listsOfBoards(ctx, [boardId])

/** The lists of boards, each in their order. */
export async function listsOfBoards(ctx: Context, boardIds: readonly number[]) {
  const { rows } = await sql<ListRow & { readonly boardId: number }>`
    select l.id, l.board_id, l.kind, l.label_id, l.assignee_id, l.milestone_id, l.iteration_id, l.position
    from board_lists l where l.board_id = any (${[...boardIds]}::bigint[]) order by ${inOrder('l')}`.execute(ctx.db)
  return rows
}

/** The order of the lists of a board: open issues, the lists that people added, closed issues. */
export const inOrder = (list: string): RawBuilder<unknown> =>
  sql`array_position(array['backlog', null, 'closed'], case when ${sql.ref(`${list}.kind`)} in ('backlog', 'closed') then ${sql.ref(`${list}.kind`)} end),
    ${sql.ref(`${list}.position`)}, ${sql.ref(`${list}.id`)}`
