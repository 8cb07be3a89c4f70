import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { endMailedLinks } from '#server/foundation/users/update.ts'
import type { Db } from '#server/platform/sql/database.ts'
import '#server/foundation/users/events.ts'

const contextOf = (db: Db, services: Services): Context =>
  createContext({ actor: anonymous, db, services, requestId: 'ldap' })

/**
 * Block users who have left the directory: their sessions end, and their tokens are refused. Users in any other state than active
 * or deactivated stay as they are.
 *
 * @returns the number of users who were blocked
 */
export function blockLeft(db: Db, services: Services, userIds: readonly number[]): Promise<number> {
  return transact(contextOf(db, services), async inner => {
    const { rows } = await sql<{ id: number }>`
      with blocked as (
        update users set state = 'ldap_blocked', updated_at = ${inner.now}::timestamptz
        where id = any (${userIds}::bigint[]) and state in ('active', 'deactivated') returning id
      ), ended as (
        delete from sessions where user_id in (select id from blocked)
      )
      select id from blocked order by id`.execute(inner.db)
    const ids = rows.map(({ id }) => id)
    await endMailedLinks(inner, ...ids)
    for (const id of ids) await inner.events.record('user.blocked', { userId: id }, { topics: [userTopic(id)] })
    return rows.length
  })
}

/** Let users in again who are back in the directory. @returns their number */
export function unblockReturned(db: Db, services: Services, userIds: readonly number[]): Promise<number> {
  return transact(contextOf(db, services), inner => letIn(inner, userIds))
}

/** The same, in the transaction of a sign-in. */
export async function letIn(ctx: Context, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update users set state = 'active', updated_at = ${ctx.now}::timestamptz
    where id = any (${userIds}::bigint[]) and state = 'ldap_blocked' returning id`.execute(ctx.db)
  for (const { id } of rows) await ctx.events.record('user.unblocked', { userId: id }, { topics: [userTopic(id)] })
  return rows.length
}
