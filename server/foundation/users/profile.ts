import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { verifyPassword } from './password.ts'
import { avatarUrl, presentStatus } from './present.ts'
import { userRow } from './queries.ts'
import { statusOf } from './status.ts'
import { changeUser, type UserChanges } from './update.ts'

/** What the profile page edits. @throws NotFound  the account is gone */
export async function readProfile(ctx: Context, userId: number) {
  const user = await userRow(ctx.db, userId)
  if (user === undefined) throw new NotFound('User')
  const { externalUrl } = ctx.services.settings
  const { id, username, name, email, bio, pronouns, location, jobTitle, organization, websiteUrl, publicEmail } = user
  return {
    ...{ id, username, name, email, bio, pronouns, location, jobTitle, organization, websiteUrl, publicEmail },
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
}

/**
 * Change one's own profile. Whoever holds the e-mail address holds the account, so a new one wants the password; only
 * the own address can be shown as the public one.
 *
 * @throws Invalid  · @throws Conflict
 */
export async function updateProfile(ctx: Context, userId: number, input: ProfileChanges) {
  const { currentPassword, ...changes } = input
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'publicEmail', 'passwordHash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new NotFound('User')
  const email = changes.email?.trim() ?? user.email
  const isNewEmail = email.toLowerCase() !== user.email.toLowerCase()
  if (isNewEmail && !(await verifyPassword(user.passwordHash, currentPassword ?? '')))
    throw new Invalid({ currentPassword: ['is not the password of this account'] })
  const shown = changes.publicEmail
  if (shown !== undefined && shown !== '' && shown.toLowerCase() !== email.toLowerCase())
    throw new Invalid({ publicEmail: ['must be your own e-mail address'] })
  const follows = isNewEmail && shown === undefined && user.publicEmail !== '' ? { publicEmail: email } : {}
  await changeUser(ctx, user, { ...changes, ...follows })
  return readProfile(ctx, userId)
}
