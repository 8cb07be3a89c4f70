import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { notify } from './add.ts'
import { dropUnreadable } from './finish.ts'

/**
 * Move the pending to-dos of a moved or promoted issue to the new item, for users who may read that one. The notes of
 * both are in the same order.
 */
export async function takeAlong(ctx: Context, issueId: number, toId: number): Promise<void> {
  const inOrder = (id: number) =>
    sql`(select n.id, row_number() over (order by n.id) as place from notes n where n.issuable_id = ${id})`
  const { rows } = await sql<{ userId: number }>`
    update todos t set issuable_id = ${toId}, namespace_id = i.namespace_id, updated_at = ${ctx.now}::timestamptz,
      note_id = case when t.note_id is not null then (select there.id from ${inOrder(issueId)} here join ${inOrder(toId)} there using (place)
        where here.id = t.note_id) end
    from issuables i where i.id = ${toId} and t.issuable_id = ${issueId} and t.state = 'pending' returning t.user_id`.execute(
    ctx.db,
  )
  if (rows.length === 0) return
  await dropUnreadable(ctx, sql`t.issuable_id = ${toId}`)
  await notify(ctx, [...new Set(rows.map(row => row.userId))])
}
