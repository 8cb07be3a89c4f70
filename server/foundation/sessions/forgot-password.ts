import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import { messages } from './messages.ts'

const mailsAnHour = 5

/**
 * Mail a link that sets a new password within the hour. Nobody learns from the answer whether there is such an
 * address; of an account that is kept out or has had five in an hour, nothing is sent.
 *
 * @throws RateLimited  from one address of the network
 */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  if (ctx.services.settings.rateLimits && !(await countRequest(ctx))) throw new RateLimited(messages.tooManyMails, 3600)
  await transact(ctx, async inner => {
    const found = await sql<{ id: number }>`
      select u.id from users u where lower(u.email) = lower(${email.trim()}) and not u.is_bot
        and u.state in ('active', 'deactivated')
        and (select count(*) from password_resets r where r.user_id = u.id and r.created_at > now() - interval '1 hour') < ${mailsAnHour}`.execute(
      inner.db,
    )
    const user = found.rows[0]
    if (user !== undefined) await mailLink(inner, user.id, 'reset')
  })
}

/** Mail whoever an administrator made an account for a link to choose their password with. */
export async function inviteToSetPassword(ctx: Context, userId: number): Promise<void> {
  await mailLink(ctx, userId, 'invite')
}

const hours = { reset: 1, invite: 72 } as const

async function mailLink(ctx: Context, userId: number, why: 'reset' | 'invite'): Promise<void> {
  const token = makeSecret()
  const made = await sql<{ name: string; email: string; username: string }>`
    with made as (
      insert into password_resets (token_hash, user_id, created_at, expires_at)
      values (${hashSecret(token)}, ${userId}, now(), now() + make_interval(hours => ${hours[why]}))
    )
    select name, email, username from users where id = ${userId}`.execute(ctx.db)
  const user = made.rows[0]
  if (user === undefined) return
  const { externalUrl } = ctx.services.settings
  const link = `${externalUrl}/users/password/edit?reset_password_token=${token}`
  const texts = why === 'reset' ? resetText : inviteText
  await queueMails(ctx, [
    { userId, recipient: user.email, subject: texts.subject, text: texts.text({ ...user, link, site: externalUrl }) },
  ])
}

interface Told {
  readonly name: string
  readonly username: string
  readonly link: string
  readonly site: string
}

const resetText = {
  subject: 'Set a new password',
  text: ({ name, link, site }: Told) => `Hello ${name},

someone, hopefully you, asked for a new password for your account on ${site}.
You can choose one here within the next hour:

${link}

If it was not you, ignore this mail: your password stays as it is.
`,
}

const inviteText = {
  subject: 'Your account was created',
  text: ({ name, username, link, site }: Told) => `Hello ${name},

an account was made for you on ${site}. Your username is ${username}.
Choose your password here within the next three days:

${link}
`,
}

const requestsAnHour = 20

/** Requests are counted by address beside the failed sign-ins, under a name that no account has. */
async function countRequest(ctx: Context): Promise<boolean> {
  const login = `password reset from ${ctx.ip ?? ''}`
  const counted = await sql<{ isWithin: boolean }>`
    with recent as (
      select count(*) < ${requestsAnHour} as is_within from sign_in_failures
      where login = ${login} and created_at > now() - interval '1 hour'
    ), noted as (
      insert into sign_in_failures (login, ip) select ${login}, '' from recent where is_within
    )
    select is_within from recent`.execute(ctx.db)
  return counted.rows[0]?.isWithin ?? true
}
