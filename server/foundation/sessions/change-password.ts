import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Unprocessable } from '#server/errors.ts'
import { signsInWithLdap, usesLdap } from '#server/foundation/identities/ldap.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { checkOwnPassword } from '#server/foundation/passwords/check-password.ts'
import { messages } from '#server/foundation/passwords/messages.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { checkPerson } from '#server/foundation/users/creation/check.ts'
import { endMailedLinks } from '#server/foundation/users/update.ts'
import { hashSecret } from '#server/platform/text/secret.ts'

/**
 * Change one's own password. Every other session ends; this one stays.
 *
 * @throws Forbidden  the password is the one of the directory
 * @throws Invalid  the present password is wrong, or the new one breaks a rule
 * @throws RateLimited  too many wrong ones
 */
export async function changePassword(
  ctx: Context,
  user: { readonly id: number; readonly username: string },
  given: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  const { settings } = ctx.services
  if (await signsInWithLdap(ctx.db, settings, user.id))
    throw new Forbidden(messages.directoryPassword(settings.ldap?.label ?? ''))
  const hold = await checkOwnPassword(ctx, user.username, given.currentPassword)
  await setPassword(ctx, user.id, given.password, 'changed', hold)
}

/**
 * Set a new password with the token of a mail, once. Every session ends.
 *
 * @throws Unprocessable  the link is used up or too old
 * @throws Invalid  the new password breaks a rule; the link stays good
 */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const tokenHash = hashSecret(token)
  const reset = await ctx.db
    .selectFrom('passwordResets as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select('r.userId')
    .where('r.tokenHash', '=', tokenHash)
    .where('r.usedAt', 'is', null)
    .where('r.expiresAt', '>', sql<string>`now()`)
    .where('u.state', 'in', ['active', 'deactivated'])
    .where(sql<boolean>`not ${usesLdap(ctx.services.settings, sql.ref('u.id'))}`)
    .executeTakeFirst()
  if (reset === undefined) throw new Unprocessable(messages.linkIsOver)
  await setPassword({ ...ctx, sessionId: null }, reset.userId, password, 'reset', inner => consume(inner, tokenHash))
}

/** @param hold  checks again, in the transaction, the condition that allowed the change */
async function setPassword(
  ctx: Context,
  userId: number,
  password: string,
  how: 'changed' | 'reset',
  hold: (inner: Context) => Promise<void>,
): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['username', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  checkPerson({ password }, [user.username, user.name, user.email])
  const passwordHash = await hashPassword(password)
  await transact(ctx, async inner => {
    await hold(inner)
    await inner.db.updateTable('users').set({ passwordHash, updatedAt: inner.now }).where('id', '=', userId).execute()
    await endMailedLinks(inner, userId)
    await inner.db
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .$if(inner.sessionId !== null, query => query.where('id', '<>', inner.sessionId ?? 0))
      .execute()
    await queueMails(inner, [
      { userId, recipient: user.email, ...changedText(user.name, inner.services.settings.externalUrl) },
    ])
    await inner.events.record('user.password_changed', { userId, how }, { topics: [userTopic(userId)] })
  })
}

/** @throws Unprocessable  another request was quicker */
async function consume(ctx: Context, tokenHash: Buffer): Promise<void> {
  const used = await ctx.db
    .updateTable('passwordResets')
    .set({ usedAt: ctx.now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw new Unprocessable(messages.linkIsOver)
}

const changedText = (name: string, site: string) => ({
  subject: 'Your password was changed',
  text: `Hello ${name},

The password for your account on ${site} was just changed.
If you did not change it, reset your password immediately:

${site}/users/password/new
`,
})
