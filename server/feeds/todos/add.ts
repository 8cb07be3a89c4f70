import { type RawBuilder, sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import type { Context } from '#server/context.ts'

interface TodoOrigin {
  readonly noteId: number | null
  readonly internal: boolean
}

export interface TodoSource extends TodoOrigin {
  readonly issuableId: number
}

/**
 * Give to-dos to the users, of the given ones, who may read the item, in one statement. A user gives none to
 * themselves, unless by hand or where no user causes it (a conflict, a pipeline); a second pending one of a kind is not
 * added, and a text gives each person one at most.
 *
 * @param people  a select of `user_id` and `action`; of several for one person the first action by name counts
 * @returns who got one
 * @source product rules section 11
 */
export async function addTodos(
  ctx: Context,
  source: TodoSource,
  people: RawBuilder<unknown>,
): Promise<readonly number[]> {
  const { issuableId } = source
  return addTodosOn(
    ctx,
    source,
    sql`select ${issuableId}::bigint as issuable_id, user_id, action from (${people}) asked`,
  )
}

/**
 * Give to-dos on several items, as `addTodos` does on one.
 *
 * @param people  a select of `issuable_id`, `user_id` and `action`
 * @returns who got one
 */
export async function addTodosOn(
  ctx: Context,
  source: TodoOrigin,
  people: RawBuilder<unknown>,
): Promise<readonly number[]> {
  const userIds = (await insertTodos(ctx, source, people)).map(row => row.userId)
  await notify(ctx, userIds)
  return userIds
}

interface AddedTodo {
  readonly userId: number
  readonly issuableId: number
}

/** Like `addTodosOn`, without notifying the pages of the users who got one. */
export async function insertTodos(
  ctx: Context,
  source: TodoOrigin,
  people: RawBuilder<unknown>,
): Promise<readonly AddedTodo[]> {
  if (ctx.actor.kind === 'anonymous') return []
  const { rows } = await sql<AddedTodo>`
    insert into todos (user_id, author_id, namespace_id, issuable_id, note_id, action, created_at, updated_at)
    select u.id, ${ctx.actor.id}, i.namespace_id, i.id, ${source.noteId}::bigint, c.action, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from (select issuable_id, user_id, min(action) as action from (${people}) named group by issuable_id, user_id) c
    join users u on u.id = c.user_id join issuables i on i.id = c.issuable_id join namespaces n on n.id = i.namespace_id
    where u.state = 'active' and (u.id <> ${ctx.actor.id} or c.action in ('marked', 'unmergeable', 'build_failed'))
      and ${mayReadIssuable('u', 'i', 'n', { internal: sql<boolean>`${source.internal}::boolean` })}
      and not exists (select 1 from todos t where t.user_id = u.id and t.issuable_id = i.id
        and case when c.action in ('mentioned', 'directly_addressed')
          then t.action in ('mentioned', 'directly_addressed') and coalesce(t.note_id, 0) = ${source.noteId ?? 0}
          else t.action = c.action and t.state = 'pending' end)
    returning user_id, issuable_id`.execute(ctx.db)
  return rows
}

/** Let the pages of people know that their counters changed, and those that show more of it by their topics. */
export async function notify(ctx: Context, userIds: readonly number[], topics: readonly string[] = []): Promise<void> {
  if (userIds.length === 0) return
  const unique = [...new Set(userIds)]
  await ctx.events.record(
    'todos.changed',
    { userIds: unique },
    { topics: [...unique.map(id => userTopic(id)), ...topics] },
  )
}
