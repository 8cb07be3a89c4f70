import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import './events.ts'
import type { TokenRow } from './present.ts'

/** Revoke a token. @returns false if it was already revoked */
export async function revokeToken(ctx: Context, token: Pick<TokenRow, 'id' | 'userId' | 'revoked'>): Promise<boolean> {
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
    { topics: [userTopic(token.userId)] },
  )
  return true
}

/**
 * Revoke every token that came of this one by rotation, or it of them, since somebody used it after it was revoked: one of
 * the two who have it stole it. A request that came before that lost a race and is no such use.
 */
export async function revokeFamily(ctx: Context, tokenId: number): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    with recursive family as (
      select id, previous_id from personal_access_tokens
      where id = ${tokenId} and (revoked_at is null or revoked_at < ${ctx.now}::timestamptz)
      union
      select t.id, t.previous_id from personal_access_tokens t join family f on t.previous_id = f.id or t.id = f.previous_id
    )
    update personal_access_tokens set revoked = true, revoked_at = ${new Date().toISOString()}::timestamptz where id in (select id from family) and not revoked returning user_id`.execute(
    ctx.db,
  )
  const userId = rows[0]?.userId
  if (userId !== undefined)
    await ctx.events.record('token.revoked', { tokenId, userId }, { topics: [userTopic(userId)] })
}
