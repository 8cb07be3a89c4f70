import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid, Unauthenticated } from '#server/errors.ts'
import { checkOwnPassword } from '#server/foundation/passwords/check-password.ts'
import { messages } from './messages.ts'

/**
 * Check the actor's password, if the project requires one to approve. Call it outside of a transaction, whose rollback would undo the
 * count of attempts.
 *
 * @returns a function to call in the transaction of the approval: it locks the account against a change of its password, and
 * returns whether a password was checked
 * @throws Unauthenticated  the password is missing or wrong: 401 by the contract · @throws RateLimited
 */
export async function authenticate(
  ctx: Context,
  projectId: number,
  password = '',
): Promise<(inner: Context) => Promise<boolean>> {
  if (ctx.actor.kind !== 'user' || !(await asksForPassword(ctx, projectId))) return async () => false
  if (password === '') throw new Unauthenticated(messages.passwordMissing)
  const refuse = (error: unknown): never => {
    throw error instanceof Invalid ? new Unauthenticated(messages.passwordWrong, { cause: error }) : error
  }
  const hold = await checkOwnPassword(ctx, ctx.actor.username, password).catch(refuse)
  return async inner => {
    await hold(inner).catch(refuse)
    return true
  }
}

/**
 * Like `authenticate`, for the verdict of a review, where a wrong password is an invalid input, not a 401.
 *
 * @throws Invalid  the password is wrong · @throws RateLimited
 */
export async function authenticateReview(
  ctx: Context,
  projectId: number,
  password: string,
): Promise<(inner: Context) => Promise<boolean>> {
  const refuse = (error: unknown): never => {
    throw error instanceof Unauthenticated ? new Invalid({ base: [error.message] }, { cause: error }) : error
  }
  const hold = await authenticate(ctx, projectId, password).catch(refuse)
  return inner => hold(inner).catch(refuse)
}

async function asksForPassword(ctx: Context, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select require_password_to_approve as asks from projects where id = ${projectId}`.execute(ctx.db)
  return rows[0]?.asks === true
}
