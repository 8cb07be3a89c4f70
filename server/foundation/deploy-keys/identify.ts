import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import { fingerprintOf } from '#server/foundation/keys/identify.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'

const u = columnsOf('users', 'u')

/** A deploy key that has not expired. */
export interface UsableDeployKey {
  readonly deployKeyId: number
  /** The key in the format of OpenSSH. */
  readonly key: string
}

/** The deploy key by which a machine signs in. @param blob  the public key in the form of the SSH protocol */
export async function identifyDeployKey(db: Db, blob: Buffer): Promise<UsableDeployKey | null> {
  const { rows } = await sql<UsableDeployKey>`
    select k.id as deploy_key_id, k.key from deploy_keys k
    where k.fingerprint = ${fingerprintOf(blob)} and ${notExpired('k.expires_at')}`.execute(db)
  return rows[0] ?? null
}

/** Note the use of a key. If it fails, the next use writes it. */
export function noteDeployKeyUse(db: Db, id: number): void {
  void sql`update deploy_keys set last_used_at = now()
    where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`
    .execute(db)
    .catch(() => undefined)
}

/** The keys, of the given ones, that can still be used. */
export async function usableDeployKeys(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select k.id from deploy_keys k where k.id = any (${[...ids]}::bigint[]) and ${notExpired('k.expires_at')}`.execute(
    db,
  )
  return new Set(rows.map(row => row.id))
}

/** The access that a deploy key gives to one project. */
interface DeployKeyAccess {
  readonly projectId: number
  /** The user in whose name the key pushes; null for a key that can only read. */
  readonly pusher: UserActor | null
}

/**
 * The access of a deploy key to a project; null when it has none. Nothing is cached, so that a removal holds at once.
 *
 * @param fullPath  of the project
 */
export async function deployKeyAccess(db: Db, id: number, fullPath: string): Promise<DeployKeyAccess | null> {
  const { rows } = await sql<{ projectId: number; pusher: Omit<UserActor, 'kind'> | null }>`
    select n.id as project_id, case when kp.can_push and u.id is not null then ${object({
      ...u.fields('id', 'username', 'name'),
      isAdmin: u('isAdmin'),
      isExternal: u('isExternal'),
    })} end as pusher
    from deploy_keys k join deploy_keys_projects kp on kp.deploy_key_id = k.id join namespaces n on n.id = kp.namespace_id
      left join users u on u.id = k.creator_id and u.state = 'active'
    where k.id = ${id} and ${namespaceIs(fullPath)} and ${notExpired('k.expires_at')}`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  return { projectId: found.projectId, pusher: found.pusher === null ? null : { kind: 'user', ...found.pusher } }
}
