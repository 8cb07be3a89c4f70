import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { on } from '#server/slice.ts'

/** Lists and scopes of what joins another label or milestone get that one, unless the board already has it. */
export const boardFollowers = [
  on('label.merged', (ctx, { payload: { labelId, intoId } }) => joinLabels(ctx, [labelId], intoId)),
  on('label.promoted', (ctx, { payload: { labelId, joinedIds } }) => joinLabels(ctx, joinedIds, labelId)),
  on('milestone.promoted', async (ctx, { payload: { milestoneId, joinedIds } }) => {
    await joinLists(ctx, 'milestone_id', joinedIds, milestoneId)
    await sql`update boards set milestone_id = ${milestoneId} where milestone_id = any (${joinedIds}::bigint[])`.execute(
      ctx.db,
    )
  }),
]

async function joinLabels(ctx: Context, goneIds: readonly number[], intoId: number): Promise<void> {
  await joinLists(ctx, 'label_id', goneIds, intoId)
  await sql`insert into board_labels (board_id, label_id)
    select distinct board_id, ${intoId}::bigint from board_labels where label_id = any (${goneIds}::bigint[])
    on conflict do nothing`.execute(ctx.db)
}

const joinLists = (ctx: Context, name: 'label_id' | 'milestone_id', goneIds: readonly number[], intoId: number) => {
  const column = sql.ref(name)
  return sql`update board_lists bl set ${column} = ${intoId} where bl.id in (
      select distinct on (board_id) id from board_lists where ${column} = any (${goneIds}::bigint[]) order by board_id, position, id)
    and not exists (select 1 from board_lists other where other.board_id = bl.board_id and other.${column} = ${intoId})`.execute(
    ctx.db,
  )
}
