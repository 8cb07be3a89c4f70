import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { ldapProvider } from '#server/foundation/identities/ldap.ts'
import { plainDn } from '#server/platform/ldap/dn.ts'
import { isTaken } from '#server/platform/sql/database.ts'

/** Identity of a user at an external provider. */
export interface Identity {
  /** Provider name: `ldapmain`, `saml`. */
  readonly provider: string
  readonly externUid: string
}

/** @throws Invalid  one of the two without the other */
export function identityOf(provider: string | undefined, externUid: string | undefined): Identity | null {
  if (provider === undefined && externUid === undefined) return null
  if (!provider) throw new Invalid({ 'identities.provider': ["can't be blank"] })
  if (!externUid) throw new Invalid({ 'identities.externUid': ["can't be blank"] })
  return { provider, externUid }
}

/**
 * Set a user's identity at a provider, replacing the former one.
 *
 * @throws Invalid  another user has this identity
 */
export async function keepIdentity(
  ctx: Context,
  userId: number,
  { provider, externUid: given }: Identity,
): Promise<void> {
  const externUid = provider === ldapProvider ? plainDn(given) : given
  await ctx.db
    .insertInto('userIdentities')
    .values({ userId, provider, externUid, createdAt: ctx.now })
    .onConflict(on => on.columns(['userId', 'provider']).doUpdateSet({ externUid }))
    .execute()
    .catch((error: unknown) => {
      if (!isTaken(error, 'user_identities_by_uid')) throw error
      throw new Invalid({ 'identities.externUid': ['has already been taken'] }, { cause: error })
    })
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}

/** @throws NotFound  the user has no identity at that provider */
export async function forgetIdentity(ctx: Context, userId: number, provider: string): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('userIdentities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .returning('userId')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound('Identity')
  // The directory has no say any more: an administrator can unblock the account.
  if (provider === ldapProvider)
    await ctx.db
      .updateTable('users')
      .set({ state: 'blocked', updatedAt: ctx.now })
      .where('id', '=', userId)
      .where('state', '=', 'ldap_blocked')
      .execute()
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}
