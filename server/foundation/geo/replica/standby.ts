import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import { isSelected } from '../selection.ts'

// The reads of a replica from its own standby. The registry there is its only memory.

export type CopiedType = 'project_repositories' | 'uploads'

/** A row of the registry, or an item that has none yet. */
export interface CopiedItem {
  readonly itemId: number
  readonly request: number
  readonly state: string
  readonly verificationState: string
  readonly checksum: string | null
  readonly primaryChecksum: string | null
  readonly storageKey: string | null
  readonly updatedAt: string
}

export async function databaseState(db: Db): Promise<'standby' | 'paused' | 'primary'> {
  const { rows } = await sql<{ isStandby: boolean; isPaused: boolean }>`
    select pg_is_in_recovery() as is_standby,
      case when pg_is_in_recovery() then pg_get_wal_replay_pause_state() <> 'not paused' else false end as is_paused`.execute(
    db,
  )
  if (rows[0]?.isStandby !== true) return 'primary'
  return rows[0].isPaused ? 'paused' : 'standby'
}

/** The event up to which changes were looked at; at first, the newest. */
export async function firstCursor(db: Db, nodeId: number) {
  const { rows } = await sql<{ eventId: number; at: string | null }>`
    select coalesce(r.cursor_event_id, e.id, 0) as event_id, iso(case when r.cursor_event_id is null then e.created_at else r.cursor_event_at end) as at
    from (select 1) one left join geo_node_reports r on r.node_id = ${nodeId}
    left join lateral (select id, created_at from events order by id desc limit 1) e on true`.execute(db)
  return rows[0] ?? { eventId: 0, at: null }
}

/** Transactions end in another order than their events are numbered: events of this time are looked at again. */
const overlap = sql`interval '30 seconds'`

/** The projects with events after the cursor, each with its newest event, and the next cursor. */
export async function changedProjects(db: Db, nodeId: number, cursor: number) {
  const { rows } = await sql<{ id: number; eventId: number; checksum: string | null; request: number }>`
    select g.item_id as id, e.event_id, g.checksum, g.request
    from (select namespace_id, max(id) as event_id from events where id > ${cursor} group by namespace_id) e
    join geo_registry g on g.node_id = ${nodeId} and g.replicable = 'project_repositories' and g.item_id = e.namespace_id
    where g.state = 'synced'`.execute(db)
  const next = await sql<{ eventId: number; at: string }>`
    select id as event_id, iso(created_at) as at from events where id > ${cursor} and created_at < now() - ${overlap}
    order by id desc limit 1`.execute(db)
  return { projects: rows, next: next.rows[0] ?? null }
}

const batch = sql.lit(500)

/** Items of the node that the registry does not have. @param after  only uploads with a larger id */
export async function unknownItems(db: Db, nodeId: number, type: CopiedType, after: number) {
  const { rows } = await sql<{ id: number; storageKey: string | null }>`${
    type === 'uploads'
      ? sql`select u.id, u.storage_key from geo_nodes n, uploads u left join namespaces un on un.id = u.namespace_id
          where n.id = ${nodeId} and u.id > ${after} and (u.namespace_id is null or ${isSelected(sql`un.ancestor_ids`)}) and ${isMissing(nodeId, type, sql`u.id`)}
          order by u.id limit ${batch}`
      : sql`select p.id, null as storage_key from geo_nodes n, projects p join namespaces pn on pn.id = p.id
          where n.id = ${nodeId} and p.id > ${after} and ${isSelected(sql`pn.ancestor_ids`)} and ${isMissing(nodeId, type, sql`p.id`)}
          order by p.id limit ${batch}`
  }`.execute(db)
  return rows
}

const isMissing = (nodeId: number, type: CopiedType, id: ReturnType<typeof sql>) =>
  sql`not exists (select 1 from geo_registry g where g.node_id = ${nodeId} and g.replicable = ${type} and g.item_id = ${id})`

/** Copies whose item is deleted, or no longer belongs to the node. */
export async function goneItems(db: Db, nodeId: number, type: CopiedType) {
  const item =
    type === 'uploads'
      ? sql`select 1 from uploads u left join namespaces un on un.id = u.namespace_id
          where u.id = g.item_id and (u.namespace_id is null or ${isSelected(sql`un.ancestor_ids`)})`
      : sql`select 1 from projects p join namespaces pn on pn.id = p.id where p.id = g.item_id and ${isSelected(sql`pn.ancestor_ids`)}`
  const { rows } = await sql<{ id: number; storageKey: string | null; isShared: boolean }>`
    select g.item_id as id, g.storage_key,
      exists (select 1 from uploads u where u.storage_key = g.storage_key and u.id <> g.item_id) as is_shared
    from geo_registry g join geo_nodes n on n.id = g.node_id
    where g.node_id = ${nodeId} and g.replicable = ${type} and not exists (${item}) limit ${batch}`.execute(db)
  return rows
}

/** The rows to work on now, oldest first. */
export async function dueItems(db: Db, nodeId: number, type: CopiedType, days: number, limit: number) {
  const { rows } = await sql<CopiedItem>`
    select g.item_id, g.request, g.state, g.verification_state, g.checksum, g.primary_checksum, g.storage_key, g.updated_at
    from geo_registry g where g.node_id = ${nodeId} and g.replicable = ${type} and (
      g.state in ('pending', 'started')
      or (g.state = 'failed' and coalesce(g.retry_at <= now(), true))
      or (g.state = 'synced' and g.verification_state = 'pending')
      or (g.state = 'synced' and g.verification_state = 'failed' and coalesce(g.retry_at <= now(), true))
      or (g.state = 'synced' and g.verification_state = 'verified' and g.verified_at < now() - make_interval(days => ${days}::integer)))
    order by g.updated_at, g.id limit ${limit}`.execute(db)
  return rows
}
