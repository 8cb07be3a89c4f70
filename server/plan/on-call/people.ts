import { sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
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

interface NamedPerson {
  readonly id: number
  readonly username: string
}

/**
 * People who can be on call in a project, by their confirmed email addresses. Anyone can be added to a project of one's own, so only
 * addresses count that the actor may know: public ones, those of the actor, and all for administrators.
 *
 * @returns by the addresses in lower case
 */
export async function peopleByEmail(
  ctx: Context,
  projectId: number,
  emails: readonly string[],
): Promise<ReadonlyMap<string, NamedPerson>> {
  const asked = [...new Set(emails.map(email => email.toLowerCase()))]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<NamedPerson & { email: string }>`
    select lower(e.email) as email, u.id, u.username from user_emails e join users u on u.id = e.user_id
      join namespaces n on n.id = ${projectId} and ${canBeOnCall('u', 'n')}
    where lower(e.email) = any (${asked}::text[]) and e.confirmed_at is not null
      and (lower(u.public_email) = lower(e.email) or u.id = ${userIdOrZero(ctx)} or ${isAdmin(ctx.actor)})`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ email, ...person }) => [email, person]))
}
