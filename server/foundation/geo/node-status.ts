import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { GeoNodeStatus } from '#contract/foundation/geo/geo-nodes.ts'
import type { Replicable } from '#contract/foundation/geo/replicables.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Settings } from '#server/settings.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { type NodeFacts, problemsOf } from './health.ts'
import { currentPosition, replayedPosition } from './log-positions.ts'
import { messages } from './messages.ts'
import { programVersion } from './program-version.ts'
import { selectedProjects, selectedUploads } from './selection.ts'

interface CopyCounts {
  readonly registry: number
  readonly synced: number
  readonly failed: number
  readonly verified: number
  readonly verificationFailed: number
}

export interface ItemCounts extends CopyCounts {
  /** Items that belong to the node. */
  readonly items: number
  /** Items of which the primary has a checksum, for any node. */
  readonly checksummed: number
  readonly checksumFailed: number
}

/** All that is known of a node, with its counts by type. */
export interface NodeState extends Omit<NodeFacts, 'differing'> {
  readonly id: number
  readonly cursorEventId: number | null
  readonly cursorEventAt: string | null
  readonly lastEventId: number | null
  readonly lastEventAt: string | null
  readonly reportedAt: string | null
  readonly projects: ItemCounts
  readonly uploads: ItemCounts
}

/** The slot of a standby, by its name: slots have only small letters, digits and underscores. */
const slotOf = sql`'weft_' || regexp_replace(lower(n.name), '[^a-z0-9]', '_', 'g')`

const seconds = (moment: RawBuilder<unknown>) =>
  sql<number | null>`floor(extract(epoch from clock_timestamp() - ${moment}))::integer`

/** Where the replay of a standby is, or was when it was connected; null where this is not known. */
const replayed = sql<number | null>`coalesce(s.replayed, case when s.pid is null then r.replayed_position end)`

/** The counts of a type, as JSON of numbers. @param items  the number of items that belong to `geo_nodes n` */
const countsOf = (replicable: Replicable, items: RawBuilder<unknown>) => sql`(
  select json_build_object('items', ${items}, 'registry', count(*) filter (where r.node_id = n.id),
    'synced', count(*) filter (where r.node_id = n.id and r.state = 'synced'),
    'failed', count(*) filter (where r.node_id = n.id and r.state = 'failed'),
    'verified', count(*) filter (where r.node_id = n.id and r.verification_state = 'verified'),
    'verificationFailed', count(*) filter (where r.node_id = n.id and r.verification_state = 'failed'),
    'checksummed', count(distinct r.item_id) filter (where r.primary_checksum is not null),
    'checksumFailed', count(distinct r.item_id) filter (where r.failed_on_primary))
  from geo_registry r where r.replicable = ${sql.lit(replicable)} and (r.node_id = n.id or n.is_primary))`

/** The states of nodes, in one statement. @param which  the condition and the page, over `geo_nodes n` */
export async function nodeStates(ctx: Context, which: RawBuilder<unknown>): Promise<readonly NodeState[]> {
  const copiesFiles = ctx.services.settings.s3 === undefined
  const { rows } = await sql<NodeState>`
    select n.id, n.name, n.is_primary, n.enabled, s.state as stream_state, s.pid is not null as is_connected,
      ${currentPosition} - s.received as receive_lag_bytes,
      ${currentPosition} - ${replayed} as replay_lag_bytes,
      case when ${replayed} is not null then coalesce((
        select ${seconds(sql`p.taken_at`)} from geo_log_positions p where p.position > ${replayed}
        order by p.position limit 1), 0) end as lag_seconds,
      slot.slot_name, ${currentPosition} - pg_wal_lsn_diff(slot.restart_lsn, '0/0')::bigint as slot_bytes,
      coalesce(slot.wal_status = 'lost', false) as slot_is_lost, current_user::text as database_user,
      ${seconds(sql`r.streamed_at`)} as streamed_seconds_ago, ${seconds(sql`r.reported_at`)} as reported_seconds_ago,
      r.database_state as reported_database, r.version, r.revision, iso(r.reported_at) as reported_at,
      r.cursor_event_id, iso(r.cursor_event_at) as cursor_event_at, e.id as last_event_id, iso(e.created_at) as last_event_at,
      ${countsOf('project_repositories', selectedProjects)} as projects, ${countsOf('uploads', copiesFiles ? selectedUploads : sql`case when n.sync_object_storage or n.is_primary then ${selectedUploads} else 0 end`)} as uploads
    from geo_nodes n
    left join geo_node_reports r on r.node_id = n.id
    left join lateral (
      select pid, state, ${replayedPosition} as replayed, pg_wal_lsn_diff(flush_lsn, '0/0')::bigint as received
      from pg_stat_replication where application_name = n.name and not n.is_primary
      order by replay_lsn desc nulls last limit 1) s on true
    left join pg_replication_slots slot on not n.is_primary and slot.slot_name = ${slotOf}
    left join lateral (select id, created_at from events order by id desc limit 1) e on true
    ${which}`.execute(ctx.db)
  return rows
}

/** A page of the statuses of all nodes. */
export async function listStatuses(ctx: Context, input: Paging): Promise<Paged<Static<typeof GeoNodeStatus>[]>> {
  const { page, perPage, offset } = pageOf(input)
  const states = await nodeStates(ctx, sql`order by n.id limit ${perPage} offset ${offset}`)
  const { rows } = await sql<{ total: number }>`select count(*) as total from geo_nodes`.execute(ctx.db)
  return Paged.offset<Static<typeof GeoNodeStatus>[]>(
    states.map(state => presentStatus(ctx.services.settings, state)),
    { page, perPage, total: rows[0]?.total ?? 0 },
  )
}

/**
 * The status of a node.
 *
 * @param id  or `current`, for the node of the server that answers: always the primary
 * @throws NotFound  no such node
 */
export async function showStatus(ctx: Context, id: number | string): Promise<Static<typeof GeoNodeStatus>> {
  const isId = typeof id === 'number' && Number.isSafeInteger(id) && id > 0
  if (!isId && id !== 'current') throw new NotFound('Geo node')
  const [state] = await nodeStates(ctx, isId ? sql`where n.id = ${id}` : sql`where n.is_primary`)
  if (state === undefined) throw new NotFound('Geo node')
  return presentStatus(ctx.services.settings, state)
}

/** The problems of a node, a sentence for each. */
export const problemsOfState = (state: NodeState): readonly string[] => problemsOf(factsOf(state), programVersion)

export const factsOf = (state: NodeState): NodeFacts => ({
  ...state,
  differing: [
    { count: state.projects.verificationFailed, noun: 'repository' },
    { count: state.uploads.verificationFailed, noun: 'upload' },
  ],
})

const none: ItemCounts = {
  ...{ items: 0, registry: 0, synced: 0, failed: 0, verified: 0, verificationFailed: 0, checksummed: 0 },
  checksumFailed: 0,
}

function presentStatus({ externalUrl }: Settings, state: NodeState): Static<typeof GeoNodeStatus> {
  const { id, isPrimary, projects, uploads } = state
  const problems = problemsOfState(state)
  const node = `${externalUrl}/api/v4/geo_nodes/${id}`
  return {
    geoNodeId: id,
    healthy: problems.length === 0,
    health: problems.length === 0 ? messages.healthy : problems.join(' '),
    healthStatus: problems.length === 0 ? 'Healthy' : 'Unhealthy',
    missingOauthApplication: false,
    dbReplicationLagSeconds: isPrimary ? null : state.lagSeconds,
    projectsCount: projects.items,
    ...presentCounts('projectRepositories', projects, isPrimary),
    ...presentCounts('uploads', uploads, isPrimary),
    ...presentCounts('lfsObjects', none, isPrimary),
    lastEventId: state.lastEventId,
    lastEventTimestamp: unixSeconds(state.lastEventAt),
    cursorLastEventId: isPrimary ? null : state.cursorEventId,
    cursorLastEventTimestamp: isPrimary ? null : unixSeconds(state.cursorEventAt),
    lastSuccessfulStatusCheckTimestamp: isPrimary
      ? unixSeconds(new Date().toISOString())
      : unixSeconds(state.reportedAt),
    version: isPrimary ? programVersion.version : state.version,
    revision: isPrimary ? programVersion.revision : state.revision,
    storageShardsMatch: true,
    updatedAt: state.reportedAt,
    _links: { self: `${node}/status`, node },
  }
}

function presentCounts<Prefix extends string>(prefix: Prefix, counts: ItemCounts, isPrimary: boolean) {
  const ofCopies = (count: number) => (isPrimary ? null : count)
  const { items } = counts
  const shown = {
    Count: items,
    ChecksumTotalCount: items,
    ChecksummedCount: counts.checksummed,
    ChecksumFailedCount: counts.checksumFailed,
    SyncedCount: ofCopies(counts.synced),
    FailedCount: ofCopies(counts.failed),
    RegistryCount: ofCopies(counts.registry),
    VerificationTotalCount: ofCopies(counts.registry),
    VerifiedCount: ofCopies(counts.verified),
    VerificationFailedCount: ofCopies(counts.verificationFailed),
    SyncedInPercentage: percentage(counts.synced, items),
    VerifiedInPercentage: percentage(counts.verified, items),
  } as const
  type Shown = typeof shown
  // The keys are exactly these.
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [`${prefix}${name}`, value])) as {
    readonly [Name in keyof Shown as `${Prefix}${Name}`]: Shown[Name]
  }
}

/** As `12.50%`, never more than the whole: an item may be deleted before its copy. */
const percentage = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 10_000) / 100)).toFixed(2)}%`

const unixSeconds = (moment: string | null): number | null =>
  moment === null ? null : Math.floor(Date.parse(moment) / 1000)
