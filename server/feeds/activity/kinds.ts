import type { ActivityKind, EventAction, EventTarget } from '#contract/feeds/activity.ts'
import type { EventName } from '#server/platform/events/events.ts'

interface Shown {
  readonly action: EventAction
  /** The word of the API's filter. */
  readonly target: EventTarget | null
  /** Null: only shown among all kinds. */
  readonly kind: ActivityKind | null
}

/** The events that an activity shows. The indexes of `events` for activities name the same. */
export const shownEvents = {
  'issue.created': { action: 'created', target: 'issue', kind: 'issues' },
  'issue.closed': { action: 'closed', target: 'issue', kind: 'issues' },
  'issue.reopened': { action: 'reopened', target: 'issue', kind: 'issues' },
  'merge_request.created': { action: 'created', target: 'merge_request', kind: 'merge_requests' },
  'merge_request.closed': { action: 'closed', target: 'merge_request', kind: 'merge_requests' },
  'merge_request.reopened': { action: 'reopened', target: 'merge_request', kind: 'merge_requests' },
  'merge_request.merged': { action: 'merged', target: 'merge_request', kind: 'merge_requests' },
  'merge_request.approved': { action: 'approved', target: 'merge_request', kind: 'merge_requests' },
  'epic.created': { action: 'created', target: 'epic', kind: 'epics' },
  'epic.closed': { action: 'closed', target: 'epic', kind: 'epics' },
  'epic.reopened': { action: 'reopened', target: 'epic', kind: 'epics' },
  'note.created': { action: 'commented', target: 'note', kind: 'comments' },
  'milestone.created': { action: 'created', target: 'milestone', kind: 'milestones' },
  'milestone.closed': { action: 'closed', target: 'milestone', kind: 'milestones' },
  'milestone.activated': { action: 'reopened', target: 'milestone', kind: 'milestones' },
  'milestone.deleted': { action: 'destroyed', target: 'milestone', kind: 'milestones' },
  'member.added': { action: 'joined', target: 'project', kind: 'members' },
  'member.removed': { action: 'left', target: 'project', kind: 'members' },
  'project.created': { action: 'created', target: 'project', kind: null },
  'ref.pushed': { action: 'pushed', target: null, kind: 'pushes' },
} as const satisfies Partial<Record<EventName, Shown>>

export interface KindFilter {
  readonly action?: EventAction | undefined
  readonly targetType?: EventTarget | undefined
  readonly kind?: ActivityKind | undefined
}

/** The names of the events that a filter lets through. */
export function namesOf({ action, targetType, kind }: KindFilter = {}): readonly string[] {
  const fits = (shown: Shown) =>
    (action === undefined || shown.action === action) &&
    (targetType === undefined || shown.target === targetType) &&
    (kind === undefined || shown.kind === kind)
  return Object.entries(shownEvents).flatMap(([name, shown]) => (fits(shown) ? [name] : []))
}
