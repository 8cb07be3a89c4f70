import { sql } from 'kysely'
import { anonymous, type Context, createContext, type Services, transact, userIdOrZero } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notify } from './add.ts'

const longestMs = 366 * 24 * 60 * 60 * 1000

/**
 * Let one of the actor's pending to-dos sleep. It stays pending, and no notification is sent until then.
 *
 * @param until  ISO 8601
 * @throws Invalid  a moment that is past, or further away than a year
 * @throws NotFound
 */
export async function snoozeTodo(ctx: Context, todoId: number, until: string): Promise<void> {
  const sleepsMs = Date.parse(until) - Date.parse(ctx.now)
  if (!(sleepsMs > 0)) throw new Invalid({ snoozedUntil: ['must be in the future'] })
  if (sleepsMs > longestMs) throw new Invalid({ snoozedUntil: ['must be within a year'] })
  await change(ctx, todoId, new Date(until).toISOString())
}

/** Have it back at once. @throws NotFound */
export async function wakeTodo(ctx: Context, todoId: number): Promise<void> {
  await change(ctx, todoId, null)
}

async function change(ctx: Context, todoId: number, until: string | null): Promise<void> {
  const userId = userIdOrZero(ctx)
  const { rows } = await sql`
    update todos set snoozed_until = ${until}::timestamptz, returned_at = case when ${until}::timestamptz is null then returned_at end,
      updated_at = ${ctx.now}
    where id = ${todoId} and user_id = ${userId} and state = 'pending' returning id`.execute(ctx.db)
  if (rows.length === 0) throw new NotFound('Todo')
  await notify(ctx, [userId])
}

/** Return snoozed to-dos whose time has come to the top, on open pages too. */
export async function wakeTodos(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'wake-todos', now })
  await transact(ctx, async inner => {
    const { rows } = await sql<{ userId: number }>`
      update todos set returned_at = snoozed_until, snoozed_until = null
      where snoozed_until <= ${now}::timestamptz and state = 'pending' returning user_id`.execute(inner.db)
    await notify(
      inner,
      rows.map(row => row.userId),
    )
  })
}
