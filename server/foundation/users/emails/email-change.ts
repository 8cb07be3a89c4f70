import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Conflict, RateLimited, Unprocessable } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { countTries } from '#server/foundation/passwords/tries.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import { checkPerson } from '../creation/check.ts'
import { changeUser, type UserBefore } from '../update.ts'

const hours = 24

/** Each request sends an email to an address that no one has verified. */
/** The subject of the mails whose link confirms an address. */
export const confirmSubject = 'Confirm your email address'

export const newAddressLimit = { max: 5, minutes: 60 } as const

/**
 * Request a new email address. It takes effect when the link sent to it is opened; the current address is notified. A new request
 * replaces a pending one.
 *
 * @throws Invalid  not an email address
 * @throws Conflict  the address is taken
 * @throws RateLimited  too many requests for one account
 */
export async function askForEmail(ctx: Context, user: UserBefore, email: string): Promise<void> {
  checkPerson({ email })
  const { rateLimits } = ctx.services.settings
  if (rateLimits && !(await countTries(ctx.db, [`email change of ${user.id}`], newAddressLimit)))
    throw new RateLimited(
      'You have changed your email address too often. Try again later.',
      newAddressLimit.minutes * 60,
    )
  const token = makeSecret()
  const { rows } = await sql<{ isTaken: boolean }>`
    with taken as (select exists (select 1 from user_emails where lower(email) = lower(${email}) and confirmed_at is not null and user_id <> ${user.id}) as is_taken),
    asked as (
      insert into email_changes (user_id, email, token_hash, created_at, expires_at)
      select ${user.id}, ${email}, ${hashSecret(token)}, now(), now() + make_interval(hours => ${hours}) from taken where not is_taken
      on conflict (user_id) do update set email = excluded.email, token_hash = excluded.token_hash,
        created_at = excluded.created_at, expires_at = excluded.expires_at
    )
    select is_taken from taken`.execute(ctx.db)
  if (rows[0]?.isTaken) throw new Conflict('Email has already been taken')
  const site = ctx.services.settings.externalUrl
  const link = `${site}/users/confirmation?confirmation_token=${token}`
  await queueMails(ctx, [
    {
      userId: user.id,
      recipient: email,
      subject: confirmSubject,
      text: confirmText(user.name, site, link),
      secrets: [token],
      isUrgent: true,
    },
    {
      userId: user.id,
      recipient: user.email,
      subject: 'A new email address was requested',
      text: askedText(user.name, site, email),
    },
  ])
  await ctx.events.record('user.updated', { userId: user.id }, { topics: [userTopic(user.id)] })
}

/** Cancel a pending email change; its link stops working. */
export async function forgetEmailChange(ctx: Context, userId: number): Promise<void> {
  await ctx.db.deleteFrom('emailChanges').where('userId', '=', userId).execute()
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}

/**
 * Confirm a pending email change with the token of its link.
 *
 * @throws Unprocessable  the link was used or has expired
 * @throws Conflict  another account has taken the address
 */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  const { rows } = await sql<UserBefore & { newEmail: string; publicEmail: string }>`
    with opened as (
      delete from email_changes where token_hash = ${hashSecret(token)} and expires_at > now() returning user_id, email
    )
    select u.id, u.username, u.name, u.email, u.public_email, opened.email as new_email
    from opened join users u on u.id = opened.user_id where u.state in ('active', 'deactivated')`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined)
    throw new Unprocessable('This link is no longer valid. Enter the address again in your settings.')
  const { newEmail, publicEmail, ...user } = found
  await changeUser(ctx, user, { email: newEmail, ...(publicEmail === '' ? {} : { publicEmail: newEmail }) })
  await ctx.db.updateTable('users').set({ confirmedAt: ctx.now }).where('id', '=', user.id).execute()
}

const confirmText = (name: string, site: string, link: string) => `Hello ${name},

Open this link within 24 hours to use this address for your account on ${site}:

${link}

If you did not request this, ignore this email.
`

const askedText = (name: string, site: string, email: string) => `Hello ${name},

Someone requested to use ${email} for your account on ${site}.
Your account keeps this address until someone opens the link we sent to the new one.

If you did not request this, reset your password now. That cancels the request:

${site}/users/password/new
`
