import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import type { Context } from '#server/context.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { tell } from './add.ts'

const mine = (ctx: Context): RawBuilder<unknown> => sql`t.user_id = ${ctx.actor.kind === 'user' ? ctx.actor.id : 0}`

/** Mark the actor's pending to-dos that a condition on `todos t` picks as done. @returns how many */
export async function finishTodos(ctx: Context, which: RawBuilder<unknown>): Promise<number> {
  if (ctx.actor.kind === 'anonymous') return 0
  const { rows } = await sql`update todos t set state = 'done', updated_at = ${ctx.now}
    where ${mine(ctx)} and t.state = 'pending' and ${which} returning t.id`.execute(ctx.db)
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.length
}

/** The actor has seen to an issuable by doing something with it. @returns how many to-dos that was */
export async function finishBy(ctx: Context, issuableId: number): Promise<number> {
  if (ctx.actor.kind === 'anonymous') return 0
  const rows = await runStatement(
    ctx.db,
    'finish todos by',
    { userId: ctx.actor.id, issuableId, now: ctx.now },
    place => sql`update todos t set state = 'done', updated_at = ${place.now}
      where t.user_id = ${place.userId} and t.state = 'pending' and t.issuable_id = ${place.issuableId} returning t.id`,
  )
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.length
}

/** Make one of the actor's done to-dos pending again. @returns whether there was one */
export async function reopenTodo(ctx: Context, todoId: number): Promise<boolean> {
  if (ctx.actor.kind === 'anonymous') return false
  const { rows } = await sql`update todos t set state = 'pending', updated_at = ${ctx.now}
    where ${mine(ctx)} and t.id = ${todoId} and t.state = 'done' returning t.id`.execute(ctx.db)
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.length > 0
}

/** Drop the to-dos, among those that a condition on `todos t` picks, of people who may not read their target any more. */
export async function dropUnreadable(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    delete from todos t using users u, issuables i, namespaces n
    where ${which} and u.id = t.user_id and i.id = t.issuable_id and n.id = i.namespace_id
      and not ${mayReadIssuable('u', 'i', 'n', sql<boolean>`coalesce((select tn.internal from notes tn where tn.id = t.note_id), false)`)}
    returning t.user_id`.execute(ctx.db)
  await tell(
    ctx,
    rows.map(row => row.userId),
  )
}
