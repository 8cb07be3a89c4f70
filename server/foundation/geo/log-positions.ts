import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** Two positions are so far apart at least: more often, they would say nothing new. */
const everySeconds = 5
/** A standby that is further behind is told to be behind since the oldest position. */
const keptDays = 7

/** The end of the write-ahead log, in bytes since its beginning. */
export const currentPosition = sql<number>`pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`

/** Where the streaming of the standbys is, for `pg_stat_replication`; null in a column that the user of the database may not see. */
export const replayedPosition = sql<number | null>`pg_wal_lsn_diff(replay_lsn, '0/0')::bigint`

/**
 * Note where the write-ahead log is now, and how far each standby has replayed it. PostgreSQL itself says how many bytes a
 * standby is behind, but not for how long, when it is paused or gone.
 */
export async function notePositions(db: Db): Promise<void> {
  await sql`
    insert into geo_log_positions (position, taken_at) select ${currentPosition}, clock_timestamp()
    where not exists (select 1 from geo_log_positions where taken_at > clock_timestamp() - make_interval(secs => ${everySeconds}))
      and exists (select 1 from geo_nodes where not is_primary)
    on conflict (position) do nothing`.execute(db)
  await sql`
    insert into geo_node_reports (node_id, replayed_position, streamed_at)
    select n.id, max(${replayedPosition}), clock_timestamp() from geo_nodes n join pg_stat_replication s on s.application_name = n.name
    where not n.is_primary and s.replay_lsn is not null group by n.id
    on conflict (node_id) do update set replayed_position = excluded.replayed_position, streamed_at = excluded.streamed_at`.execute(
    db,
  )
}

/** Forget positions that are older than any answer needs. */
export async function forgetPositions(db: Db): Promise<void> {
  await sql`delete from geo_log_positions where taken_at < now() - make_interval(days => ${keptDays})`.execute(db)
}
