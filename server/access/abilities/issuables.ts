import { type IssuableKind, issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Actor } from '#server/context.ts'
import { type IssuableFacts, isAdmin, isSignedIn, isUser, type NamespaceFacts, type Rank } from '../facts.ts'
import { rulesOf } from '../issuable-rules.ts'
import { hasRole, isMember } from '../levels.ts'
import { offers, readsCode, readsWithin } from './namespaces.ts'

type IssuableRule = (who: Actor, it: IssuableFacts) => boolean

/** Whether an actor can see the issuables of a kind: readers of the project or group who can see the feature. */
export function readsKindIn(who: Rank, it: NamespaceFacts, kind: IssuableKind): boolean {
  const { feature, showsCode, readBy } = rulesOf(kind)
  return (
    readsWithin(who, it) &&
    (readBy === undefined || hasRole(who, it, readBy)) &&
    (feature === null || offers(who, it, it[feature])) &&
    (!showsCode || readsCode(who, it))
  )
}

const isParticipant: IssuableRule = (who, it) => isUser(who, it.authorId) || (isSignedIn(who) && it.isAssignee)

/**
 * Whether an actor can see an issuable. Planners and above see a confidential one, and for most kinds its author and
 * assignees do.
 */
export const readsIssuable: IssuableRule = (who, it) =>
  readsKindIn(who, it.namespace, issuableKindOf(it.type)) &&
  (!it.hidden || isAdmin(who)) &&
  (!it.confidential ||
    hasRole(who, it.namespace, 'planner') ||
    (rulesOf(it.type).participantsReadConfidential && isParticipant(who, it)))

const isOpenToWrites: IssuableRule = (who, it) => readsIssuable(who, it) && !it.namespace.archived

const plans: IssuableRule = (who, it) => hasRole(who, it.namespace, rulesOf(it.type).plannedBy)

const edits: IssuableRule = (who, it) =>
  isOpenToWrites(who, it) && (plans(who, it) || (rulesOf(it.type).participantsEdit && isParticipant(who, it)))

/** Whether an actor can comment and react: on a locked issuable only members can. */
export const takesPart: IssuableRule = (who, it) =>
  isSignedIn(who) && isOpenToWrites(who, it) && (!it.locked || isMember(who, it.namespace))

export const issuableAbilities = {
  'issuable:read': readsIssuable,
  'issuable:update': edits,
  'issuable:close': edits,
  'issuable:reopen': (who, it) => edits(who, it) && !it.locked,
  'issuable:set-metadata': (who, it) => isOpenToWrites(who, it) && plans(who, it),
  // A move into another project also needs `project:take-issues` there.
  'issuable:move': (who, it) =>
    isOpenToWrites(who, it) && issuableKinds[issuableKindOf(it.type)].series === 'issue' && plans(who, it),
  // A promotion to an epic also needs `group:create-epic` in its group.
  'issuable:promote': (who, it) => it.type === 'issue' && edits(who, it),
  'issuable:set-health-status': (who, it) => isOpenToWrites(who, it) && plans(who, it) && it.state === 'opened',
  // The status of an incident, and the people paged about it.
  'issuable:escalate': (who, it) => isOpenToWrites(who, it) && hasRole(who, it.namespace, 'developer'),
  // The incident appears on the public status page of its project, where everyone reads it.
  'issuable:publish': (who, it) =>
    isOpenToWrites(who, it) && it.type === 'incident' && hasRole(who, it.namespace, 'developer'),
  // The events of an incident's timeline. @source product-rules.md 2.4
  'issuable:edit-timeline': (who, it) =>
    isOpenToWrites(who, it) && it.type === 'incident' && hasRole(who, it.namespace, 'developer'),
  // Charts on an incident or alert. @source product-rules.md 2.4
  'issuable:edit-metric-images': (who, it) =>
    (it.type === 'incident' || it.type === 'alert') && edits(who, it) && hasRole(who, it.namespace, 'reporter'),
  // Guests may link too, with the role on both issuables: a link shows only an issuable that its creator may read.
  // @source RELATED-002
  'issuable:link': (who, it) => isOpenToWrites(who, it) && isMember(who, it.namespace),
  'issuable:delete': (who, it) =>
    isOpenToWrites(who, it) &&
    (hasRole(who, it.namespace, 'owner') ||
      (rulesOf(it.type).plannersDeleteTheirOwn && plans(who, it) && isUser(who, it.authorId))),
  // Changes to branches also need the right to push to them.
  'issuable:merge': (who, it) =>
    isOpenToWrites(who, it) && it.type === 'merge_request' && hasRole(who, it.namespace, 'developer'),
  // The project may keep authors and committers from it.
  'issuable:approve': (who, it) =>
    isOpenToWrites(who, it) && it.type === 'merge_request' && hasRole(who, it.namespace, 'developer'),
  // Changes to the source branch also need the right to push to it.
  'issuable:apply-suggestions': (who, it) =>
    isOpenToWrites(who, it) &&
    it.type === 'merge_request' &&
    (hasRole(who, it.namespace, 'developer') || isUser(who, it.authorId)),
  'issuable:set-timestamps': (who, it) => isOpenToWrites(who, it) && hasRole(who, it.namespace, 'owner'),
  'issuable:comment': takesPart,
  'issuable:comment-internally': (who, it) => takesPart(who, it) && hasRole(who, it.namespace, 'planner'),
  'issuable:read-internal-notes': (who, it) => readsIssuable(who, it) && hasRole(who, it.namespace, 'planner'),
  // Their own, even where they may no longer comment.
  'issuable:read-drafts': (who, it) => isSignedIn(who) && readsIssuable(who, it),
  'issuable:award-emoji': takesPart,
  'issuable:subscribe': (who, it) => isSignedIn(who) && readsIssuable(who, it),
  'issuable:mark-read': (who, it) => isSignedIn(who) && readsIssuable(who, it),
  'issuable:report-abuse': (who, it) => isSignedIn(who) && readsIssuable(who, it) && !isUser(who, it.authorId),
  // The report is one of the abuse reports, which administrators handle.
  'issuable:submit-as-spam': (who, it) =>
    isAdmin(who) &&
    readsIssuable(who, it) &&
    issuableKinds[issuableKindOf(it.type)].series === 'issue' &&
    !isUser(who, it.authorId),
  'issuable:delete-description-version': (who, it) => isOpenToWrites(who, it) && plans(who, it),
} satisfies Record<string, IssuableRule>
