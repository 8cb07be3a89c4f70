import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#server/settings.ts'
import { errorUrlSql } from './paths.ts'

/** The exception and its message, in one line. */
export const titleSql: RawBuilder<string> = sql<string>`left(t.name || case when t.description = '' then '' else ': ' || regexp_replace(t.description, '\\s+', ' ', 'g') end, 255)`

/** Events of each of the last 24 hours that had any, in order. */
export const frequencySql = (now: string): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_array(extract(epoch from h.hour)::bigint, h.count) order by h.hour), '[]') from error_hours h
  where h.error_id = t.id and h.hour > ${now}::timestamptz - interval '24 hours')`

/** What lists and pages show of an error, as pairs for `json_build_object`, over `tracked_errors t` and its project `n`. */
export const errorPairs = (settings: Settings): RawBuilder<unknown> => sql`'id', t.id, 'title', ${titleSql},
  'type', t.name, 'message', t.description, 'culprit', t.actor, 'level', t.level, 'platform', t.platform, 'status', t.status,
  'count', t.events_count, 'user_count', t.users_count, 'first_seen', iso(t.first_seen_at), 'last_seen', iso(t.last_seen_at),
  'short_id', t.id::text, 'external_url', ${errorUrlSql(settings)}, 'project_id', n.id, 'project_name', n.name, 'project_slug', n.path`

/** The stack trace of the latest event, as pairs for `json_build_object`, over `error_events e`. @source ERRTRK-025, ERRTRK-026 */
export const stackTracePairs: RawBuilder<unknown> = sql`'issue_id', e.error_id, 'date_received', iso(e.received_at),
  'stack_trace_entries', coalesce(e.payload->'entries', '[]'),
  'causes', coalesce((select jsonb_agg(jsonb_build_object('type', c->'type', 'message', c->'message', 'stack_trace_entries',
    c->'stackTraceEntries') order by nth) from jsonb_array_elements(e.payload->'causes') with ordinality as a(c, nth)), '[]')`

/** An event as pairs for `json_build_object`, over `error_events e` of `tracked_errors t`. Events of earlier versions have less to tell. */
export const eventPairs: RawBuilder<unknown> = sql`'id', e.id, 'event_id', replace(e.uuid::text, '-', ''), 'occurred_at', iso(e.occurred_at),
  'type', coalesce(e.payload->>'type', t.name), 'message', coalesce(e.payload->>'message', ''), 'level', coalesce(e.payload->>'level', t.level),
  'release', e.payload->'release', 'environment', e.payload->'environment', 'transaction', e.payload->'transaction'`

/** The latest event of `tracked_errors t`, as a join. */
export const latestEvent: RawBuilder<unknown> = sql`left join lateral (
  select * from error_events le where le.error_id = t.id order by le.occurred_at desc, le.id desc limit 1) e on true`

/** An event of `tracked_errors t`, as a join: the latest one, if none is named. */
export const eventOrLatest = (id: number | undefined): RawBuilder<unknown> =>
  id === undefined ? latestEvent : sql`join error_events e on e.error_id = t.id and e.id = ${id}`
