import { type Context, transact } from '#server/context.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import { checkOwnPassword } from '#server/foundation/passwords/check-password.ts'
import { changeUser } from '../update.ts'
import { emailOf } from './list.ts'

/**
 * Make a confirmed address the primary one; the former primary address stays with the account. Control of the primary address means
 * control of the account, so it requires the password. Do not call it in a transaction, whose rollback would undo the count of failed
 * passwords.
 *
 * @throws NotFound  · @throws Forbidden  the address is not confirmed
 * @throws Invalid  the password is wrong
 */
export async function makePrimary(
  ctx: Context,
  userId: number,
  { emailId, currentPassword }: { readonly emailId: number; readonly currentPassword: string },
): Promise<void> {
  await emailOf(ctx, userId, emailId)
  const hold = await checkOwnPassword(ctx, (await userBefore(ctx, userId)).username, currentPassword)
  await transact(ctx, async inner => {
    await hold(inner)
    const user = await userBefore(inner, userId)
    const { email, confirmedAt, isPrimary } = await emailOf(inner, userId, emailId)
    if (confirmedAt === null) throw new Forbidden('Confirm the address first')
    if (isPrimary) return
    await changeUser(inner, user, { email, ...(user.publicEmail === '' ? {} : { publicEmail: email }) })
    await inner.db
      .insertInto('userEmails')
      .values({ userId, email: user.email, confirmedAt: inner.now, createdAt: inner.now })
      .execute()
  })
}

async function userBefore(ctx: Context, userId: number) {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'publicEmail'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new NotFound('User')
  return user
}
