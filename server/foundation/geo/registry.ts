import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { GeoCopy, listGeoCopies } from '#contract/foundation/geo/geo-replication.ts'
import { copyStates, type Replicable, replicables, verificationStates } from '#contract/foundation/geo/replicables.ts'
import { geoTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Malformed, NotFound, Unprocessable } from '#server/errors.ts'
import { columnsOf, object, wordColumn } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paged, pageOfJson } from '#server/slice.ts'
import './events.ts'
import { messages } from './messages.ts'
import { lockNode } from './nodes.ts'

type Action = 'resync' | 'reverify'

const r = columnsOf('geoRegistry', 'r')

/** The GeoCopy shape, over `geo_registry r` and its joined items. */
const copyFields = {
  ...r.fields('id'),
  geo_node_id: r('nodeId'),
  replicable: wordColumn(replicables, r('replicable')),
  ...r.fields('itemId'),
  name: sql<string | null>`coalesce(p.full_path, u.filename)`,
  project_id: sql<
    number | null
  >`coalesce(p.id, (select n.id from namespaces n where n.id = u.namespace_id and n.kind = 'project'))`,
  state: wordColumn(copyStates, r('state')),
  verification_state: wordColumn(verificationStates, r('verificationState')),
  ...r.fields('retryCount'),
  retry_at: sql<string | null>`iso(r.retry_at)`,
  last_sync_failure: r('syncError'),
  verification_failure: r('verificationError'),
  ...r.fields('checksum', 'primaryChecksum'),
  last_synced_at: sql<string | null>`iso(r.synced_at)`,
  ...r.moments('verifiedAt', 'createdAt', 'updatedAt'),
}

/** The registry with the items that still exist. */
const registry = sql`geo_registry r
  left join namespaces p on r.replicable = 'project_repositories' and p.id = r.item_id
  left join uploads u on r.replicable = 'uploads' and u.id = r.item_id`

/** @throws NotFound  no such type */
export function replicableNamed(name: string): Replicable {
  const found = replicables.find(each => each === name)
  if (found === undefined) throw new NotFound(messages.unknownReplicable)
  return found
}

/** A page of the copies of a type, by id. @throws NotFound  no such type */
export function listCopies(
  ctx: Context,
  input: InputOf<typeof listGeoCopies>,
): Promise<Paged<Static<typeof GeoCopy>[]>> {
  const { geoNodeId, state, verificationState } = input
  const conditions: RawBuilder<unknown>[] = [
    sql`r.replicable = ${replicableNamed(input.replicable)}`,
    ...(geoNodeId === undefined ? [] : [sql`r.node_id = ${geoNodeId}`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(verificationState === undefined ? [] : [sql`r.verification_state = ${verificationState}`]),
  ]
  return pageOfJson<Static<typeof GeoCopy>[]>(ctx, input, {
    item: object(copyFields),
    matching: sql`${registry} where ${sql.join(conditions, sql` and `)}`,
    order: sql`r.id`,
  })
}

/**
 * Have the replica copy an item again, or compare it with the primary again. The replica reads the request from its standby.
 *
 * @throws NotFound  no such type or item
 * @throws Malformed  an unknown action
 */
export async function requestOne(
  ctx: Context,
  { replicable: name, id, action: given }: { replicable: string; id: number; action: string },
): Promise<RawJson> {
  const replicable = replicableNamed(name)
  const action = actionNamed(given)
  const { rows } = await sql<{ json: string }>`
    with r as (update geo_registry r set ${changesOf(ctx, action)} where id = ${id} and replicable = ${replicable} returning *)
    select ${object(copyFields)}::text as json from r
      left join namespaces p on r.replicable = 'project_repositories' and p.id = r.item_id
      left join uploads u on r.replicable = 'uploads' and u.id = r.item_id`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Item')
  await tell(ctx, replicable, action, 1)
  return new RawJson(rows[0].json)
}

/**
 * The same for all items that failed.
 *
 * @throws NotFound  no such type or node
 * @throws Malformed  an unknown action
 */
export async function requestFailed(
  ctx: Context,
  given: { replicable: string; action: string; geoNodeId?: number },
): Promise<{ count: number }> {
  const replicable = replicableNamed(given.replicable)
  const action = actionNamed(given.action)
  if (given.geoNodeId !== undefined) await lockNode(ctx, given.geoNodeId)
  const failed = action === 'resync' ? sql`state = 'failed'` : sql`verification_state = 'failed'`
  const nodes = given.geoNodeId === undefined ? sql`select id from geo_nodes` : sql`select ${given.geoNodeId}::bigint`
  const { numAffectedRows } = await sql`
    update geo_registry r set ${changesOf(ctx, action)}
    where node_id = any (array(${nodes})) and replicable = ${replicable} and ${failed}`.execute(ctx.db)
  const count = Number(numAffectedRows ?? 0n)
  if (count > 0) await tell(ctx, replicable, action, count)
  return { count }
}

/**
 * Retry all failed items of a replica at once.
 *
 * @throws NotFound  no such node
 * @throws Unprocessable  it is the primary
 */
export async function repairNode(ctx: Context, id: number): Promise<void> {
  const { primary } = await lockNode(ctx, id)
  if (primary) throw new Unprocessable(messages.repairOfPrimary)
  for (const replicable of ['project_repositories', 'uploads'] as const) {
    await requestFailed(ctx, { replicable, action: 'resync', geoNodeId: id })
    await requestFailed(ctx, { replicable, action: 'reverify', geoNodeId: id })
  }
}

function actionNamed(given: string): Action {
  if (given !== 'resync' && given !== 'reverify') throw new Malformed('action does not have a valid value')
  return given
}

/** A copy that differs is made again when it is to be verified: its verification fails as long as it differs. */
const changesOf = (ctx: Context, action: Action) => sql`request = r.request + 1, retry_at = null, retry_count = 0,
  updated_at = ${ctx.now}::timestamptz, ${
    action === 'resync'
      ? sql`state = 'pending', sync_error = null`
      : sql`verification_state = 'pending', verification_error = null`
  }`

const tell = (ctx: Context, replicable: Replicable, action: Action, count: number) =>
  ctx.events.record('geo_registry.requested', { replicable, action, count }, { topics: [geoTopic] })
