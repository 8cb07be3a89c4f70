import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'

/** A key that opens the account of an active user. */
export interface UsableSshKey {
  readonly keyId: number
  /** The key in the format of OpenSSH. */
  readonly key: string
  readonly actor: UserActor
}

/** The fingerprint, as `ssh-keygen -l` prints it. */
export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

/**
 * The key with which a user signs in: not expired, not for signing alone, of an active user. Nothing is cached, so that
 * a deletion holds at once.
 *
 * @param blob  the public key in the form of the SSH protocol
 */
export async function identifySshKey(db: Db, blob: Buffer): Promise<UsableSshKey | null> {
  const [found] = await usableKeys(db, sql`k.fingerprint = ${fingerprintOf(blob)}`)
  return found ?? null
}

/** The keys, of the given ones, that can still be used, by id. */
export async function stillUsable(db: Db, keyIds: readonly number[]): Promise<ReadonlyMap<number, UsableSshKey>> {
  const found = await usableKeys(db, sql`k.id = any (${keyIds}::bigint[])`)
  return new Map(found.map(each => [each.keyId, each]))
}

/** Note the use of a key. If it fails, the next use writes it. */
export function noteUse(db: Db, keyId: number): void {
  void sql`update ssh_keys set last_used_at = now()
    where id = ${keyId} and coalesce(last_used_at < now() - interval '1 minute', true)`
    .execute(db)
    .catch(() => undefined)
}

async function usableKeys(db: Db, condition: ReturnType<typeof sql>): Promise<readonly UsableSshKey[]> {
  const { rows } = await sql<Omit<UserActor, 'kind'> & { readonly keyId: number; readonly key: string }>`
    select k.id as key_id, k.key, u.id, u.username, u.name, u.is_admin, u.is_external
    from ssh_keys k join users u on u.id = k.user_id
    where ${condition} and k.usage_type <> 'signing' and ${notExpired('k.expires_at')} and u.state = 'active'`.execute(
    db,
  )
  return rows.map(({ keyId, key, ...user }) => ({ keyId, key, actor: { kind: 'user', ...user } }))
}
