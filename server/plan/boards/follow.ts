import { sql } from 'kysely'
import { on } from '#server/slice.ts'

/** Lists and scopes of a merged label get the label that it is merged into, unless the board already has it. */
export const followsMergedLabels = on('label.merged', async (ctx, { payload: { labelId, intoId } }) => {
  await sql`update board_lists bl set label_id = ${intoId} where bl.label_id = ${labelId}
    and not exists (select 1 from board_lists other where other.board_id = bl.board_id and other.label_id = ${intoId})`.execute(
    ctx.db,
  )
  await sql`update board_labels bl set label_id = ${intoId} where bl.label_id = ${labelId}
    and not exists (select 1 from board_labels other where other.board_id = bl.board_id and other.label_id = ${intoId})`.execute(
    ctx.db,
  )
})
