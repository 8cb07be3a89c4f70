import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Static, TObject, TSchema } from 'typebox'
import type { TopicKind } from '#contract/live-topics.ts'
import type { Operation } from '#contract/operation.ts'
import { defaultPerPage, maxPerPage } from '#contract/shapes.ts'
import { isAdmin, type Subject } from '#server/access/facts.ts'
import { type Allowed, type Finder, load } from '#server/access/load.ts'
import type { Ability, SubjectOf } from '#server/access/may.ts'
import { type Context, type Plugs, type Services, transact } from '#server/context.ts'
import { Conflict, Forbidden, Precondition, Unauthenticated } from '#server/errors.ts'
import type { PageAddress, PagePart } from '#server/page-address.ts'
import type {
  EventName,
  EventPayloads,
  Followed,
  Follower,
  FollowerBatched,
  FollowerLater,
  FollowerNow,
  WeftEvent,
} from '#server/platform/events/events.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { camelCase } from '#server/platform/text/case.ts'
import type { ListLimits } from '#server/platform/text/json-list.ts'
import type { KeptReply } from '#server/platform/text/kept-reply.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/** The parts that a slice plugs in: the table of contents of its folder. */
export interface Slice {
  readonly name: string
  readonly answers?: readonly Answer[]
  readonly pages?: readonly PageAddress[]
  readonly pageParts?: readonly PagePart[]
  /** Reads that a save may request with its answer, besides the operations of pages. */
  readonly carried?: readonly Operation[]
  readonly followers?: readonly Follower<Context>[]
  readonly timedJobs?: readonly TimedJob[]
  readonly checks?: readonly Check[]
  /** Whether the actor may subscribe to `kind:id` on the live socket. */
  readonly topics?: Readonly<Partial<Record<TopicKind, (ctx: Context, id: number) => Promise<boolean>>>>
  /** Whether `kind:id` has changed since a moment, for kinds whose changes are not recorded as events. */
  readonly changedTopics?: Readonly<
    Partial<Record<TopicKind, (ctx: Context, id: number, since: RawBuilder<string>) => Promise<boolean>>>
  >
  /** Adds GraphQL types and fields to the schema. */
  readonly fields?: () => void
  /** The plugs that lower floors look up, by their own names. Lists of several slices are joined. */
  readonly plugs?: Partial<Plugs>
}

/** A scheduled job. Exactly one of the processes that share a database runs it. */
/** A difference between repositories, rows and events of one thing. */
export interface Finding {
  /** The project, merge request or file that it is about. */
  readonly place: string
  /** A sentence. */
  readonly text: string
  /** Absent where only a person can decide on the repair. */
  readonly repair?: () => Promise<void>
}

/** Checks all rows of one kind, for `npm run fsck`. Changes nothing itself. */
export type Check = (ctx: Context, given: CheckGiven) => AsyncIterable<Finding>

export interface CheckGiven {
  /** The milliseconds without progress after which work counts as interrupted: none when no server runs. */
  readonly cutOffAfterMs: number
}

interface TimedJob {
  readonly name: string
  /** `minute hour day month weekday`, in UTC. */
  readonly pattern: string
  readonly run: (db: Db, services: Services) => Promise<unknown>
}

/** The list of a body, and how much of it is kept. */
export interface LongList extends ListLimits {
  /** The field of the body whose number is raised by the elements that were left out. */
  readonly leftOut: string
}

/** Files that a caller without a session may send. */
export interface VisitorFiles {
  readonly max: number
  readonly mebibytes: number
  /**
   * Called before the first file is received, with the path and the preceding fields by their wire names; nothing has checked those.
   *
   * @throws Invalid, NotFound  the caller may not send files
   */
  readonly admit: (ctx: Context, fields: Readonly<Record<string, unknown>>) => Promise<void>
}

/** An operation bound to its use case. */
export interface Answer {
  readonly operation: Operation
  readonly access: Access
  /** Bytes of a body at most, when it is not the usual limit. */
  readonly bodyLimitBytes?: number
  /** The right lies in the address itself: the writer has neither session nor authenticity token. */
  readonly byAddress?: boolean
  /** A body is taken, whatever it is, and not read: the address says all. */
  readonly ignoresBody?: boolean
  /** Required where a caller without a session sends files. */
  readonly visitorFiles?: VisitorFiles
  /** The caller is a program with a key of its own: the use case gets the `Authorization` header and the body, and checks the key. */
  readonly byOwnKey?: boolean
  /** Called with the `Authorization` header before a long body is read, instead of a look for a signed-in caller; throws to refuse it. */
  readonly admitLong?: (ctx: Context, authorization: string | undefined) => Promise<unknown>
  /**
   * The part of a body of JSON that is kept if the body is mostly a list. Omitted items are counted in a field of the
   * body.
   */
  readonly longList?: LongList
  /** Requires a session; access tokens are refused, whatever their scopes. */
  readonly bySession?: boolean
  /** Reads code only, so that a deploy token is accepted. */
  readonly byDeployToken?: boolean
  /** Called with a revoked token before its request is refused. */
  readonly byRevokedToken?: (ctx: Context, tokenId: number) => Promise<void>
  readonly run: (ctx: Context, input: never) => Promise<unknown>
}

/** The guard of an operation; rules walk this. */
export type Access =
  | { readonly kind: 'subject'; readonly subject: Subject; readonly ability: Ability }
  | { readonly kind: 'anyone' | 'signed-in' | 'admin' }

/** A reply's type as use cases may give it: read-only all through, or JSON that PostgreSQL built. */
export type Shown<T> =
  | RawJson
  | (T extends readonly (infer Item)[]
      ? readonly Shown<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: Shown<T[K]> }
        : T)

/** The result of a use case. */
export type Result<T> = Shown<T> | Paged<T> | Reply<T> | KeptReply<Shown<T>> | StreamReply

/** The fields of a record by their names in the contract, read from rows that are locked until the transaction ends. */
export type Current = Readonly<Record<string, unknown>> | undefined

/** If the reply is empty, the use case needs no answer. */
type PromiseOfNothing<R> = [R] extends [null | undefined] ? Promise<void> : never

interface AboutBinding<I, R, A extends Ability, Row extends object> {
  readonly about: Finder<SubjectOf<A>, I, Row>
  readonly ability: A
  /**
   * An actor who may know of the subject without having the ability gets a 401, as the contract says of this operation,
   * instead of a 403.
   */
  readonly refusal?: 'unauthenticated'
  /**
   * `own`: the use case calls `transact` itself, as it first changes something outside of the database, or is one
   * statement.
   */
  readonly transaction?: 'own'
  readonly bodyLimitBytes?: number
  /** Reads code only, so that a deploy token is accepted. */
  readonly byDeployToken?: boolean
  /** Requires a session, because the reply grants more than a token may have the right to. */
  readonly bySession?: boolean
  /**
   * The values with which the caller's `expected` is compared. Required where the operation takes one, unless the
   * transaction is its own.
   */
  readonly current?: (ctx: Context, subject: Allowed<A, Row>, input: I) => Promise<Current>
  readonly run: (ctx: Context, subject: Allowed<A, Row>, input: I) => Promise<Result<R>> | PromiseOfNothing<R>
}

interface OpenBinding<I, R> {
  readonly for: 'anyone' | 'signed-in' | 'admin'
  /**
   * `own`: the use case calls `transact` itself, as it works long before it writes, or stores a record of its refusals.
   */
  readonly transaction?: 'own'
  readonly bodyLimitBytes?: number
  /** The right lies in the address itself: the writer has neither session nor authenticity token. */
  readonly byAddress?: boolean
  /** A body is taken, whatever it is, and not read: the address says all. */
  readonly ignoresBody?: boolean
  readonly visitorFiles?: VisitorFiles
  /** The caller is a program with a key of its own: the use case gets the `Authorization` header and the body, and checks the key. */
  readonly byOwnKey?: boolean
  /** Called with the `Authorization` header before a long body is read, instead of a look for a signed-in caller; throws to refuse it. */
  readonly admitLong?: (ctx: Context, authorization: string | undefined) => Promise<unknown>
  readonly longList?: LongList
  /** Requires a session, because it controls the account itself. Always true for administration pages. */
  readonly bySession?: boolean
  /** Called with a revoked token before its request is refused. */
  readonly byRevokedToken?: (ctx: Context, tokenId: number) => Promise<void>
  /**
   * The values with which the caller's `expected` is compared. Required where the operation takes one, unless the
   * transaction is its own.
   */
  readonly current?: (ctx: Context, input: I) => Promise<Current>
  readonly run: (ctx: Context, input: I) => Promise<Result<R>> | PromiseOfNothing<R>
}

/**
 * Bind an operation to its use case: the subject is loaded for the ability before `run` sees it, and a call that
 * changes something runs in one transaction from the load to the last event.
 */
export function answer<I extends TObject, R extends TSchema, A extends Ability, Row extends object>(
  operation: Operation<I, R>,
  binding: AboutBinding<Static<I>, Static<R>, A, Row>,
): Answer
export function answer<I extends TObject, R extends TSchema>(
  operation: Operation<I, R>,
  binding: OpenBinding<Static<I>, Static<R>>,
): Answer
export function answer(operation: Operation, given: object): Answer {
  // The overloads hold each binding to its operation; here only the order of the steps matters.
  const binding = given as AboutBinding<never, unknown, Ability, object> | OpenBinding<never, unknown>
  const isRead = operation.method === 'GET' || operation.method === 'HEAD'
  const inTransaction = isRead
    ? <T>(ctx: Context, run: (ctx: Context) => Promise<T>) => run(ctx)
    : transactUnlessRefused
  const limit = binding.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: binding.bodyLimitBytes }
  const takesExpected = 'expected' in operation.input.properties
  if (binding.transaction === 'own' ? binding.current !== undefined : takesExpected !== (binding.current !== undefined))
    throw new Error(`${operation.name}: an input with 'expected' needs 'current', and only such an input does`)
  if ('about' in binding) {
    const { about, ability, refusal, run, current } = binding
    return {
      operation,
      ...limit,
      ...(binding.byDeployToken === undefined ? {} : { byDeployToken: binding.byDeployToken }),
      ...(binding.bySession === undefined ? {} : { bySession: binding.bySession }),
      access: { kind: 'subject', subject: about.subject, ability },
      run: (ctx, input) => {
        if (binding.bySession) refuseToken(ctx)
        const loadAndRun = async (inner: Context) => {
          const subject = await load(inner, ability, about, input).catch((error: unknown) => {
            throw refusal !== undefined && error instanceof Forbidden
              ? new Unauthenticated(undefined, { cause: error })
              : error
          })
          // A transaction of its own compares them itself.
          if (current !== undefined) await refuseStale(input, () => current(inner, subject, input))
          return run(inner, subject, input)
        }
        return binding.transaction === 'own' ? loadAndRun(ctx) : inTransaction(ctx, loadAndRun)
      },
    }
  }
  const bySession = binding.bySession ?? (binding.for === 'admin' && operation.door === 'browser')
  return {
    operation,
    ...limit,
    ...(binding.byAddress === undefined ? {} : { byAddress: binding.byAddress }),
    ...(binding.ignoresBody === undefined ? {} : { ignoresBody: binding.ignoresBody }),
    ...(binding.visitorFiles === undefined ? {} : { visitorFiles: binding.visitorFiles }),
    ...(binding.byOwnKey === undefined ? {} : { byOwnKey: binding.byOwnKey }),
    ...(binding.admitLong === undefined ? {} : { admitLong: binding.admitLong }),
    ...(binding.longList === undefined ? {} : { longList: binding.longList }),
    ...(binding.byRevokedToken === undefined ? {} : { byRevokedToken: binding.byRevokedToken }),
    bySession,
    access: { kind: binding.for },
    run: async (ctx, input) => {
      if (binding.for !== 'anyone' && ctx.actor.kind === 'anonymous') throw new Unauthenticated()
      if (binding.for === 'admin' && !isAdmin(ctx.actor)) throw new Forbidden()
      if (bySession) refuseToken(ctx)
      if (binding.transaction === 'own') return binding.run(ctx, input)
      return inTransaction(ctx, async inner => {
        await refuseStale(input, () => binding.current?.(inner, input))
        return binding.run(inner, input)
      })
    },
  }
}

/** A use case that answers with a refusal itself, in the form that its caller reads, leaves as little behind as one that throws. */
async function transactUnlessRefused<T>(ctx: Context, run: (ctx: Context) => Promise<T>): Promise<T> {
  const refused: { reply?: T } = {}
  try {
    return await transact(ctx, async inner => {
      const result = await run(inner)
      if (!isRefusal(result)) return result
      refused.reply = result
      throw new RolledBack()
    })
  } catch (error) {
    if (error instanceof RolledBack && refused.reply !== undefined) return refused.reply
    throw error
  }
}

class RolledBack extends Error {}

/** A 410 keeps the change, because it is the result of the change: its subject was deleted. */
const isRefusal = (result: unknown): boolean => result instanceof Reply && result.status >= 400 && result.status !== 410

/** @throws Conflict  a field has another value than the caller expects */
async function refuseStale(input: object, current: () => Promise<Current> | undefined): Promise<void> {
  // The decoder has read it by the operation's schema.
  const { expected } = input as { readonly expected?: Readonly<Record<string, unknown>> }
  if (expected !== undefined) refuseOverlap(await current(), expected)
}

/** @throws Forbidden  the request came with an access token */
export function refuseToken({ tokenId }: Context): void {
  if (tokenId !== null) throw new Forbidden('Access tokens cannot do this. Sign in instead')
}

/** Lists with more rows are answered without their total. @source rest.md, pagination */
export const countedRows = 10_000

/** One page of a list, with the values of the pagination headers. */
export class Paged<T = unknown> {
  readonly items: Shown<T>
  readonly page: number
  readonly perPage: number
  /** Null when counting would cost too much; then `hasNext` decides. */
  readonly total: number | null
  readonly hasNext: boolean
  /** Set on keyset pages: only a next link is sent. */
  readonly nextCursor: Readonly<Record<string, string>> | null

  private constructor(parts: Omit<Paged<T>, 'withItems'>) {
    this.items = parts.items
    this.page = parts.page
    this.perPage = parts.perPage
    this.total = parts.total
    this.hasNext = parts.hasNext
    this.nextCursor = parts.nextCursor
  }

  /** The same page of rows that are shown in another way. */
  withItems(items: Shown<T>): Paged<T> {
    return new Paged<T>({ ...this, items })
  }

  /** A page by number. Over 10,000 rows the total is left out, as the contract says. */
  static offset<T>(items: Shown<T>, parts: { page: number; perPage: number; total: number }): Paged<T> {
    const total = parts.total > countedRows ? null : parts.total
    return new Paged<T>({
      items,
      page: parts.page,
      perPage: parts.perPage,
      total,
      hasNext: parts.page * parts.perPage < parts.total,
      nextCursor: null,
    })
  }

  /** A page by number of a list whose total is not counted. */
  static uncounted<T>(items: Shown<T>, parts: { page: number; perPage: number; hasNext: boolean }): Paged<T> {
    return new Paged<T>({ items, ...parts, total: null, nextCursor: null })
  }

  /** A page by key. `next` holds the parameters that lead on, null at the end. */
  static keyset<T>(
    items: Shown<T>,
    parts: { perPage: number; next: Readonly<Record<string, string>> | null },
  ): Paged<T> {
    return new Paged<T>({
      items,
      page: 1,
      perPage: parts.perPage,
      total: null,
      hasNext: parts.next !== null,
      nextCursor: parts.next ?? {},
    })
  }
}

/** The paging of a list: the number of a page and its size. */
export interface Paging {
  readonly page?: number
  readonly perPage?: number
}

/** Page and size of a list as asked for, within the contract's limits. */
export function pageOf(input: Paging): {
  page: number
  perPage: number
  offset: number
} {
  const perPage = Math.min(input.perPage ?? defaultPerPage, maxPerPage)
  const page = input.page ?? 1
  return { page, perPage, offset: (page - 1) * perPage }
}

/**
 * A page of a list whose items are made by PostgreSQL, with how many there are, in one statement.
 *
 * @param list.item  the JSON of a row
 * @param list.matching  the tables and conditions, as they follow FROM
 */
export async function pageOfJson<T>(
  ctx: Context,
  input: Paging,
  {
    item,
    matching,
    order,
  }: {
    readonly item: RawBuilder<unknown>
    readonly matching: RawBuilder<unknown>
    readonly order: RawBuilder<unknown>
  },
): Promise<Paged<T>> {
  const { page, perPage, offset } = pageOf(input)
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select json_agg(item) from (
        select ${item} as item from ${matching} order by ${order} limit ${perPage} offset ${offset}) listed), '[]')::text as items,
      (select count(*) from ${matching}) as total`.execute(ctx.db)
  return Paged.offset<T>(new RawJson(rows[0]?.items ?? '[]'), { page, perPage, total: rows[0]?.total ?? 0 })
}

/**
 * Refuse a delete if the record changed since its caller last saw it.
 *
 * @param since  an HTTP date, to the second; one that cannot be read counts as none
 * @throws Precondition  the record changed after it
 */
export function refuseChanged(
  record: { readonly updatedAt: string },
  { ifUnmodifiedSince: since }: { readonly ifUnmodifiedSince?: string },
): void {
  const sinceMs = since === undefined ? Number.NaN : Date.parse(since)
  if (Math.floor(Date.parse(record.updatedAt) / 1000) * 1000 > sinceMs) throw new Precondition()
}

/**
 * Optimistic locking by field: concurrent changes to different fields both succeed, and of two changes to the same field the second
 * is refused.
 *
 * @param now  the current record, locked
 * @param expected  the fields as the caller saw them; omitted fields are overwritten
 * @throws Conflict  a field has changed since
 */
export function refuseOverlap(now: Current, expected: Readonly<Record<string, unknown>> | undefined): void {
  const isChanged = ([name, seen]: [string, unknown]) =>
    seen !== undefined && comparable(now?.[name]) !== comparable(seen)
  if (Object.entries(expected ?? {}).some(isChanged))
    throw new Conflict('Someone else has changed this in the meantime')
}

/**
 * Null and an empty string count as equal, and so do lists of the same names or ids in another order, and records with the
 * same fields in another order or spelling.
 */
function comparable(value: unknown): string {
  const isSet = Array.isArray(value) && value.every(each => typeof each !== 'object')
  return JSON.stringify((isSet ? value.map(String).toSorted() : value) ?? '', (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? inOneOrder(part) : part,
  )
}

const inOneOrder = (record: object): object =>
  Object.fromEntries(
    Object.entries(record)
      .map(([name, value]) => [camelCase(name), value] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

/** An answer with another status than the operation's usual one, or with headers of its own. */
export class Reply<T = unknown> {
  readonly status: number
  readonly body: Shown<T> | undefined | { readonly message: string }
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    body?: Shown<T> | { readonly message: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Bytes that go out as they come: a file, an archive. */
export class StreamReply {
  readonly stream: Readable | Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  constructor(stream: Readable | Uint8Array, headers: Readonly<Record<string, string>>, status = 200) {
    this.stream = stream
    this.headers = headers
    this.status = status
  }
}

/**
 * Follow an event within its own transaction.
 *
 * @param concerns  false for events that need no work; left out, every event of the name counts
 */
export function on<Name extends EventName>(
  event: Name,
  run: (ctx: Context, event: EventOf<Name>) => Promise<void>,
  concerns: (payload: EventPayloads[Name]) => boolean = () => true,
): FollowerNow<Context> {
  // The dispatcher hands each follower only events of the name it asked for.
  return {
    event,
    when: 'now',
    run: run as FollowerNow<Context>['run'],
    concerns: concerns as FollowerNow<Context>['concerns'],
  }
}

/** Follow an event by a job, after the commit. The job is enqueued in the transaction: it exists exactly if the change does. */
export function later<Name extends EventName>(
  event: Name,
  run: (ctx: Context, event: EventOf<Name>) => Promise<void>,
  { takesLong = false }: { readonly takesLong?: boolean } = {},
): FollowerLater<Context> {
  return { event, when: 'later', takesLong, run: run as FollowerLater<Context>['run'] }
}

/**
 * Follow an event after the commit, with all others of its name that wait by then: in statements for all of them. An
 * event that fails among others is tried again by itself.
 */
export function batched<Name extends EventName>(
  event: Name,
  run: (followed: readonly Followed<Context, EventOf<Name>>[]) => Promise<void>,
): FollowerBatched<Context> {
  return { event, when: 'batched', run: run as FollowerBatched<Context>['run'] }
}

type EventOf<Name extends EventName> = WeftEvent<Name> & { payload: EventPayloads[Name] }
