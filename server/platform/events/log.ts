import { type RawBuilder, sql } from 'kysely'
import { accessEverywhere, accessScope } from '#server/platform/events/access-topic.ts'
import { commitBeforeFlush } from '#server/platform/sql/durable.ts'

/** An event as a row of `drafts`, from which `logParts` writes it. */
export interface EventDraft {
  readonly name: string
  readonly actor_id: number | null
  readonly payload: unknown
  readonly topics: readonly string[]
  readonly created_at: string
  /** Followed by a job of its own. */
  readonly later: boolean
  /** Followed in batches of events of its name. */
  readonly batched: boolean
}

/** The columns of `drafts` besides its `place`, from 1 on, in the order of what happened. */
export const draftColumns = sql`name text, actor_id bigint, payload jsonb, topics text[], created_at timestamptz, later boolean, batched boolean`

/** A notification of PostgreSQL takes 8,000 bytes. */
const maxTopics = 100

/** The topics that all processes announce to their pages, as `logParts` takes them: null for none. */
export function announcement(topics: Iterable<string>): string | null {
  const unique = [...new Set(topics)]
  if (unique.length === 0) return null
  if (unique.length <= maxTopics) return JSON.stringify(unique)
  // Topics that do not fit are dropped, except that permissions changed.
  const rights = unique.some(topic => accessScope(topic) !== null) ? [accessEverywhere] : []
  return JSON.stringify([...rights, ...unique.filter(topic => accessScope(topic) === null).slice(0, maxTopics)])
}

interface LogPlaces {
  readonly namespaceId: RawBuilder<number>
  readonly topics: RawBuilder<string | null>
  /** The SQL expression that enqueues the delivery of an event. */
  readonly enqueue: (eventId: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * The parts of a statement with `drafts` that write the log of one namespace, have it followed after the commit, and announce
 * the topics. The statement's last part selects from `published`.
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
        case when numbered.later then ${enqueue(sql.ref('logged.id'))} end as job,
        case when numbered.place = 1 and ${topics}::text is not null then pg_notify('weft_live', ${topics}::text) end as announced
      from logged join numbered using (sequence)
    )`
}
