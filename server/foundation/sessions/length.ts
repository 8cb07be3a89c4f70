import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { sessionLength } from '#server/foundation/settings/session-length.ts'
import type { WeftEvent } from '#server/platform/events/events.ts'

/** A new length holds for the sessions that there are, from their last visit on. */
export async function followSessionLength(
  ctx: Context,
  { payload: { names } }: WeftEvent<'settings.updated'>,
): Promise<void> {
  if (!names.includes('sessionExpireDelay')) return
  await sql`update sessions set expires_at = last_seen_at + ${sessionLength(sql.ref('remember'))}`.execute(ctx.db)
}
