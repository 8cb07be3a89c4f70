import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { EventName, EventPayloads, EventPlace, Follower, WeftEvent } from '#server/platform/events/events.ts'
import { type Db, inTransaction } from '#server/platform/sql/database.ts'
import { commitBeforeFlush, flushed } from '#server/platform/sql/durable.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import type { Settings } from '#server/settings.ts'

/** Who asks. */
export type Actor = UserActor | AnonymousActor

export interface UserActor {
  readonly kind: 'user'
  readonly id: number
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
  /** Treats internal as private. */
  readonly isExternal: boolean
}

export interface AnonymousActor {
  readonly kind: 'anonymous'
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }

/** What the whole process has, made once at the start. */
export interface Services {
  readonly settings: Settings
  readonly log: Logger
  readonly followers: {
    now(name: EventName): readonly Follower<Context>[]
    later(name: EventName): readonly Follower<Context>[]
  }
  /** Hears of the topics of each commit of this process, before its answer goes out. */
  readonly onCommit: (topics: readonly string[]) => void
  /** The SQL expression that enqueues the delivery of an event to its later followers. */
  readonly enqueueEvent: (eventId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The slices' plug-ins, as far as lower floors look things up in them. */
  readonly plugs: Plugs
}

/** Lower floors declare here what slices above plug in: `declare module '#server/context.ts' { interface Plugs { ... } }` */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their plugs into it
export interface Plugs {}

/** What one request (or job) may reach. */
export interface Context {
  readonly actor: Actor
  readonly db: Db
  readonly events: Recorder
  readonly services: Services
  /** ISO 8601, fixed for the whole request. */
  readonly now: string
  readonly requestId: string
  /** The signed-in session, when the request came with one. */
  readonly sessionId: number | null
  /** The personal access token, when the request came with one. */
  readonly tokenId: number | null
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface Recorder {
  /**
   * Record a change in the actor's name. Followers that belong to the same transaction run at once.
   *
   * @throws Error  outside of `transact`: a change and its event commit together, or not at all
   */
  record<Name extends EventName>(name: Name, payload: EventPayloads[Name], place?: EventPlace): Promise<void>
}

interface ContextParts {
  readonly actor: Actor
  readonly db: Db
  readonly services: Services
  readonly requestId: string
  readonly sessionId?: number | null
  readonly tokenId?: number | null
  readonly ip?: string | null
  readonly userAgent?: string | null
  readonly now?: string
}

/** A context in which nothing can be recorded yet: changes go through `transact`. */
export function createContext(parts: ContextParts): Context {
  return {
    actor: parts.actor,
    db: parts.db,
    services: parts.services,
    requestId: parts.requestId,
    sessionId: parts.sessionId ?? null,
    tokenId: parts.tokenId ?? null,
    ip: parts.ip ?? null,
    userAgent: parts.userAgent ?? null,
    now: parts.now ?? new Date().toISOString(),
    events: refusing,
  }
}

const refusing: Recorder = {
  record: async name => {
    throw new Error(`${name} was recorded outside of a transaction`)
  },
}

/**
 * Run a change: everything it writes and every event it records commits together, or not at all.
 * Inside another `transact` it joins that one.
 */
export async function transact<T>(ctx: Context, run: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.events !== refusing) return run(ctx)
  const recorded: Recorded[] = []
  const result = await inTransaction(ctx.db, async db => {
    const inner: Context = {
      ...ctx,
      db,
      events: { record: (name, payload, place) => follow(name, payload, place ?? {}) },
    }
    const follow = async (name: EventName, payload: EventPayloads[EventName], place: EventPlace) => {
      const event: WeftEvent = {
        name,
        payload,
        namespaceId: place.namespaceId ?? 0,
        actorId: inner.actor.kind === 'user' ? inner.actor.id : null,
        createdAt: inner.now,
      }
      recorded.push({ event, topics: place.topics ?? [] })
      for (const follower of ctx.services.followers.now(name)) await follower.run(inner, event)
    }
    const done = await run(inner)
    await store(inner, recorded)
    return done
  })
  ctx.services.onCommit(recorded.flatMap(each => each.topics))
  if (recorded.length > 0 && !ctx.db.isTransaction) await flushed(ctx.db)
  return result
}

interface Recorded {
  readonly event: WeftEvent
  readonly topics: readonly string[]
}

/** Write the log, enqueue what follows later, and announce the topics, in one statement a namespace. */
async function store(ctx: Context, recorded: readonly Recorded[]): Promise<void> {
  const byNamespace = Map.groupBy(recorded, each => each.event.namespaceId)
  for (const [namespaceId, group] of byNamespace) {
    const rows = group.map(({ event, topics }) => ({
      name: event.name,
      actor_id: event.actorId,
      payload: event.payload,
      topics,
      later: ctx.services.followers.later(event.name).length > 0,
    }))
    const topics = [...new Set(group.flatMap(each => each.topics))]
    const values = {
      namespaceId,
      rows: JSON.stringify(rows),
      count: rows.length,
      now: ctx.now,
      topics: topics.length === 0 ? null : JSON.stringify(topics.slice(0, 100)),
    }
    await runStatement<unknown, typeof values>(
      ctx.db,
      'record events',
      values,
      place => sql`
      with given as (
        select row_number() over () as place, g.* from jsonb_to_recordset(${place.rows}::jsonb)
          as g(name text, actor_id bigint, payload jsonb, topics text[], later boolean)
      ), counted as (
        insert into event_sequences as s (namespace_id, value) values (${place.namespaceId}, ${place.count}::int)
        on conflict (namespace_id) do update set value = s.value + excluded.value
        returning value
      ), written as (
        insert into events (namespace_id, sequence, name, actor_id, payload, topics, created_at)
        select ${place.namespaceId}, counted.value - ${place.count}::int + given.place, given.name, given.actor_id, given.payload,
          given.topics, ${place.now}::timestamptz
        from given, counted order by given.place
        returning id, sequence
      )
      select ${commitBeforeFlush} as commit,
        case when given.later then ${ctx.services.enqueueEvent(sql.ref('written.id'))} end as job,
        case when given.place = 1 and ${place.topics}::text is not null then pg_notify('weft_live', ${place.topics}::text) end as told
      from written join counted on true join given on given.place = written.sequence - counted.value + ${place.count}::int`,
    )
  }
}
