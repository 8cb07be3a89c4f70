import { type Context, transact } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { signsInWithLdap } from '#server/foundation/identities/ldap.ts'
import { checkOwnPassword } from '#server/foundation/passwords/check-password.ts'
import { refuseOverlap } from '#server/slice.ts'
import { askForEmail, forgetEmailChange } from '../emails/email-change.ts'
import { avatarUrl, presentStatus } from '../present.ts'
import { userRow } from '../queries.ts'
import { changeUser, type UserChanges } from '../update.ts'
import { statusOf } from './status.ts'

/** The fields that the profile page edits. @throws NotFound  the account no longer exists */
export async function readProfile(ctx: Context, userId: number) {
  const [user, usesLdap, waiting] = await Promise.all([
    userRow(ctx.db, userId),
    signsInWithLdap(ctx.db, ctx.services.settings, userId),
    ctx.db
      .selectFrom('emailChanges')
      .select('email')
      .where('userId', '=', userId)
      .where('expiresAt', '>', ctx.now)
      .executeTakeFirst(),
  ])
  if (user === undefined) throw new NotFound('User')
  const { externalUrl } = ctx.services.settings
  const { id, username, name, email, bio, pronouns, location, jobTitle, organization, websiteUrl, publicEmail } = user
  return {
    ...{ id, username, name, email, bio, pronouns, location, jobTitle, organization, websiteUrl, publicEmail },
    unconfirmedEmail: waiting?.email ?? null,
    usesLdap,
    privateProfile: user.privateProfile,
    avatarUrl: avatarUrl({ externalUrl }, user),
    webUrl: `${externalUrl}/${username}`,
    status: presentStatus(statusOf(user, ctx.now)),
  }
}

interface ProfileChanges
  extends Pick<
    UserChanges,
    | 'name'
    | 'email'
    | 'bio'
    | 'pronouns'
    | 'location'
    | 'jobTitle'
    | 'organization'
    | 'websiteUrl'
    | 'publicEmail'
    | 'privateProfile'
  > {
  readonly currentPassword?: string
  /** The profile as the caller last read it. */
  readonly expected?: Readonly<Record<string, unknown>>
}

/**
 * Update the actor's own profile. Control of the email address means control of the account, so a new one requires the password and
 * confirmation; submitting the current one cancels the request. Only the account's own address can be public. Do not call it in a
 * transaction, whose rollback would undo the count of failed passwords.
 *
 * @throws Invalid  · @throws Conflict  · @throws RateLimited
 */
export async function updateProfile(ctx: Context, userId: number, input: ProfileChanges) {
  const { currentPassword, email: given, expected, ...changes } = input
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'publicEmail'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new NotFound('User')
  const email = given?.trim()
  const isNewEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase()
  const hold = isNewEmail ? await checkOwnPassword(ctx, user.username, currentPassword ?? '') : null
  const shown = changes.publicEmail
  if (shown !== undefined && shown !== '' && shown.toLowerCase() !== user.email.toLowerCase())
    throw new Invalid({ publicEmail: ['must be your own email address'] })
  await transact(ctx, async inner => {
    if (expected !== undefined) {
      const current = inner.db.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate()
      refuseOverlap(await current.executeTakeFirst(), expected)
    }
    await hold?.(inner)
    await changeUser(inner, user, changes)
    if (isNewEmail) await askForEmail(inner, user, email)
    else if (email !== undefined) await forgetEmailChange(inner, userId)
  })
  return readProfile(ctx, userId)
}
