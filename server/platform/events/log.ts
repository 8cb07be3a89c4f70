import { type RawBuilder, sql } from 'kysely'
import { accessEverywhere, accessScope } from '#server/platform/events/access-topic.ts'
import { commitBeforeFlush } from '#server/platform/sql/durable.ts'

/** An event to be written by `logParts`, as a row of `drafts`. */
export interface EventDraft {
  readonly name: string
  readonly actor_id: number | null
  readonly payload: unknown
  readonly topics: readonly string[]
  /** The write that records it, as live messages name it. */
  readonly write_id: string | null
  readonly created_at: string
  /** The event has `later` followers and needs a job. */
  readonly later: boolean
  /** The event has batched followers. */
  readonly batched: boolean
}

/** The columns of `drafts`, except `place`: the order of the events, from 1. */
export const draftColumns = sql`name text, actor_id bigint, payload jsonb, topics text[], created_at timestamptz, later boolean, batched boolean`

/** A notification of PostgreSQL takes 8,000 bytes. */
const maxTopics = 100

/** The payload of the notification that announces the topics of events to all processes; null when there are none. */
export function announcement(drafts: readonly Pick<EventDraft, 'topics' | 'write_id'>[]): string | null {
  const unique = [...new Set(drafts.flatMap(each => each.topics))]
  if (unique.length === 0) return null
  const [by, ...others] = new Set(drafts.map(each => each.write_id))
  // Several writes in one statement have no common writer.
  if (by != null && others.length === 0 && unique.length <= maxTopics) return JSON.stringify({ topics: unique, by })
  if (unique.length <= maxTopics) return JSON.stringify(unique)
  // Topics that do not fit are dropped, except that permissions changed.
  const rights = unique.some(topic => accessScope(topic) !== null) ? [accessEverywhere] : []
  return JSON.stringify([...rights, ...unique.filter(topic => accessScope(topic) === null).slice(0, maxTopics)])
}

interface LogPlaces {
  readonly namespaceId: RawBuilder<number>
  readonly topics: RawBuilder<string | null>
  /** The SQL expression that enqueues the deliveries of events, from a select of `id`, `name` and `is_urgent`. */
  readonly enqueue: (events: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * The common table expressions that write `drafts` to the event log of one namespace, enqueue their followers and announce the
 * topics. The statement has to define `drafts` before them and select from `published` after them.
 */
export function logParts({ namespaceId, topics, enqueue }: LogPlaces): RawBuilder<unknown> {
  return sql`counted as (
      insert into event_sequences as s (namespace_id, value) select ${namespaceId}::bigint, count(*) from drafts having count(*) > 0
      on conflict (namespace_id) do update set value = s.value + excluded.value
      returning value
    ), numbered as (
      select drafts.*, counted.value - count(*) over () + drafts.place as sequence from drafts, counted
    ), logged as (
      insert into events (namespace_id, sequence, name, actor_id, payload, topics, created_at)
      select ${namespaceId}::bigint, sequence, name, actor_id, payload, topics, created_at from numbered order by place
      returning id, sequence
    ), batched as (
      insert into batched_events (event_id) select logged.id from logged join numbered using (sequence) where numbered.batched
    ), published as materialized (
      select ${commitBeforeFlush} as commit,
        case when numbered.place = 1 and (select bool_or(later) from numbered) then ${enqueue(sql`select l.id, n.name, n.payload->>'isUrgent' = 'true' as is_urgent
          from logged l join numbered n using (sequence) where n.later`)} end as jobs,
        case when numbered.place = 1 and ${topics}::text is not null then pg_notify('weft_live', ${topics}::text) end as announced
      from logged join numbered using (sequence)
    )`
}
