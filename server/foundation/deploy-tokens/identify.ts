import { sql } from 'kysely'
import type { DeployTokenAccess } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpiredAt } from '#server/platform/sql/expiry.ts'
import { hashSecret } from '#server/platform/text/secret.ts'

interface DeployTokenRow extends DeployTokenAccess {
  readonly isStale: boolean
}

/**
 * The access of a valid deploy token: its username and text, not revoked, not expired. Nothing is cached, so that a revocation holds
 * at once.
 *
 * @returns null for any other credentials
 */
export async function identifyDeployToken(
  db: Db,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<DeployTokenAccess | null> {
  const { rows } = await sql<DeployTokenRow>`
    select id, namespace_id, scopes, coalesce(last_used_at < now() - interval '1 minute', true) as is_stale
    from deploy_tokens where token_hash = ${hashSecret(password)} and username = ${username}
      and not revoked and ${notExpiredAt()}`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  // If it fails, the next request writes it.
  if (row.isStale)
    void sql`update deploy_tokens set last_used_at = now() where id = ${row.id}`.execute(db).catch(() => undefined)
  return { id: row.id, namespaceId: row.namespaceId, scopes: row.scopes }
}
