import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** The ids of those reviewers of a merge request who have one of some usernames. */
export async function reviewersNamed(
  ctx: Context,
  issuableId: number,
  usernames: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from merge_request_reviewers rv join users u on u.id = rv.user_id
    where rv.issuable_id = ${issuableId} and lower(u.username) = any (${usernames.map(name => name.toLowerCase())}::text[]) order by u.id`.execute(
    ctx.db,
  )
  return rows.map(row => row.id)
}
