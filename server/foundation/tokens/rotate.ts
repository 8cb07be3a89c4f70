import { type Context, transact } from '#server/context.ts'
import { Invalid, Unauthenticated } from '#server/errors.ts'
import { createToken, type MadeToken } from './create.ts'
import { isActive, type TokenRow } from './present.ts'
import { endToken, revokeFamily } from './revoke.ts'

/**
 * Replace a token by a new one of the same name and scopes. A user who rotates a revoked token may have stolen it: then
 * its whole family is revoked, and stays so although the call is refused.
 *
 * @param expiresAt  yyyy-mm-dd, a week from now when it is not given, a year at most
 * @throws Unauthenticated  the token is revoked or expired
 * @throws Invalid  a day that is past or too far away
 */
export async function rotateToken(ctx: Context, token: TokenRow, expiresAt: string | undefined): Promise<MadeToken> {
  if (token.revoked) await transact(ctx, inner => revokeFamily(inner, token.id))
  if (!isActive(token, ctx.now)) throw new Unauthenticated()
  const until = expiresAt ?? dayAfter(ctx.now, 7)
  checkWithinYear(ctx, until)
  return transact(ctx, async inner => {
    // If several requests arrive at once, the one that revokes the token creates the next.
    if (!(await endToken(inner, token))) throw new Unauthenticated()
    const { userId, name, description, scopes, impersonation, namespaceId } = token
    const wanted = {
      userId,
      name,
      description,
      scopes,
      impersonation,
      namespaceId,
      expiresAt: until,
      previousId: token.id,
    }
    if (namespaceId !== null)
      await inner.db
        .updateTable('members')
        .set({ expiresAt: until })
        .where('userId', '=', userId)
        .where('namespaceId', '=', namespaceId)
        .execute()
    // The scopes were allowed when they were given; the door still checks the owner's permissions.
    return createToken(inner, wanted, true)
  })
}

/** @throws Invalid  a day that is too far away */
export function checkWithinYear(ctx: Context, expiresAt: string): void {
  if (expiresAt > dayAfter(ctx.now, 365)) throw new Invalid({ expiresAt: ['must be within a year'] })
}

const dayAfter = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)
