import { sql } from 'kysely'
import type { Static } from 'typebox'
import { ReplicaReport, type ReplicaSettings } from '#contract/foundation/geo/geo-replicas.ts'
import { geoTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { notePositions } from './log-positions.ts'
import { bodyOf, replicaOf } from './replica-key.ts'

/** The pause before a failed copy is tried again: doubled with each failure, to an hour at most. */
const retryPause = sql`make_interval(secs => least(10 * power(2, least(g.retry_count, 12)), 3600))`

/**
 * Store the report of a replica. The replica reads its own rows from its standby, so that this is its only memory.
 *
 * A report about a former request, or of what the primary already knows, leaves the states as they are: the replica may
 * have read an old row.
 *
 * @throws Unauthenticated  not the key of a replica
 */
export async function takeReport(
  ctx: Context,
  { authorization, payload }: { readonly authorization?: string; readonly payload: unknown },
): Promise<Static<typeof ReplicaSettings>> {
  await replicaOf(ctx, authorization)
  const report = bodyOf(ReplicaReport, payload)
  return transact(ctx, inner => storeReport(inner, authorization, report))
}

type TakenReport = Static<typeof ReplicaReport>

async function storeReport(ctx: Context, authorization: string | undefined, report: TakenReport) {
  // The node stays while its report is stored.
  const node = await replicaOf(ctx, authorization, sql`for key share`)
  await sql`
    insert into geo_node_reports (node_id, reported_at, version, revision, database_state, cursor_event_id, cursor_event_at)
    values (${node.id}, ${ctx.now}::timestamptz, ${report.version}, ${report.revision}, ${report.database}, ${report.cursor?.eventId ?? null},
      ${report.cursor?.at ?? null}::timestamptz)
    on conflict (node_id) do update set reported_at = excluded.reported_at, version = excluded.version, revision = excluded.revision,
      database_state = excluded.database_state,
      cursor_event_id = coalesce(excluded.cursor_event_id, geo_node_reports.cursor_event_id),
      cursor_event_at = coalesce(excluded.cursor_event_at, geo_node_reports.cursor_event_at)`.execute(ctx.db)
  if (report.copies.length > 0) await storeCopies(ctx, node.id, report.copies)
  if (report.removed.length > 0) await removeCopies(ctx, node.id, report.removed)
  await notePositions(ctx.db)
  await sql`select pg_notify('weft_live', ${JSON.stringify([geoTopic])})`.execute(ctx.db)
  const { syncObjectStorage, ...settings } = node
  return { ...settings, copiesFiles: ctx.services.settings.s3 === undefined || syncObjectStorage, at: ctx.now }
}

async function storeCopies(ctx: Context, nodeId: number, copies: TakenReport['copies']): Promise<void> {
  // The last report about an item counts.
  const last = new Map(copies.map(each => [`${each.replicable} ${each.itemId}`, each]))
  const rows = [...last.values()].map(each => ({
    replicable: each.replicable,
    item_id: each.itemId,
    request: each.request,
    state: each.state,
    verification_state: each.verificationState,
    sync_error: each.syncError,
    verification_error: each.verificationError,
    checksum: each.checksum,
    primary_checksum: each.primaryChecksum,
    failed_on_primary: each.failedOnPrimary,
    storage_key: each.storageKey,
  }))
  const hasFailed = sql`(excluded.state = 'failed' or excluded.verification_state = 'failed')`
  await sql`
    insert into geo_registry as g (node_id, replicable, item_id, storage_key, state, verification_state, request, sync_error, verification_error,
      checksum, primary_checksum, failed_on_primary, created_at, updated_at)
    select ${nodeId}::bigint, r.replicable, r.item_id, r.storage_key, r.state, r.verification_state, r.request, r.sync_error, r.verification_error,
      r.checksum, r.primary_checksum, r.failed_on_primary, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(replicable text, item_id bigint, request integer, state text,
      verification_state text, sync_error text, verification_error text, checksum text, primary_checksum text,
      failed_on_primary boolean, storage_key text)
    order by r.replicable, r.item_id
    on conflict (node_id, replicable, item_id) do update set
      state = excluded.state, verification_state = excluded.verification_state, sync_error = excluded.sync_error,
      verification_error = excluded.verification_error, failed_on_primary = excluded.failed_on_primary,
      checksum = coalesce(excluded.checksum, g.checksum), primary_checksum = coalesce(excluded.primary_checksum, g.primary_checksum),
      storage_key = coalesce(excluded.storage_key, g.storage_key),
      synced_at = case when excluded.state = 'synced' then excluded.updated_at else g.synced_at end,
      verified_at = case when excluded.verification_state = 'verified' then excluded.updated_at else g.verified_at end,
      retry_count = case when ${hasFailed} then g.retry_count + 1 when excluded.state = 'synced' then 0 else g.retry_count end,
      retry_at = case when ${hasFailed} then excluded.updated_at + ${retryPause} end,
      updated_at = excluded.updated_at
    where g.request = excluded.request
      and (excluded.state <> 'pending' or (g.state = 'synced' and g.primary_checksum is distinct from excluded.primary_checksum))`.execute(
    ctx.db,
  )
}

async function removeCopies(ctx: Context, nodeId: number, removed: TakenReport['removed']): Promise<void> {
  const rows = removed.map(each => ({ replicable: each.replicable, item_id: each.itemId }))
  await sql`
    delete from geo_registry g using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(replicable text, item_id bigint)
    where g.node_id = ${nodeId} and g.replicable = r.replicable and g.item_id = r.item_id`.execute(ctx.db)
}
