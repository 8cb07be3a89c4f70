import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { sessionLength } from '#server/foundation/settings/session-length.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import './events.ts'

interface StartedSession {
  readonly sessionId: number
  /** The text for the cookie; only its hash is stored. */
  readonly token: string
}

/**
 * Begin a session and note the sign-in with the user. To be called in a transaction.
 *
 * @param remember  whether it lasts for `sessionLength`'s longer time
 */
export async function startSession(ctx: Context, userId: number, remember: boolean): Promise<StartedSession> {
  const token = makeSecret()
  const written = await sql<{ id: number }>`
    with noted as (
      update users set sign_in_count = sign_in_count + 1, last_sign_in_at = coalesce(current_sign_in_at, ${ctx.now}),
        last_sign_in_ip = coalesce(current_sign_in_ip, ${ctx.ip}), current_sign_in_at = ${ctx.now}, current_sign_in_ip = ${ctx.ip},
        last_activity_on = current_date
      where id = ${userId}
    )
    insert into sessions (user_id, token_hash, csrf_token, remember, ip, user_agent, created_at, last_seen_at, expires_at)
    values (${userId}, ${hashSecret(token)}, ${makeSecret()}, ${remember}, ${ctx.ip}, ${ctx.userAgent}, ${ctx.now}, ${ctx.now},
      ${ctx.now}::timestamptz + ${sessionLength(sql`${remember}::boolean`)})
    returning id`.execute(ctx.db)
  const sessionId = written.rows[0]?.id
  if (sessionId === undefined) throw new Error('a session without a row')
  await ctx.events.record('session.started', { userId, sessionId })
  return { sessionId, token }
}
