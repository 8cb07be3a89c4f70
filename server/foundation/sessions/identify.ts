import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import { sessionLength } from '#server/foundation/settings/session-length.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { hashSecret } from '#server/platform/text/secret.ts'

interface IdentifiedSession {
  readonly actor: UserActor
  readonly sessionId: number
  readonly csrfToken: string
  /** Whether the browser keeps it beyond its own end. */
  readonly isRemembered: boolean
}

interface SessionRow {
  readonly sessionId: number
  readonly csrfToken: string
  readonly isRemembered: boolean
  readonly isStale: boolean
  readonly id: number
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isExternal: boolean
}

/**
 * The user of a session cookie: null when it is unknown or expired, or when its user is no longer active. At most once
 * a minute the session is marked as seen and its end is moved, without the request waiting for it.
 */
export async function identifySession(db: Db, token: string): Promise<IdentifiedSession | null> {
  const found = await sql<SessionRow>`
    select s.id as session_id, s.csrf_token, s.remember as is_remembered, s.last_seen_at < now() - interval '1 minute' as is_stale,
      u.id, u.username, u.name, u.is_admin, u.is_external
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashSecret(token)} and s.expires_at > now() and u.state = 'active'`.execute(db)
  const row = found.rows[0]
  if (row === undefined) return null
  if (row.isStale) void touch(db, row).catch(() => undefined)
  const { sessionId, csrfToken, isRemembered, id, username, name, isAdmin, isExternal } = row
  return { actor: { kind: 'user', id, username, name, isAdmin, isExternal }, sessionId, csrfToken, isRemembered }
}

/** The next request makes a mark that failed: nothing depends on it. */
async function touch(db: Db, row: SessionRow): Promise<void> {
  await sql`
    with seen as (
      update sessions set last_seen_at = now(),
        expires_at = now() + ${sessionLength(sql.ref('remember'))}
      where id = ${row.sessionId} and last_seen_at < now() - interval '1 minute'
      returning user_id
    )
    update users set last_activity_on = current_date
    from seen where users.id = seen.user_id and last_activity_on is distinct from current_date`.execute(db)
}
