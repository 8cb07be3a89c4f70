import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Operation } from '#contract/operation.ts'
import { Unauthenticated } from '#server/errors.ts'
import type {
  EventName,
  EventPayloads,
  EventScope,
  FollowerBatched,
  FollowerLater,
  FollowerNow,
  WeftEvent,
} from '#server/platform/events/events.ts'
import { announcement, draftColumns, type EventDraft, logParts } from '#server/platform/events/log.ts'
import { type Db, inTransaction } from '#server/platform/sql/database.ts'
import { flushed, Unflushed } from '#server/platform/sql/durable.ts'
import { type Parameters, runWrite, type Values } from '#server/platform/sql/statement.ts'
import type { Settings } from '#server/settings.ts'

/** The requester. */
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

interface AnonymousActor {
  readonly kind: 'anonymous'
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }

/** The access of a deploy token: the code of a project, or of the projects below a group. */
export interface DeployTokenAccess {
  readonly id: number
  readonly namespaceId: number
  readonly scopes: readonly string[]
  /** The id of a deploy key, which gives access to its project in the same way. */
  readonly deployKeyId?: number
}

/** The services of the whole process, created once at the start. */
export interface Services {
  readonly settings: Settings
  readonly log: Logger
  readonly followers: {
    now(name: EventName): readonly FollowerNow<Context>[]
    later(name: EventName): readonly FollowerLater<Context>[]
    batched(name: EventName): readonly FollowerBatched<Context>[]
  }
  /** Hears of the topics of each commit of this process, before its answer goes out. */
  readonly onCommit: (topics: readonly string[]) => void
  /** The SQL expression that enqueues the deliveries of events to their later followers, from a select of `id` and `is_urgent`. */
  readonly enqueueEvents: (events: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Every operation of the slices. */
  readonly operations: readonly Operation[]
  /** The slices' plug-ins, as far as lower floors look things up in them. */
  readonly plugs: Plugs
}

/** Lower floors declare here what slices above plug in: `declare module '#server/context.ts' { interface Plugs { ... } }` */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their plugs into it
export interface Plugs {}

/** The context of one request or job. */
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
  /** The deploy token, where code is read; the actor is then anonymous. */
  readonly deployToken: DeployTokenAccess | null
  readonly ip: string | null
  readonly userAgent: string | null
  /** The name of this write in live messages, for the page that makes it; null when it needs none. */
  readonly writeId: string | null
  /** The IANA name of the caller's time zone, in which days such as `today` are counted; null when they named none. */
  readonly timeZone: string | null
}

interface Recorder {
  /**
   * Record a change in the actor's name. Followers that belong to the same transaction run at once.
   *
   * @throws Error  outside of `transact`: a change and its event commit together, or not at all
   */
  record<Name extends EventName>(name: Name, payload: EventPayloads[Name], scope?: EventScope): Promise<void>
  /** @returns a function that forgets the events recorded from now on: their changes were rolled back */
  mark(): () => void
}

interface ContextParts {
  readonly actor: Actor
  readonly db: Db
  readonly services: Services
  readonly requestId: string
  readonly sessionId?: number | null
  readonly tokenId?: number | null
  readonly deployToken?: DeployTokenAccess | null
  readonly ip?: string | null
  readonly userAgent?: string | null
  readonly writeId?: string | null
  readonly timeZone?: string | null
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
    deployToken: parts.deployToken ?? null,
    ip: parts.ip ?? null,
    userAgent: parts.userAgent ?? null,
    writeId: parts.writeId ?? null,
    timeZone: parts.timeZone ?? null,
    now: parts.now ?? new Date().toISOString(),
    events: refusing,
  }
}

/**
 * The signed-in user, in an operation that needs one.
 *
 * @throws Unauthenticated
 */
export function selfActor({ actor }: Context): UserActor {
  if (actor.kind !== 'user') throw new Unauthenticated()
  return actor
}

/** The id of the signed-in user. @throws Unauthenticated */
export const selfId = (ctx: Context): number => selfActor(ctx).id

/** The id of the signed-in user, or null. */
export const userIdOf = ({ actor }: Pick<Context, 'actor'>): number | null => (actor.kind === 'user' ? actor.id : null)

/** The same for statements that compare ids: 0 is no user's id. */
export const userIdOrZero = (ctx: Pick<Context, 'actor'>): number => userIdOf(ctx) ?? 0

const refusing: Recorder = {
  record: async name => {
    throw new Error(`${name} was recorded outside of a transaction`)
  },
  mark: () => () => undefined,
}

/**
 * Run a change: everything it writes and every event it records commits together, or not at all.
 * Inside another `transact` it joins that one.
 *
 * `run` may run more than once: a transaction that PostgreSQL gave up in favour of another one begins again. Its
 * effects outside of the database must be harmless when they happen twice (a folder that exists already, a file that no
 * row names); other effects belong after the commit or in a job.
 *
 * Transactions lock rows in one order, so that no two wait for each other:
 *
 * 1. `namespaces`, ancestors before their descendants (by id among siblings);
 * 2. counters of numbers (`iid_counters`), then `issuables`, several of them by id;
 * 3. their belongings: notes, to-dos, labels, members;
 * 4. `projects`, whose counts follow from the rows before;
 * 5. `event_sequences`, last of all: the log is written when the change is done.
 *
 * A row that stays is locked `for no key update`: `for update` would block every insert of a reference to it.
 */
export async function transact<T>(ctx: Context, run: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.events !== refusing) return run(ctx)
  const { result, recorded } = await inTransaction(ctx.db, async db => {
    const recorded: Recorded[] = []
    const inner: Context = {
      ...ctx,
      db,
      events: {
        record: (name, payload, scope) => follow(name, payload, scope ?? {}),
        mark: () => {
          const { length } = recorded
          return () => void recorded.splice(length)
        },
      },
    }
    const follow = async (name: EventName, payload: EventPayloads[EventName], scope: EventScope) => {
      const event: WeftEvent = {
        name,
        payload,
        namespaceId: scope.namespaceId ?? 0,
        actorId: userIdOf(inner),
        createdAt: inner.now,
      }
      recorded.push({ event, topics: scope.topics ?? [] })
      for (const follower of ctx.services.followers.now(name))
        if (follower.concerns(payload)) await follower.run(inner, event)
    }
    const result = await run(inner)
    await store(inner, recorded)
    return { result, recorded }
  })
  ctx.services.onCommit(recorded.flatMap(each => each.topics))
  if (recorded.length > 0) await flushed(ctx.db)
  return result
}

/** Run a part of a transaction. When it fails, neither its changes nor its events remain, and the transaction goes on. */
export async function attempt<T>(ctx: Context, run: () => Promise<T>): Promise<T> {
  const forget = ctx.events.mark()
  try {
    return await inTransaction(ctx.db, run)
  } catch (error) {
    forget()
    throw error
  }
}

/**
 * Whether a change may be one statement with its event in it, by `writeLogged`: it is part of no other change, and no
 * follower handles the event in its transaction.
 *
 * @param payload  as far as it is known before: ids of rows that are about to be created may be 0
 */
export const canBeOneStatement = <Name extends EventName>(
  ctx: Context,
  name: Name,
  payload: EventPayloads[Name],
): boolean => ctx.events === refusing && !ctx.services.followers.now(name).some(follower => follower.concerns(payload))

/** An event as `writeLogged` takes it; ids that the statement makes are filled in there. */
export function eventDraft(
  ctx: Context,
  event: { readonly name: EventName; readonly payload: object },
  topics: readonly string[],
): EventDraft {
  const { followers } = ctx.services
  return {
    name: event.name,
    actor_id: userIdOf(ctx),
    payload: event.payload,
    topics,
    write_id: ctx.writeId,
    created_at: ctx.now,
    later: followers.later(event.name).length > 0,
    batched: followers.batched(event.name).length > 0,
  }
}

interface Write<V extends Values> {
  /** Identifies the statement, together with whether it is logged, as with `runWrite`. */
  readonly key: string
  readonly values: V
  /** Null where the caller records the events: in a transaction. */
  readonly log: {
    /** The namespace of the events. */
    readonly namespaceId: number
    /** The events that are known before the statement: it announces their topics. */
    readonly drafts: readonly Pick<EventDraft, 'topics' | 'write_id'>[]
  } | null
}

/**
 * Run one statement that writes rows and, with them, their events. Alone, it commits by itself, and this process is
 * notified of its topics; within `transact`, it commits with the whole change.
 *
 * @param build  the statement; `log` is null without a log. Otherwise it stands among the common table expressions, after one named
 *   `drafts` with the events, and the statement selects from its `published`
 * @returns the rows, which the caller reads when the commit is on the disk
 */
export async function writeLogged<Row, V extends Values>(
  ctx: Pick<Context, 'db' | 'events' | 'services'>,
  { key, values, log }: Write<V>,
  build: (parameter: Parameters<V>, log: RawBuilder<unknown> | null) => RawBuilder<unknown>,
): Promise<Unflushed<readonly Row[]>> {
  const { services, db } = ctx
  const drafts = log?.drafts ?? []
  const logValues = { logNamespaceId: log?.namespaceId ?? 0, logTopics: announcement(drafts) }
  const all = { ...values, ...logValues }
  const rows = await runWrite<Row, V & typeof logValues>(db, `${key} ${log !== null}`, all, parameter => {
    const { logNamespaceId: namespaceId, logTopics: topics }: Parameters<typeof logValues> = parameter
    return build(parameter, log && logParts({ namespaceId, topics, enqueue: services.enqueueEvents }))
  })
  if (ctx.events === refusing && log !== null) services.onCommit(drafts.flatMap(each => each.topics))
  return new Unflushed(rows)
}

interface Recorded {
  readonly event: WeftEvent
  readonly topics: readonly string[]
}

/** Write the log, enqueue the jobs that follow, and announce the topics, in one statement for each namespace. */
async function store(ctx: Context, recorded: readonly Recorded[]): Promise<void> {
  const byNamespace = Map.groupBy(recorded, each => each.event.namespaceId)
  // Always in the same order; 0 last, since all changes without a namespace share it.
  for (const [namespaceId, group] of [...byNamespace].sort(([one], [other]) => other - one)) {
    const drafts = group.map(({ event, topics }) => eventDraft(ctx, event, topics))
    const values = { drafts: JSON.stringify(drafts) }
    const written = await writeLogged<unknown, typeof values>(
      ctx,
      { key: 'record events', values, log: { namespaceId, drafts } },
      (parameter, log) => sql`
      with drafts as (select row_number() over () as place, g.* from jsonb_to_recordset(${parameter.drafts}::jsonb) as g(${draftColumns})),
        ${log}
      select count(*) from published`,
    )
    await written.flushed(ctx.db)
  }
}
