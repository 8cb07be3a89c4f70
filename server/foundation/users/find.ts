import { finder } from '#server/access/load.ts'
import type { Context, UserActor } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { userRow } from './queries.ts'

/** An active user by numeric id or username, as the actor of a request; null when there is none. */
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

/** The id of a user by id or username. @throws NotFound */
export async function userIdByRef({ db }: Context, ref: number | string): Promise<number> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(eb =>
      typeof ref === 'number' ? eb('id', '=', ref) : eb(eb.fn<string>('lower', ['username']), '=', ref.toLowerCase()),
    )
    .executeTakeFirst()
  if (user === undefined) throw new NotFound('User')
  return user.id
}

/** A user by numeric id, for the rules about users. */
export const userById = finder('user', 'User', async (ctx: Context, { id }: { readonly id: number }) => {
  const row = await userRow(ctx.db, id)
  return row === undefined ? null : { row, facts: { id: row.id, state: row.state } }
})

/** The same by id or username. */
export const userByRef = finder('user', 'User', async (ctx: Context, { id }: { readonly id: number | string }) => {
  const row = await userRow(ctx.db, await userIdByRef(ctx, id))
  return row === undefined ? null : { row, facts: { id: row.id, state: row.state } }
})
