import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { hashSecret } from '#server/platform/text/secret.ts'

type IdentifiedToken =
  | {
      readonly outcome: 'ok'
      readonly actor: UserActor
      readonly tokenId: number
      readonly scopes: readonly string[]
    }
  | { readonly outcome: 'unknown' | 'expired' | 'blocked' }
  | { readonly outcome: 'revoked'; readonly tokenId: number }

interface TokenRow {
  readonly tokenId: number
  readonly scopes: readonly string[]
  readonly revoked: boolean
  readonly isExpired: boolean
  readonly isStale: boolean
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state: string
  readonly isAdmin: boolean
  readonly isExternal: boolean
}

/**
 * The user and the scopes of a personal access token. Its last use and the address it came from are stored at most once
 * a minute, without the request waiting for it.
 */
export async function identifyToken(
  db: Db,
  token: string,
  { ip }: { readonly ip: string | null },
): Promise<IdentifiedToken> {
  const values = { tokenHash: hashSecret(token) }
  const [row] = await runStatement<TokenRow, typeof values>(
    db,
    'token',
    values,
    parameter => sql`
      select t.id as token_id, t.scopes, t.revoked, not ${notExpired('t.expires_at')} as is_expired,
        coalesce(t.last_used_at < now() - interval '1 minute', true) as is_stale,
        u.id, u.username, u.name, u.state, u.is_admin, u.is_external
      from personal_access_tokens t join users u on u.id = t.user_id
      where t.token_hash = ${parameter.tokenHash}`,
  )
  if (row === undefined) return { outcome: 'unknown' }
  if (row.revoked) return { outcome: 'revoked', tokenId: row.tokenId }
  if (row.isExpired) return { outcome: 'expired' }
  if (row.state !== 'active') return { outcome: 'blocked' }
  if (row.isStale) void touch(db, row.tokenId, ip).catch(() => undefined)
  const { tokenId, scopes, id, username, name, isAdmin, isExternal } = row
  return { outcome: 'ok', actor: { kind: 'user', id, username, name, isAdmin, isExternal }, tokenId, scopes }
}

const addressesKept = 5

/** The next request makes a mark that failed: nothing depends on it. */
async function touch(db: Db, tokenId: number, ip: string | null): Promise<void> {
  await sql`
    with used as (
      update personal_access_tokens set last_used_at = now(),
        last_used_ips = case when ${ip}::text is null then last_used_ips
          else (array[${ip}::text] || array_remove(last_used_ips, ${ip}::text))[1:${sql.lit(addressesKept)}] end
      where id = ${tokenId} and coalesce(last_used_at < now() - interval '1 minute', true)
      returning user_id
    )
    update users set last_activity_on = current_date
    from used where users.id = used.user_id and last_activity_on is distinct from current_date`.execute(db)
}
