import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import type { Context } from '#server/context.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { tell } from './add.ts'

const mine = (ctx: Context): RawBuilder<unknown> => sql`t.user_id = ${ctx.actor.kind === 'user' ? ctx.actor.id : 0}`

/** Mark the actor's pending to-dos that a condition on `todos t` picks as done. @returns which they were */
export async function finishTodos(ctx: Context, which: RawBuilder<unknown>): Promise<readonly number[]> {
  if (ctx.actor.kind === 'anonymous') return []
  const { rows } = await sql<{ id: number }>`
    update todos t set state = 'done', snoozed_until = null, updated_at = ${ctx.now}
    where ${mine(ctx)} and t.state = 'pending' and ${which} returning t.id`.execute(ctx.db)
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.map(row => row.id)
}

/** The actor has seen to an issuable by doing something with it. @returns how many to-dos that was */
export async function finishBy(ctx: Context, issuableId: number): Promise<number> {
  if (ctx.actor.kind === 'anonymous') return 0
  const rows = await runStatement(
    ctx.db,
    'finish todos by',
    { userId: ctx.actor.id, issuableId, now: ctx.now },
    place => sql`update todos t set state = 'done', snoozed_until = null, updated_at = ${place.now}
      where t.user_id = ${place.userId} and t.state = 'pending' and t.issuable_id = ${place.issuableId} returning t.id`,
  )
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.length
}

/** Make those of the actor's done to-dos that a condition on `todos t` picks pending again. @returns which they were */
export async function restoreTodos(ctx: Context, which: RawBuilder<unknown>): Promise<readonly number[]> {
  if (ctx.actor.kind === 'anonymous') return []
  const { rows } = await sql<{ id: number }>`update todos t set state = 'pending', updated_at = ${ctx.now}
    where ${mine(ctx)} and t.state = 'done' and ${which} returning t.id`.execute(ctx.db)
  if (rows.length > 0) await tell(ctx, [ctx.actor.id])
  return rows.map(row => row.id)
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
