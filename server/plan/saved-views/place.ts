import type { PlaceKind } from '#contract/foundation/places.ts'
import { namespaceTopic, userTopic } from '#contract/live-topics.ts'
import { type ViewedList, viewedLists } from '#contract/plan/view-limits.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Actor, Context } from '#server/context.ts'

/** A project or group that the actor may know of. */
export interface ViewPlace {
  readonly id: number
  readonly kind: PlaceKind
  readonly facts: NamespaceFacts
}

/** Whether the actor sees a list of a place. Projects have no epics. */
function seesList(actor: Actor, { kind, facts }: ViewPlace, list: ViewedList): boolean {
  switch (list) {
    case 'issue':
      return kind === 'group' || may(actor, 'project:read-issues', facts)
    case 'merge_request':
      return kind === 'group' || may(actor, 'project:read-merge-requests', facts)
    case 'epic':
      return kind === 'group' && may(actor, 'group:read-epics', facts)
    default:
      return list satisfies never
  }
}

/** The lists of a place that the actor sees. */
export const listsSeen = (ctx: Context, place: ViewPlace): readonly ViewedList[] =>
  viewedLists.filter(list => seesList(ctx.actor, place, list))

/** Whether the actor may make, change and delete the shared views of a place. */
export const sharesViews = (actor: Actor, { kind, facts }: ViewPlace): boolean =>
  may(actor, kind === 'group' ? 'group:admin-saved-views' : 'project:admin-saved-views', facts)

/** The live topics of a change of views: of the namespace for shared views, of the owner for others. */
export const audienceOf = ({ id, kind }: ViewPlace, owners: readonly (number | null)[]) => ({
  namespaceId: id,
  topics: [...new Set(owners.map(owner => (owner === null ? namespaceTopic({ kind, id }) : userTopic(owner))))],
})
