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

export interface Follower<Ctx> {
  readonly event: EventName
  /** `now`: in the event's transaction. `later`: as a job after the commit. */
  readonly when: 'now' | 'later'
  readonly run: (ctx: Ctx, event: WeftEvent) => Promise<void>
}
