import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/** The users of email addresses, as UserBasic. One statement, none for no addresses. */
export type People = (email: string) => RawJson | null

export async function peopleOf(ctx: Context, commits: readonly (Commit | null)[]): Promise<People> {
  const emails = new Set<string>()
  for (const commit of commits) {
    if (commit === null) continue
    emails.add(commit.author.email.toLowerCase())
    emails.add(commit.committer.email.toLowerCase())
  }
  emails.delete('')
  if (emails.size === 0) return () => null
  const { rows } = await sql<{ email: string; shown: string }>`
    select lower(e.email) as email, (${userBasicJson(ctx.services.settings, 'u')})::text as shown
    from user_emails e join users u on u.id = e.user_id
    where lower(e.email) = any (${[...emails].map(email => email.replaceAll('\0', ''))}::text[]) and e.confirmed_at is not null`.execute(
    ctx.db,
  )
  const known = new Map(rows.map(row => [row.email, new RawJson(row.shown)]))
  return email => known.get(email.toLowerCase()) ?? null
}
