import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ReadFilter } from '#server/plan/issues/list/graphql-filter.ts'
import { boardById } from './find.ts'
import { membersOf } from './members.ts'
import { scopeOf } from './scope.ts'

/** Of the issues of a list that the actor may know of. */
export interface ListSums {
  readonly count: number
  readonly weight: number
}

/** The numbers of all lists of a board, by their ids, of the issues that a filter finds. */
export async function sumsOf(
  ctx: Context,
  boardId: number,
  { filter, conditions }: ReadFilter,
): Promise<ReadonlyMap<number, ListSums>> {
  const board = await load(ctx, 'board:read', boardById, boardId)
  const scope = await scopeOf(ctx, board)
  const { shared, parts, closed } = await membersOf(ctx, scope, board, filter, { conditions })
  const { rows } = await sql<ListSums & { readonly id: number }>`
    with ${shared} lists as materialized (select l.* from board_lists l where l.board_id = ${boardId}), ${parts}
    select l.id, case when l.kind = 'closed' then ${closed.count} else coalesce(s.count, 0) end as count, coalesce(s.weight, 0) as weight
    from lists l left join sums s on s.list_id = l.id`.execute(ctx.db)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}
