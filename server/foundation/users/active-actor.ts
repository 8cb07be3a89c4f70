import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** A user as the actor of an action in their name without a request; null for one who is blocked, banned or deleted. */
export async function activeActor(db: Db, userId: number): Promise<UserActor | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'isAdmin', 'isExternal'])
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return user === undefined ? null : { kind: 'user', ...user }
}
