import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import { addTodos } from './add.ts'

/** Give oneself a to-do. @returns false when there is a pending one already */
export async function markTodo(ctx: Context, issuableId: number): Promise<boolean> {
  const userId = userIdOrZero(ctx)
  // Held until the end, so that of several calls at the same moment only the first finds none.
  await sql`select 1 from issuables where id = ${issuableId} for no key update`.execute(ctx.db)
  const added = await addTodos(
    ctx,
    { issuableId, noteId: null, internal: false },
    sql`select ${userId}::bigint as user_id, 'marked' as action where not exists (
      select 1 from todos where user_id = ${userId} and issuable_id = ${issuableId} and state = 'pending')`,
  )
  return added.length > 0
}
