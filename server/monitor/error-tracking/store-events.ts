import { type RawBuilder, sql } from 'kysely'
import { errorsTopic } from '#contract/live-topics.ts'
import { anonymous, createContext, type Services, writeLogged } from '#server/context.ts'
import { batchWrites } from '#server/platform/sql/batch-writes.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { commitBeforeFlush, Unflushed } from '#server/platform/sql/durable.ts'
import type { Parameters } from '#server/platform/sql/statement.ts'
import { announcesNow } from './announce.ts'
import type { ErrorEvent } from './read-event.ts'
import './events.ts'

/** Events of an error that are kept, the newest. */
export const eventsKept = 100
/**
 * The limit of errors of a project: events of further ones are dropped, as the holder of a client key can create any
 * number.
 */
const mostErrors = 10_000
/** Users of an error that are counted. */
const mostUsers = 10_000

interface ToStore {
  readonly services: Services
  readonly projectId: number
  readonly event: ErrorEvent
}

/**
 * Store an event of a project, and with it its error. Events that come while others of the project are being stored are stored
 * together, in one statement. An event that is there already is not counted again.
 *
 * When this resolves, the event is on the disk.
 */
export async function storeEvent(db: Db, services: Services, projectId: number, event: ErrorEvent): Promise<void> {
  await storeBatch(db, projectId, { services, projectId, event })
}

const storeBatch = batchWrites<ToStore, undefined>(async (db, items) => {
  const [first] = items
  if (first === undefined) return new Unflushed([])
  const { services, projectId } = first
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'error-events' })
  const topic = errorsTopic(projectId)
  const announces = announcesNow(db, services, projectId)
  const values = {
    projectId,
    now: ctx.now,
    topic,
    announced: JSON.stringify([topic]),
    rows: JSON.stringify(items.map(({ event }) => rowOf(event))),
  }
  const written = await writeLogged<unknown, typeof values>(
    ctx,
    { key: `store errors ${announces}`, values, log: { namespaceId: projectId, drafts: [] } },
    (parameter, log) => storing(parameter, announces, log),
  )
  if (announces) services.onCommit([topic])
  return written.map(() => items.map(() => undefined))
})

const rowOf = ({ uuid, fingerprint, name, description, actor, platform, level, release, ...rest }: ErrorEvent) => ({
  ...{ uuid, fingerprint, name, description, actor, platform, level, release },
  grouped_by: rest.groupedBy,
  former_fingerprint: rest.former.fingerprint,
  trace: rest.former.trace,
  occurred_at: rest.occurredAt,
  user_hash: rest.userHash,
  payload: rest.payload,
})

type ToStoreValues = {
  readonly projectId: number
  readonly now: string
  readonly topic: string
  /** The announcement of the topic. */
  readonly announced: string
  readonly rows: string
}

/**
 * Errors whose fingerprints are of another kind. An error that held the cause of an event gets the fingerprint of the event, if its
 * latest one had that cause; or else the new error has its status, where someone has ignored it or resolved it since.
 */
const formerGroups = (project: RawBuilder<unknown>) => sql`former as (
      select distinct on (g.fingerprint) g.fingerprint, f.fingerprint as former, f.error_id, f.is_latest, t.fingerprint as current,
        t.status, t.resolved_at
      from given g
      join former_error_groups f on f.namespace_id = ${project} and f.fingerprint = g.former_fingerprint and f.trace = g.trace
      join tracked_errors t on t.id = f.error_id
      where not exists (select 1 from tracked_errors k where k.namespace_id = ${project} and k.fingerprint = g.fingerprint)
      order by g.fingerprint, f.error_id
    ), carried as (
      select distinct on (error_id) fingerprint, former, error_id from former
      where is_latest and current = former order by error_id, fingerprint
    ), former_status as (
      select fingerprint, status, resolved_at from former where status <> 'unresolved'
    )`

/**
 * One statement: the counts of the errors, their events, hours and users, and the log of those that are new.
 *
 * @param announces  notify open pages
 */
function storing(
  parameter: Parameters<ToStoreValues>,
  announces: boolean,
  log: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  const project = sql`${parameter.projectId}::bigint`
  const { now } = parameter
  return sql`with given as (
      select distinct on (uuid) * from jsonb_to_recordset(${parameter.rows}::jsonb) as g(uuid uuid, fingerprint text, name text,
        description text, actor text, platform text, level text, release text, occurred_at timestamptz, user_hash text, payload jsonb,
        grouped_by jsonb, former_fingerprint text, trace text)
      order by uuid
    ), ${formerGroups(project)}, known as (
      select t.fingerprint, t.status from tracked_errors t
      where t.namespace_id = ${project} and t.fingerprint in (select fingerprint from given)
      union all select c.fingerprint, t.status from carried c join tracked_errors t on t.id = c.error_id
    ), fresh as (
      select g.* from given g where not exists (select 1 from error_events e where e.namespace_id = ${project} and e.uuid = g.uuid)
        and (exists (select 1 from known k where k.fingerprint = g.fingerprint)
          or (select count(*) from (select 1 from tracked_errors t where t.namespace_id = ${project} limit ${mostErrors}) c) < ${mostErrors})
    ), grouped as (
      select fingerprint, count(*) as count, min(occurred_at) as first_at, max(occurred_at) as last_at,
        (array_agg(release order by occurred_at))[1] as first_release from fresh group by fingerprint
    ), latest as (
      select distinct on (fingerprint) * from fresh order by fingerprint, occurred_at desc
    ), counted_errors as (
      insert into tracked_errors as t (namespace_id, fingerprint, name, description, actor, platform, level, first_seen_at, last_seen_at,
        first_release, last_release, events_count, grouped_by, status, resolved_at)
      select ${project}, coalesce(c.former, g.fingerprint), l.name, l.description, l.actor, l.platform, l.level, g.first_at, g.last_at,
        g.first_release, l.release, g.count, l.grouped_by, coalesce(s.status, 'unresolved'), s.resolved_at
      from grouped g join latest l using (fingerprint) left join carried c using (fingerprint)
      left join former_status s on s.fingerprint = g.fingerprint and (s.resolved_at is null or s.resolved_at >= g.last_at)
      order by 2
      on conflict (namespace_id, fingerprint) do update set events_count = t.events_count + excluded.events_count,
        first_seen_at = least(t.first_seen_at, excluded.first_seen_at), last_seen_at = greatest(t.last_seen_at, excluded.last_seen_at),
        first_release = case when excluded.first_seen_at < t.first_seen_at then excluded.first_release else t.first_release end,
        last_release = case when excluded.last_seen_at >= t.last_seen_at then excluded.last_release else t.last_release end,
        name = case when excluded.last_seen_at >= t.last_seen_at then excluded.name else t.name end,
        description = case when excluded.last_seen_at >= t.last_seen_at then excluded.description else t.description end,
        actor = case when excluded.last_seen_at >= t.last_seen_at then excluded.actor else t.actor end,
        level = case when excluded.last_seen_at >= t.last_seen_at then excluded.level else t.level end,
        fingerprint = coalesce((select c.fingerprint from carried c where c.error_id = t.id), t.fingerprint),
        grouped_by = excluded.grouped_by,
        status = case when t.status = 'resolved' and excluded.last_seen_at > t.resolved_at then 'unresolved' else t.status end
      returning t.id, t.fingerprint, t.status, t.users_count
    ), stored as (
      insert into error_events (error_id, namespace_id, uuid, occurred_at, received_at, payload)
      select c.id, ${project}, f.uuid, f.occurred_at, ${now}::timestamptz, f.payload
      from fresh f join counted_errors c using (fingerprint) order by f.uuid on conflict (namespace_id, uuid) do nothing
    ), dropped as (
      delete from error_events where id in (select o.id from counted_errors c cross join lateral (
        select e.id from error_events e where e.error_id = c.id order by e.occurred_at desc, e.id desc offset ${eventsKept - 1}) o)
    ), by_hour as (
      insert into error_hours as h (error_id, namespace_id, hour, count)
      select c.id, ${project}, date_trunc('hour', f.occurred_at, 'UTC') as hour, count(*)
      from fresh f join counted_errors c using (fingerprint) group by c.id, 3 order by c.id, 3
      on conflict (error_id, hour) do update set count = h.count + excluded.count
    ), by_user as (
      insert into error_users as u (error_id, namespace_id, user_hash, seen_on)
      select distinct c.id, ${project}, f.user_hash, (${now}::timestamptz at time zone 'UTC')::date
      from fresh f join counted_errors c using (fingerprint)
      where f.user_hash is not null and c.users_count < ${mostUsers} order by c.id, f.user_hash
      on conflict (error_id, user_hash) do update set seen_on = excluded.seen_on where u.seen_on < excluded.seen_on
    ), drafts as (
      select 1 as place, 'error.occurred'::text as name, null::bigint as actor_id, jsonb_build_object('errorIds', jsonb_agg(c.id)) as payload,
        array[${parameter.topic}]::text[] as topics, ${now}::timestamptz as created_at, true as later, false as batched
      from counted_errors c left join known k using (fingerprint)
      where k.fingerprint is null or (k.status = 'resolved' and c.status = 'unresolved') having count(*) > 0
    ), ${log}
    select (select count(*) from published) as logged,
      ${commitBeforeFlush} as commit,
      ${announces ? sql`pg_notify('weft_live', ${parameter.announced})` : sql`null`} as announced`
}
