/**
 * What can happen, by name. Each slice adds its own:
 * `declare module '#server/platform/events/events.ts' { interface EventPayloads { 'issue.closed': { issueId: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their events into it
export interface EventPayloads {}

export type EventName = keyof EventPayloads & string

/** One change, as it is kept in the log. */
export interface WeftEvent<Name extends EventName = EventName> {
  readonly name: Name
  readonly payload: EventPayloads[Name]
  readonly namespaceId: number
  /** Null when nobody signed in did it. */
  readonly actorId: number | null
  readonly createdAt: string
}

/** Where an event belongs and whose pages it touches. */
export interface EventPlace {
  /** 0 when it belongs to no namespace. */
  readonly namespaceId?: number
  /** Names for live pages, such as `issue:42`. They carry no content: each reader asks with its own rights. */
  readonly topics?: readonly string[]
}

/** Who follows an event, and when: in its transaction, or after the commit, one by one or many together. */
export type Follower<Ctx> = FollowerNow<Ctx> | FollowerLater<Ctx> | FollowerBatched<Ctx>

export interface FollowerNow<Ctx> {
  readonly event: EventName
  readonly when: 'now'
  /** False for what it has nothing to do about. A change whose events concern nobody now can be one statement. */
  readonly concerns: (payload: WeftEvent['payload']) => boolean
  readonly run: (ctx: Ctx, event: WeftEvent) => Promise<void>
}

/** By a job of its own, which may take long and is tried again by itself. */
export interface FollowerLater<Ctx> {
  readonly event: EventName
  readonly when: 'later'
  readonly run: (ctx: Ctx, event: WeftEvent) => Promise<void>
}

/** With all others of its name that wait, in one transaction: for what happens often and costs little. */
export interface FollowerBatched<Ctx> {
  readonly event: EventName
  readonly when: 'batched'
  readonly run: (followed: readonly Followed<Ctx>[]) => Promise<void>
}

/** An event, with a context in the name of whoever did it. */
export interface Followed<Ctx, Event extends WeftEvent = WeftEvent> {
  readonly ctx: Ctx
  readonly event: Event
}
