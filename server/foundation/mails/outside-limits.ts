import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { NewMail } from './new-mail.ts'

/** Mails to addresses outside of the site that may go out in an hour: by one person's doing, and to one address. */
const hourly = { author: 60, recipient: 20 }

type OutsideMail = NewMail & { readonly authorId: number }
const isOutside = (mail: NewMail): mail is OutsideMail => mail.userId === null && mail.authorId !== undefined

/**
 * Leave out the mails to strangers that would pass a limit. The mails of the last hour are counted where they are kept, so
 * that all processes count together and a restart forgets nothing.
 */
export async function withinLimits(ctx: Context, mails: readonly NewMail[]): Promise<readonly NewMail[]> {
  const outside = mails.filter(isOutside)
  if (outside.length === 0 || !ctx.services.settings.rateLimits) return mails
  // Until the end of the transaction: two who count at once would both find room.
  await sql`select pg_advisory_xact_lock(hashtext('mails to outside addresses'))`.execute(ctx.db)
  const counts = await countsOf(ctx, outside)
  const allowed = mails.filter(mail => {
    if (!isOutside(mail)) return true
    const keys = { author: `author ${mail.authorId}`, recipient: `to ${mail.recipient}` }
    const count = (key: string) => counts.get(key) ?? 0
    if (count(keys.author) >= hourly.author || count(keys.recipient) >= hourly.recipient) return false
    for (const key of Object.values(keys)) counts.set(key, count(key) + 1)
    return true
  })
  const left = mails.length - allowed.length
  if (left > 0)
    ctx.services.log.warn({ mails: left }, 'emails to external addresses were dropped: hourly limit reached')
  return allowed
}

async function countsOf(ctx: Context, mails: readonly OutsideMail[]): Promise<Map<string, number>> {
  const authorIds = [...new Set(mails.map(mail => mail.authorId))]
  const recipients = [...new Set(mails.map(mail => mail.recipient))]
  const since = sql`${ctx.now}::timestamptz - interval '1 hour'`
  const { rows } = await sql<{ key: string; count: number }>`
    select 'author ' || author_id as key, count(*) as count from mails
    where author_id = any (${authorIds}::bigint[]) and created_at > ${since} group by author_id
    union all
    select 'to ' || recipient, count(*) from mails
    where recipient = any (${recipients}::text[]) and user_id is null and created_at > ${since} group by recipient`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}
