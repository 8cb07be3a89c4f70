import { sql } from 'kysely'
import { passwordLinks } from '#contract/foundation/password-links.ts'
import { type Context, transact } from '#server/context.ts'
import { Invalid, RateLimited } from '#server/errors.ts'
import { signsInWithLdap } from '#server/foundation/identities/ldap.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import { userByEmail } from './user-by-email.ts'
import './events.ts'
import { messages } from './messages.ts'
import { countTry } from './tries.ts'

const mailsAnHour = 5

/** Requests per IP address. */
const requestLimit = { max: 20, minutes: 60 } as const

/**
 * Request a password reset link, valid for an hour. Neither the response nor its timing reveals whether the account exists, since a
 * job does the rest for any address.
 *
 * @throws Invalid  no email address
 * @throws RateLimited  from one address of the network
 */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  if (!email.includes('@')) throw new Invalid(messages.noAddress)
  const { db, ip, services } = ctx
  if (services.settings.rateLimits && !(await countTry(db, `password reset ${networkOf(ip ?? '')}`, requestLimit)))
    throw new RateLimited(messages.tooManyMails, requestLimit.minutes * 60)
  const { rows } = await sql<{ id: number }>`
    select id from users where id = ${userByEmail(email.trim())} and not is_bot`.execute(db)
  await transact(ctx, inner =>
    inner.events.record('password.forgotten', { userId: rows[0]?.id ?? null, isUrgent: true }),
  )
}

/**
 * Send the link, unless the account is blocked or has had five within an hour. Whoever signs in by LDAP is told that the password is
 * not kept here.
 */
export async function mailResetLink(ctx: Context, userId: number): Promise<void> {
  await transact(ctx, async inner => {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where u.id = ${userId} and u.state in ('active', 'deactivated')
        and (select count(*) from password_resets r where r.user_id = u.id and r.created_at > now() - interval '1 hour') < ${mailsAnHour}
      for update of u`.execute(inner.db)
    if (rows.length === 0) return
    const { settings } = inner.services
    if (await signsInWithLdap(inner.db, settings, userId)) await mailNoLink(inner, userId, settings.ldap?.label ?? '')
    else await mailLink(inner, userId, 'reset')
  })
}

/** Mail a link for choosing a password to the owner of an account that an administrator created. */
export async function inviteToSetPassword(ctx: Context, userId: number): Promise<void> {
  await mailLink(ctx, userId, 'invite')
}

async function mailLink(ctx: Context, userId: number, why: 'reset' | 'invite'): Promise<void> {
  const token = makeSecret()
  const made = await sql<{ name: string; email: string; username: string }>`
    with made as (
      insert into password_resets (token_hash, user_id, created_at, expires_at)
      values (${hashSecret(token)}, ${userId}, now(), now() + make_interval(hours => ${passwordLinks[why].hours}))
    )
    select name, email, username from users where id = ${userId}`.execute(ctx.db)
  const user = made.rows[0]
  if (user === undefined) return
  const { externalUrl } = ctx.services.settings
  const link = `${externalUrl}/users/password/edit?reset_password_token=${token}`
  const texts = why === 'reset' ? resetText : inviteText
  await queueMails(ctx, [
    {
      userId,
      recipient: user.email,
      subject: texts.subject,
      text: texts.text({ ...user, link, site: externalUrl }),
      secrets: [token],
      isUrgent: true,
    },
  ])
}

async function mailNoLink(ctx: Context, userId: number, label: string): Promise<void> {
  const user = await ctx.db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst()
  if (user === undefined) return
  const text = noLinkText(user.name, ctx.services.settings.externalUrl, label)
  await queueMails(ctx, [{ userId, recipient: user.email, subject: resetText.subject, text, isUrgent: true }])
}

const noLinkText = (name: string, site: string, label: string) => `Hello ${name},

Someone requested a password reset for your account on ${site}.
Your account signs in with ${label}, so its password cannot be reset here. Change it in ${label}, or ask the administrators of that directory.

If you did not request this, ignore this email.
`

interface ResetMailValues {
  readonly name: string
  readonly username: string
  readonly link: string
  readonly site: string
}

const resetText = {
  subject: 'Reset your password',
  text: ({ name, link, site }: ResetMailValues) => `Hello ${name},

Someone requested a password reset for your account on ${site}.
To reset your password, open this link within ${passwordLinks.reset.words}:

${link}

If you did not request this, ignore this email. Your password will not change.
`,
}

const inviteText = {
  subject: 'Your account was created',
  text: ({ name, username, link, site }: ResetMailValues) => `Hello ${name},

An account was created for you on ${site}. Your username is ${username}.
Set your password within ${passwordLinks.invite.words}:

${link}
`,
}
