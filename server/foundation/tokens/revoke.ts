import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { endMembership } from '#server/foundation/members/remove.ts'
import { topicsOfPlace } from './events.ts'
import type { TokenRow } from './present.ts'

type Revocable = Pick<TokenRow, 'id' | 'userId' | 'namespaceId' | 'revoked'>

/** Revoke a token. The bot of a project or group loses its membership with it. @returns false if it was already revoked */
export async function revokeToken(ctx: Context, token: Revocable): Promise<boolean> {
  if (!(await endToken(ctx, token))) return false
  await endBotMembership(ctx, token)
  return true
}

/** Revoke a token whose user stays a member, as another one follows. @returns false if it was already revoked */
export async function endToken(ctx: Context, token: Revocable): Promise<boolean> {
  if (token.revoked) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('personalAccessTokens')
    .set({ revoked: true, revokedAt: new Date().toISOString() })
    .where('id', '=', token.id)
    .where('revoked', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await ctx.events.record(
    'token.revoked',
    { tokenId: token.id, userId: token.userId },
    { topics: [userTopic(token.userId), ...(await topicsOfPlace(ctx, token))] },
  )
  return true
}

async function endBotMembership(
  ctx: Context,
  { userId, namespaceId }: Pick<TokenRow, 'userId' | 'namespaceId'>,
): Promise<void> {
  if (namespaceId === null) return
  const place = await ctx.db
    .selectFrom('namespaces')
    .select(['id', 'kind'])
    .where('id', '=', namespaceId)
    .executeTakeFirst()
  if (place === undefined) return
  await endMembership(ctx, { id: place.id, kind: place.kind === 'group' ? 'group' : 'project' }, userId)
}

/**
 * Revoke every token that came of this one by rotation, or it of them, since it was used after it was revoked: one of
 * its two holders stole it. A request that came before that lost a race and is no such use.
 */
export async function revokeFamily(ctx: Context, tokenId: number): Promise<void> {
  const { rows } = await sql<Pick<TokenRow, 'userId' | 'namespaceId'>>`
    with recursive family as (
      select id, previous_id from personal_access_tokens
      where id = ${tokenId} and (revoked_at is null or revoked_at < ${ctx.now}::timestamptz)
      union
      select t.id, t.previous_id from personal_access_tokens t join family f on t.previous_id = f.id or t.id = f.previous_id
    )
    update personal_access_tokens set revoked = true, revoked_at = ${new Date().toISOString()}::timestamptz where id in (select id from family) and not revoked returning user_id, namespace_id`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) return
  const { userId } = row
  await ctx.events.record('token.revoked', { tokenId, userId }, { topics: [userTopic(userId)] })
  await endBotMembership(ctx, row)
}
