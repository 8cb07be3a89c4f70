import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { type Context, transact, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { notify } from './add.ts'

const mine = (ctx: Context): RawBuilder<unknown> => sql`t.user_id = ${userIdOrZero(ctx)}`

/** Mark the actor's pending to-dos that a condition on `todos t` picks as done. @returns which they were */
export async function finishTodos(ctx: Context, which: RawBuilder<unknown>): Promise<readonly number[]> {
  if (ctx.actor.kind === 'anonymous') return []
  const { rows } = await sql<{ id: number }>`
    update todos t set state = 'done', snoozed_until = null, updated_at = ${ctx.now}
    where ${mine(ctx)} and t.state = 'pending' and ${which} returning t.id`.execute(ctx.db)
  if (rows.length > 0) await notify(ctx, [ctx.actor.id])
  return rows.map(row => row.id)
}

/** Mark one of the actor's to-dos on an issuable as done, or all. @throws NotFound  the actor has no such to-do there */
export async function finishOn(ctx: Context, issuableId: number, todoId: number | null): Promise<void> {
  const isThere = sql`t.issuable_id = ${issuableId}`
  if (todoId === null) {
    await finishTodos(ctx, isThere)
    return
  }
  const isIt = sql`t.id = ${todoId} and ${isThere}`
  const { rows } = await sql`select 1 from todos t where ${mine(ctx)} and ${isIt}`.execute(ctx.db)
  if (rows.length === 0) throw new NotFound('Todo')
  await finishTodos(ctx, isIt)
}

/** The actor has seen to an issuable by doing something with it. @returns how many to-dos that was */
export async function finishBy(ctx: Context, issuableId: number): Promise<number> {
  if (ctx.actor.kind === 'anonymous') return 0
  const count = await finishOwn(ctx, issuableId)
  if (count > 0) await notify(ctx, [ctx.actor.id])
  return count
}

const finishOwn = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly number[]> => {
    const rows = await runStatement<{ issuableId: number }, { userId: number; ids: readonly number[]; now: string }>(
      ctx.db,
      'finish todos by',
      { userId: userIdOrZero(ctx), ids, now: ctx.now },
      parameter => sql`update todos t set state = 'done', snoozed_until = null, updated_at = ${parameter.now}
        where t.user_id = ${parameter.userId} and t.state = 'pending' and t.issuable_id = any (${parameter.ids}::bigint[]) returning t.issuable_id`,
    )
    return ids.map(id => rows.filter(row => row.issuableId === id).length)
  },
  id => id,
)

/** Mark the pending to-dos of all users on an issuable as done, or those that a condition on `todos t` picks. */
export async function finishForAll(
  ctx: Context,
  issuableId: number,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await finishAmong(ctx, sql`t.issuable_id = ${issuableId} and ${which}`)
}

/** Mark the pending to-dos of all users that a condition on `todos t` picks as done. */
export async function finishAmong(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    update todos t set state = 'done', snoozed_until = null, updated_at = ${ctx.now}
    where t.state = 'pending' and ${which} returning t.user_id`.execute(ctx.db)
  await notify(
    ctx,
    rows.map(row => row.userId),
  )
}

interface SeenTo {
  readonly ctx: Context
  readonly issuableId: number
  /** Later to-dos stay. */
  readonly before: string
}

/** People have seen to issuables by doing something with them: one statement for all of them. */
export async function finishByAll(all: readonly SeenTo[]): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const seen = all.flatMap(({ ctx: { actor }, issuableId, before }) =>
    actor.kind === 'user' ? [{ user_id: actor.id, issuable_id: issuableId, before }] : [],
  )
  const values = { seen: JSON.stringify(seen), now: first.ctx.now }
  type Finished = { readonly userId: number; readonly issuableId: number; readonly series: IssuableSeries }
  const rows = await runStatement<Finished, typeof values>(
    first.ctx.db,
    'finish todos by all',
    values,
    parameter => sql`
    update todos t set state = 'done', snoozed_until = null, updated_at = ${parameter.now}
    from (select user_id, issuable_id, max(before) as before from jsonb_to_recordset(${parameter.seen}::jsonb)
      as g(user_id bigint, issuable_id bigint, before timestamptz) group by user_id, issuable_id) g
      join issuables i on i.id = g.issuable_id
    where t.user_id = g.user_id and t.state = 'pending' and t.issuable_id = g.issuable_id and t.created_at <= g.before
    returning t.user_id, t.issuable_id, i.series`,
  )
  for (const [userId, done] of Map.groupBy(rows, row => row.userId)) {
    const theirs = all.find(({ ctx: { actor } }) => actor.kind === 'user' && actor.id === userId)
    if (theirs === undefined) continue
    // Their page of the issuable has been shown anew before this was done.
    const topics = done.map(row => issuableTopic(row.series, row.issuableId))
    await transact(theirs.ctx, inner => notify(inner, [userId], topics))
  }
}

/** Make those of the actor's done to-dos that a condition on `todos t` picks pending again. @returns which they were */
export async function restoreTodos(ctx: Context, which: RawBuilder<unknown>): Promise<readonly number[]> {
  if (ctx.actor.kind === 'anonymous') return []
  const { rows } = await sql<{ id: number }>`update todos t set state = 'pending', updated_at = ${ctx.now}
    where ${mine(ctx)} and t.state = 'done' and ${which} returning t.id`.execute(ctx.db)
  if (rows.length > 0) await notify(ctx, [ctx.actor.id])
  return rows.map(row => row.id)
}

/** Drop the to-dos, among those that a condition on `todos t` picks, of people who may not read their target any more. */
export async function dropUnreadable(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    delete from todos t using users u, issuables i, namespaces n
    where ${which} and u.id = t.user_id and i.id = t.issuable_id and n.id = i.namespace_id
      and not ${mayReadIssuable('u', 'i', 'n', { internal: sql<boolean>`coalesce((select tn.internal from notes tn where tn.id = t.note_id), false)` })}
    returning t.user_id`.execute(ctx.db)
  await notify(
    ctx,
    rows.map(row => row.userId),
  )
}
