import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { NotAllowed, NotFound, Unauthenticated } from '#server/errors.ts'
import type { TokenRow } from './present.ts'
import { tokenRow } from './queries.ts'

/**
 * A token that the caller may see: their own, or anyone's for an administrator.
 *
 * @throws Unauthenticated  another user's or none, so that existing ids are not revealed
 * @throws NotFound  none, to an administrator
 */
export async function ownOrAny(ctx: Context, id: number): Promise<TokenRow> {
  const row = await tokenRow(ctx.db, id)
  if (isAdmin(ctx.actor)) {
    if (row === undefined) throw new NotFound()
    return row
  }
  if (row === undefined || row.impersonation || ctx.actor.kind !== 'user' || row.userId !== ctx.actor.id)
    throw new Unauthenticated()
  return row
}

/** The same for a token that can be rotated. @throws NotAllowed  one for impersonation */
export async function ownOrAnyToRotate(ctx: Context, id: number): Promise<TokenRow> {
  const token = await ownOrAny(ctx, id)
  if (token.impersonation) throw new NotAllowed('405 Method Not Allowed')
  return token
}
