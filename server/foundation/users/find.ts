import { finder } from '#server/access/load.ts'
import type { Context, UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { userRow } from './queries.ts'

/** An active user by numeric id or username, as somebody who asks; null when there is none. */
export async function userByIdOrUsername(db: Db, ref: string): Promise<UserActor | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'isAdmin', 'isExternal'])
    .where('state', '=', 'active')
    .where(eb =>
      /^\d{1,15}$/.test(ref)
        ? eb('id', '=', Number(ref))
        : eb(eb.fn<string>('lower', ['username']), '=', ref.toLowerCase()),
    )
    .executeTakeFirst()
  return user === undefined ? null : { kind: 'user', ...user }
}

/** A user by numeric id, for the rules about users. */
export const userById = finder('user', 'User', async (ctx: Context, { id }: { readonly id: number }) => {
  const row = await userRow(ctx.db, id)
  return row === undefined ? null : { row, facts: { id: row.id, state: row.state } }
})
