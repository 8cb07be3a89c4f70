import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { ReadFilter } from '#server/plan/lists/graphql-filter.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { type BoardRow, listsOfBoards } from './find.ts'
import { largePlaces, membersOf } from './members.ts'

/** The sums over the issues of a list that the actor may know of. */
export interface ListSums {
  readonly count: number
  readonly weight: number
}

/** A board that the actor may read, with the issues to count on it. */
interface CountedBoard {
  readonly board: BoardRow
  readonly scope: IssueScope
  readonly filter: ReadFilter
  /** Tells filters apart. */
  readonly filterKey: string
}

/** The number of boards that one statement counts. */
const mostAtOnce = 25

/**
 * The numbers of all lists of some boards, by the ids of the lists: of all boards together, each with one filter. Takes three
 * statements for any number of boards, and one more for each place and filter that has to be narrowed.
 */
export async function sumsOf(
  ctx: Context,
  boards: readonly CountedBoard[],
): Promise<readonly ReadonlyMap<number, ListSums>[]> {
  const large = await largePlaces(ctx, [...new Set(boards.map(({ board }) => board.namespaceId))])
  const ids = boards.flatMap(({ board }) => (large.has(board.namespaceId) ? board.id : []))
  const lists = ids.length === 0 ? [] : await listsOfBoards(ctx, ids)
  const narrow = narrowing(ctx)
  const parts: RawBuilder<unknown>[] = []
  for (const [place, counted] of boards.entries()) {
    const { board, scope, filter } = counted
    const known = {
      filter: await narrow(counted),
      isLarge: large.has(board.namespaceId),
      lists: lists.filter(list => list.boardId === board.id),
    }
    const { conditions } = filter
    const { shared, parts: members, closed } = await membersOf(ctx, scope, board, filter.filter, { conditions, known })
    parts.push(sql`select * from (
      with ${shared} lists as materialized (select l.* from board_lists l where l.board_id = ${board.id}), ${members}
      select ${sql.lit(place)} as place, l.id, case when l.kind = 'closed' then ${closed.count} else coalesce(s.count, 0) end as count,
        coalesce(s.weight, 0) as weight
      from lists l left join sums s on s.list_id = l.id) counted`)
  }
  const sums = boards.map(() => new Map<number, ListSums>())
  for (let start = 0; start < parts.length; start += mostAtOnce) {
    const { rows } = await sql<ListSums & { readonly id: number; readonly place: number }>`
      ${sql.join(parts.slice(start, start + mostAtOnce), sql` union all `)}`.execute(ctx.db)
    for (const { place, id, ...each } of rows) sums[place]?.set(id, each)
  }
  return sums
}

/** Narrow each filter once for all boards of a place. */
function narrowing(ctx: Context) {
  const known = new Map<string, ReturnType<typeof narrowed>>()
  return async ({ board, scope, filter: { filter }, filterKey }: CountedBoard) => {
    const key = `${board.namespaceId} ${filterKey}`
    const found = known.get(key) ?? narrowed(ctx, scope, filter)
    known.set(key, found)
    return (await found).filter
  }
}
