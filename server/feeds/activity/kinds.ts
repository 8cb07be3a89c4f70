import type { ActivityKind, EventAction, EventTarget } from '#contract/feeds/activity.ts'
import { activityFilterOf, type ShownSeries, shownSeries } from '#contract/issuable-feeds.ts'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { EventName } from '#server/platform/events/events.ts'

/**
 * The subject of an event, which decides who can know of the event: the rules are in `queries.ts`. An event of an
 * issuable is about the one that its payload names.
 */
export type EventSubject = IssuableSeries | 'note' | 'milestone' | 'deleted_milestone' | 'code' | 'namespace'

interface ShownActivity {
  readonly subject: EventSubject
  readonly action: EventAction
  /** The word of the API's filter. */
  readonly target: EventTarget | null
  /** Null: only shown among all kinds. */
  readonly kind: ActivityKind | null
}

const lifeActions = ['created', 'closed', 'reopened'] as const

const lifeEvents = Object.fromEntries(
  shownSeries.flatMap(series =>
    lifeActions.map(action => [
      `${series}.${action}`,
      { subject: series, action, target: series, kind: activityFilterOf(series) },
    ]),
  ),
  // The loop makes each name of the type.
) as Readonly<Record<`${ShownSeries}.${(typeof lifeActions)[number]}`, ShownActivity>>

const ofMergeRequests = { subject: 'merge_request', target: 'merge_request', kind: 'merge_requests' } as const

/**
 * The events that an activity shows; every other one is never shown. The indexes of `events` for activities name the
 * same.
 */
export const shownEvents = {
  ...lifeEvents,
  'merge_request.merged': { ...ofMergeRequests, action: 'merged' },
  'merge_request.approved': { ...ofMergeRequests, action: 'approved' },
  'note.created': { subject: 'note', action: 'commented', target: 'note', kind: 'comments' },
  'milestone.created': { subject: 'milestone', action: 'created', target: 'milestone', kind: 'milestones' },
  'milestone.closed': { subject: 'milestone', action: 'closed', target: 'milestone', kind: 'milestones' },
  'milestone.activated': { subject: 'milestone', action: 'reopened', target: 'milestone', kind: 'milestones' },
  'milestone.deleted': { subject: 'deleted_milestone', action: 'destroyed', target: 'milestone', kind: 'milestones' },
  'member.added': { subject: 'namespace', action: 'joined', target: 'project', kind: 'members' },
  'member.removed': { subject: 'namespace', action: 'left', target: 'project', kind: 'members' },
  'project.created': { subject: 'namespace', action: 'created', target: 'project', kind: null },
  'ref.pushed': { subject: 'code', action: 'pushed', target: null, kind: 'pushes' },
} as const satisfies Partial<Record<EventName, ShownActivity>>

export interface KindFilter {
  readonly action?: EventAction | undefined
  readonly targetType?: EventTarget | undefined
  readonly kind?: ActivityKind | undefined
}

/** The names of the events that a filter lets through. */
export function namesOf({ action, targetType, kind }: KindFilter = {}): readonly string[] {
  const fits = (shown: ShownActivity) =>
    (action === undefined || shown.action === action) &&
    (targetType === undefined || shown.target === targetType) &&
    (kind === undefined || shown.kind === kind)
  return Object.entries(shownEvents).flatMap(([name, shown]) => (fits(shown) ? [name] : []))
}

/** The names of the events about a subject. */
export const namesAbout = (subject: EventSubject): readonly string[] =>
  Object.entries(shownEvents).flatMap(([name, shown]) => (shown.subject === subject ? [name] : []))
