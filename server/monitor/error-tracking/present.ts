import { type RawBuilder, sql } from 'kysely'
import { columnsOf, moment, objectb } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'
import { errorUrlSql } from './paths.ts'

const n = columnsOf('namespaces', 'n')
const e = columnsOf('errorEvents', 'e')
const t = columnsOf('trackedErrors', 't')

/** The exception and its message, in one line. */
export const titleSql: RawBuilder<string> = sql<string>`left(t.name || case when t.description = '' then '' else ': ' || regexp_replace(t.description, '\\s+', ' ', 'g') end, 255)`

/** Events of each of the last 24 hours that had any, in order. */
export const frequencySql = (now: string): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_array(extract(epoch from h.hour)::bigint, h.count) order by h.hour), '[]') from error_hours h
  where h.error_id = t.id and h.hour > ${now}::timestamptz - interval '24 hours')`

/**
 * The fields of an error in lists and pages, as members of a JSON object, over `tracked_errors t` and its project `n`.
 */
export const errorFields = (settings: Settings) => ({
  ...t.fields('id'),
  title: titleSql,
  type: t('name'),
  message: t('description'),
  culprit: t('actor'),
  ...t.fields('level', 'platform', 'status'),
  count: t('eventsCount'),
  user_count: t('usersCount'),
  first_seen: moment(t('firstSeenAt')),
  last_seen: moment(t('lastSeenAt')),
  short_id: sql`t.id::text`,
  external_url: errorUrlSql(settings),
  project_id: n('id'),
  project_name: n('name'),
  project_slug: n('path'),
})

/** The stack trace of the latest event, as members of a JSON object, over `error_events e`. @source ERRTRK-025, ERRTRK-026 */
export const stackTraceFields = {
  issue_id: e('errorId'),
  date_received: moment(e('receivedAt')),
  stack_trace_entries: sql`coalesce(e.payload->'entries', '[]')`,
  causes: sql`coalesce((select jsonb_agg(${objectb({
    type: sql`c->'type'`,
    message: sql`c->'message'`,
    stack_trace_entries: sql`c->'stackTraceEntries'`,
  })} order by nth) from jsonb_array_elements(e.payload->'causes') with ordinality as a(c, nth)), '[]')`,
}

/**
 * An event as members of a JSON object, over `error_events e` of `tracked_errors t`. Events of earlier versions have
 * fewer fields.
 */
export const eventFields = {
  ...e.fields('id'),
  event_id: sql`replace(e.uuid::text, '-', '')`,
  ...e.moments('occurredAt'),
  type: sql`coalesce(e.payload->>'type', t.name)`,
  message: sql`coalesce(e.payload->>'message', '')`,
  level: sql`coalesce(e.payload->>'level', t.level)`,
  release: sql`e.payload->'release'`,
  environment: sql`e.payload->'environment'`,
  transaction: sql`e.payload->'transaction'`,
}

/** The latest event of `tracked_errors t`, as a join. */
export const latestEvent: RawBuilder<unknown> = sql`left join lateral (
  select * from error_events le where le.error_id = t.id order by le.occurred_at desc, le.id desc limit 1) e on true`

/** An event of `tracked_errors t`, as a join: the latest one, if none is named. */
export const eventOrLatest = (id: number | undefined): RawBuilder<unknown> =>
  id === undefined ? latestEvent : sql`join error_events e on e.error_id = t.id and e.id = ${id}`
