import { sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'

/**
 * Make a user a member of a new group or project, unless they have that level already from above.
 *
 * @param level  one of the access levels
 */
export async function enroll(ctx: Context, namespaceId: number, userId: number, level: number): Promise<void> {
  const createdById = userIdOf(ctx)
  await sql`
    insert into members (namespace_id, user_id, access_level, created_by_id, created_at)
    select n.id, ${userId}, ${level}, ${createdById}::bigint, ${ctx.now}::timestamptz from namespaces n
    where n.id = ${namespaceId} and access_level_of(${userId}, n.ancestor_ids) < ${level}
    on conflict (user_id, namespace_id) do update set access_level = excluded.access_level, expires_at = null,
      from_ldap = false`.execute(ctx.db)
}
