import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Context } from '#server/context.ts'
import { Forbidden, Malformed, Unauthenticated } from '#server/errors.ts'
import { camelCase } from '#server/platform/text/case.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { holdsUnstorable } from '#server/platform/text/storable.ts'
import { messages } from './messages.ts'
import { renamed } from './renamed.ts'

/** The node of a replica that calls. */
export interface ReplicaNode {
  readonly id: number
  readonly name: string
  readonly enabled: boolean
  readonly filesMaxCapacity: number
  readonly reposMaxCapacity: number
  readonly verificationMaxCapacity: number
  readonly minimumReverificationInterval: number
  readonly syncObjectStorage: boolean
}

/**
 * Find the node of a replica by its key.
 *
 * @param lock  a locking clause, for a transaction
 * @throws Unauthenticated  not the key of a replica
 */
export async function replicaOf(ctx: Context, authorization: string | undefined, lock = sql``): Promise<ReplicaNode> {
  const key = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (key === undefined) throw new Unauthenticated()
  const { rows } = await sql<ReplicaNode>`
    select id, name, enabled, files_max_capacity, repos_max_capacity, verification_max_capacity, minimum_reverification_interval,
      sync_object_storage
    from geo_nodes where key_hash = ${hashSecret(key)} and not is_primary ${lock}`.execute(ctx.db)
  if (rows[0] === undefined) throw new Unauthenticated()
  return rows[0]
}

/**
 * The same, for a replica that copies.
 *
 * @throws Forbidden  the node is disabled
 */
export async function copyingReplica(ctx: Context, authorization: string | undefined): Promise<ReplicaNode> {
  const node = await replicaOf(ctx, authorization)
  if (!node.enabled) throw new Forbidden(messages.disabled)
  return node
}

/** @throws Malformed  a body of another shape */
export function bodyOf<Schema extends TSchema>(schema: Schema, payload: unknown): Static<Schema> {
  const body = renamed(payload, camelCase)
  if (!Value.Check(schema, body) || holdsUnstorable(body))
    throw new Malformed('The body does not have the shape of this version')
  // Checked above.
  return body as Static<Schema>
}
