import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { canBeOnCall } from './available.ts'

/**
 * Users by their names, as callers write them.
 *
 * @param known  ids of users who stay where they are even if they can no longer be on call
 * @returns the id for each name; null for a name of nobody who can be on call in the project
 */
export async function peopleNamed(
  ctx: Context,
  projectId: number,
  usernames: readonly string[],
  known: readonly number[] = [],
): Promise<readonly (number | null)[]> {
  const names = usernames.map(name => name.trim().replace(/^@/, '').toLowerCase())
  const { rows } = await sql<{ id: number; username: string }>`
    select u.id, lower(u.username) as username from users u join namespaces n on n.id = ${projectId}
    where lower(u.username) = any (${names}::text[]) and (u.id = any (${[...known]}::bigint[]) or ${canBeOnCall('u', 'n')})`.execute(
    ctx.db,
  )
  const ids = new Map(rows.map(row => [row.username, row.id]))
  return names.map(name => ids.get(name) ?? null)
}
