import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid, NotFound, RateLimited, Unprocessable } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { countTries } from '#server/foundation/passwords/tries.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import { holdUser } from '../hold.ts'
import { emailProblems } from './email.ts'
import { confirmSubject, newAddressLimit } from './email-change.ts'
import { type EmailRow, emailOf } from './list.ts'

/** Addresses that an account has at most, with the primary one. */
const maxAddresses = 20
const hours = 24

/**
 * Add an address to an account. It counts once the link sent to it is opened, or at once.
 *
 * @param isConfirmed  whether an administrator vouches for the address
 * @throws Invalid  not an email address, or it is taken
 * @throws RateLimited  too many requests for one account
 */
export async function addEmail(
  ctx: Context,
  userId: number,
  given: string,
  { isConfirmed = false } = {},
): Promise<EmailRow> {
  const email = given.trim()
  const problems = emailProblems(email)
  if (problems.length > 0) throw new Invalid({ email: problems })
  await holdUser(ctx, userId)
  const { rows } = await sql<{ isTaken: boolean; isKnown: boolean; count: number }>`
    select exists (select 1 from user_emails where lower(email) = lower(${email}) and (confirmed_at is not null or user_id = ${userId})) as is_taken,
      exists (select 1 from users where id = ${userId} and not is_bot) as is_known,
      (select count(*) from user_emails where user_id = ${userId}) as count`.execute(ctx.db)
  const found = rows[0]
  if (!found?.isKnown) throw new NotFound('User')
  if (found.isTaken) throw new Invalid({ email: ['has already been taken'] })
  if (found.count >= maxAddresses)
    throw new Invalid({ email: [`exceeds the limit of ${maxAddresses} addresses. Remove one first`] })
  const { id } = await ctx.db
    .insertInto('userEmails')
    .values({ userId, email, confirmedAt: isConfirmed ? ctx.now : null, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // Another user confirmed the address, or a second request added it, at the same moment.
      if (!isTaken(error, 'user_emails_confirmed') && !isTaken(error, 'user_emails_by_user')) throw error
      throw new Invalid({ email: ['has already been taken'] }, { cause: error })
    })
  const row = await emailOf(ctx, userId, id)
  if (isConfirmed) await changed(ctx, userId)
  else await sendConfirmation(ctx, row)
  return row
}

/**
 * Mail the confirmation link of an address; an earlier link stops working.
 *
 * @throws Forbidden  the address is confirmed
 * @throws RateLimited  too many requests for one account
 */
export async function sendConfirmation(ctx: Context, { id, userId, email, confirmedAt }: EmailRow): Promise<void> {
  if (confirmedAt !== null) throw new Forbidden('This address is already confirmed')
  const { rateLimits, externalUrl: site } = ctx.services.settings
  if (rateLimits && !(await countTries(ctx.db, [`email addition of ${userId}`], newAddressLimit)))
    throw new RateLimited(
      'You have requested too many confirmation emails. Try again later.',
      newAddressLimit.minutes * 60,
    )
  const token = makeSecret()
  const { rows } = await sql<{ name: string; username: string }>`
    with asked as (
      update user_emails set token_hash = ${hashSecret(token)}, token_expires_at = now() + make_interval(hours => ${hours})
      where id = ${id}
    )
    select name, username from users where id = ${userId}`.execute(ctx.db)
  const user = rows[0]
  if (user === undefined) throw new NotFound('User')
  const link = `${site}/users/confirmation?confirmation_token=${token}&address=additional`
  await queueMails(ctx, [
    {
      userId,
      recipient: email,
      subject: confirmSubject,
      text: confirmText({ ...user, site, link }),
      secrets: [token],
      isUrgent: true,
    },
  ])
  await changed(ctx, userId)
}

/**
 * Confirm an added address with the token of its link.
 *
 * @returns false if the token belongs to no added address
 * @throws Unprocessable  another account has confirmed the address
 */
export async function confirmAddedEmail(ctx: Context, token: string): Promise<boolean> {
  const { rows } = await sql<{ userId: number }>`
    update user_emails e set confirmed_at = ${ctx.now}::timestamptz, token_hash = null, token_expires_at = null from users u
    where e.token_hash = ${hashSecret(token)} and e.token_expires_at > now() and e.confirmed_at is null
      and u.id = e.user_id and u.state in ('active', 'deactivated')
    returning e.user_id`
    .execute(ctx.db)
    .catch((error: unknown) => {
      if (!isTaken(error, 'user_emails_confirmed')) throw error
      throw new Unprocessable('This address belongs to another account.', { cause: error })
    })
  const userId = rows[0]?.userId
  if (userId === undefined) return false
  await changed(ctx, userId)
  return true
}

/**
 * Remove an address other than the primary one.
 *
 * @throws NotFound  · @throws Forbidden  the primary one
 */
export async function removeEmail(ctx: Context, userId: number, emailId: number): Promise<void> {
  await holdUser(ctx, userId)
  const row = await emailOf(ctx, userId, emailId)
  if (row.isPrimary) throw new Forbidden('The primary address cannot be removed')
  await ctx.db.deleteFrom('userEmails').where('id', '=', row.id).execute()
  await changed(ctx, userId)
}

const changed = (ctx: Context, userId: number) =>
  ctx.events.record('user.emails_changed', { userId }, { topics: [userTopic(userId)] })

interface ConfirmationMailValues {
  readonly name: string
  readonly username: string
  readonly site: string
  readonly link: string
}

const confirmText = ({ name, username, site, link }: ConfirmationMailValues) => `Hello ${name},

Open this link within 24 hours to add this address to the account @${username} on ${site}:

${link}

If this is not your account, ignore this email.
`
