import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { NewMail } from './new-mail.ts'

/** Emails per hour to external addresses: caused by one user, and to one address. */
const hourly = { author: 60, recipient: 20 }

type OutsideMail = NewMail & { readonly authorId: number }
const isOutside = (mail: NewMail): mail is OutsideMail => mail.userId === null && mail.authorId !== undefined

/**
 * Drop emails to external addresses that would exceed a limit. Counts the stored emails of the last hour, so that the limit holds
 * across processes and restarts.
 */
export async function withinLimits(ctx: Context, mails: readonly NewMail[]): Promise<readonly NewMail[]> {
  const outside = mails.filter(isOutside)
  if (outside.length === 0 || !ctx.services.settings.rateLimits) return mails
  // Locked until the end of the transaction, so that concurrent counts cannot both pass.
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
