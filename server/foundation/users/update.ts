import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { moveNamespace } from '#server/foundation/namespaces/tree.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { checkPerson } from './creation/check.ts'
import { refuseTaken } from './creation/create.ts'
import { takenOf, type UserRecord } from './creation/insert-user.ts'

/** Columns of a user that can be changed; absent ones stay. */
export interface UserChanges extends Partial<Omit<UserRecord, 'passwordHash' | 'isBot' | 'createdById'>> {
  readonly password?: string
}

export interface UserBefore {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
}

/**
 * Change a user, and with the name or username the namespace of their own and every path below it. A new password ends
 * all their sessions except the current one.
 *
 * @throws Invalid  · @throws Conflict  the username or the address is taken
 */
export async function changeUser(ctx: Context, user: UserBefore, changes: UserChanges): Promise<void> {
  const { password, ...columns } = trimmed(changes)
  checkPerson({ ...columns, ...(password === undefined ? {} : { password }) }, [user.username, user.name, user.email])
  const passwordHash = password === undefined ? {} : { passwordHash: await hashPassword(password) }
  if (Object.keys(columns).length === 0 && password === undefined) return
  await ctx.db
    .updateTable('users')
    .set({ ...columns, ...passwordHash, updatedAt: ctx.now })
    .where('id', '=', user.id)
    .execute()
    .catch(error => refuseTaken(takenOf(error) ?? error))
  const username = columns.username ?? user.username
  const name = columns.name ?? user.name
  if (username !== user.username || name !== user.name) await renameNamespace(ctx, user, username, name)
  const email = columns.email ?? user.email
  if (password !== undefined || email !== user.email) await endMailedLinks(ctx, user.id)
  if (email !== user.email) {
    const text = changedText(user.name, ctx.services.settings.externalUrl, email)
    await queueMails(ctx, [{ userId: user.id, recipient: user.email, subject: 'Your email address was changed', text }])
  }
  if (password !== undefined)
    await ctx.db
      .deleteFrom('sessions')
      .where('userId', '=', user.id)
      .$if(ctx.sessionId !== null, query => query.where('id', '<>', ctx.sessionId ?? 0))
      .execute()
  await ctx.events.record('user.updated', { userId: user.id }, { topics: [userTopic(user.id)] })
}

/** Invalidate emailed links for password reset and email confirmation, since others may have them. */
export async function endMailedLinks(ctx: Context, ...userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await ctx.db.deleteFrom('passwordResets').where('userId', 'in', userIds).where('usedAt', 'is', null).execute()
  await ctx.db.deleteFrom('emailChanges').where('userId', 'in', userIds).execute()
  await ctx.db
    .updateTable('userEmails')
    .set({ tokenHash: null, tokenExpiresAt: null })
    .where('userId', 'in', userIds)
    .where('tokenHash', 'is not', null)
    .execute()
}

const changedText = (name: string, site: string, email: string) => `Hello ${name},

The email address of your account on ${site} was changed to ${email}.
This address will no longer receive emails. If you did not change it, contact an administrator.
`

const lines = ['name', 'location', 'jobTitle', 'pronouns', 'organization', 'websiteUrl', 'publicEmail'] as const

/** Fields that are trimmed, and fields that are limited to one line. */
function trimmed(changes: UserChanges): UserChanges {
  const texts: Partial<Record<(typeof lines)[number] | 'username' | 'email', string>> = {}
  for (const name of ['username', 'email'] as const) if (changes[name] !== undefined) texts[name] = changes[name].trim()
  for (const name of lines) if (changes[name] !== undefined) texts[name] = oneLine(changes[name])
  return { ...changes, ...texts }
}

/** The user's own namespace and all below it get the new names; the old paths lead on to the new ones. */
async function renameNamespace(ctx: Context, user: UserBefore, username: string, name: string): Promise<void> {
  const own = await ctx.db
    .selectFrom('namespaces')
    .select('id')
    .where('ownerId', '=', user.id)
    .where('kind', '=', 'user')
    .executeTakeFirst()
  if (own === undefined) return
  await moveNamespace(ctx, { id: own.id, kind: 'user', parentId: null, path: username, name }).catch(error => {
    // The path is the username here.
    if (error instanceof Invalid) throw new Conflict('Username has already been taken', { cause: error })
    throw error
  })
}
