/**
 * The payload of each event, by its name. Each slice adds its own:
 * `declare module '#server/platform/events/events.ts' { interface EventPayloads { 'issue.closed': { issueId: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their events into it
export interface EventPayloads {}

export type EventName = keyof EventPayloads & string

/** One change, as it is kept in the log. */
export interface WeftEvent<Name extends EventName = EventName> {
  /** The id in the log; absent while the event is being recorded. */
  readonly id?: number
  readonly name: Name
  readonly payload: EventPayloads[Name]
  readonly namespaceId: number
  /** Null if no signed-in user caused it. */
  readonly actorId: number | null
  readonly createdAt: string
}

/** The namespace of an event and the live topics that it announces. */
export interface EventScope {
  /** 0 when it belongs to no namespace. */
  readonly namespaceId?: number
  /** Names for live pages, such as `issue:42`, without content: each page asks again with its reader's permissions. */
  readonly topics?: readonly string[]
}

/** A function called with events of a name: in their transaction, or after the commit, one by one or in batches. */
export type Follower<Ctx> = FollowerNow<Ctx> | FollowerLater<Ctx> | FollowerBatched<Ctx>

export interface FollowerNow<Ctx> {
  readonly event: EventName
  readonly when: 'now'
  /** False for events that this follower ignores. A change whose events no follower handles now can be one statement. */
  readonly concerns: (payload: WeftEvent['payload']) => boolean
  readonly run: (ctx: Ctx, event: WeftEvent) => Promise<void>
}

/** Runs in a job of its own, which may take long and is retried by itself. */
export interface FollowerLater<Ctx> {
  readonly event: EventName
  readonly when: 'later'
  /**
   * The jobs may run for many seconds: only some of them run at the same time, so that jobs that a user waits for find
   * a free worker.
   */
  readonly takesLong: boolean
  readonly run: (ctx: Ctx, event: WeftEvent) => Promise<void>
}

/** Handles all waiting events of its names, in their order, in one transaction: for frequent events that cost little. Followers of several names share `run`. */
export interface FollowerBatched<Ctx> {
  readonly event: EventName
  readonly when: 'batched'
  readonly run: (followed: readonly Followed<Ctx>[]) => Promise<void>
}

/** An event, with the context of its actor. */
export interface Followed<Ctx, Event extends WeftEvent = WeftEvent> {
  readonly ctx: Ctx
  readonly event: Event
}
