import type { Actor } from '#server/context.ts'
import { type IssuableFacts, isAdmin, isMember, isSignedIn, isUser } from '../facts.ts'
import { hasRole } from '../levels.ts'
import { offers, readsNamespace } from './namespaces.ts'

type Rule = (who: Actor, it: IssuableFacts) => boolean

/** Who can see an issue. A confidential one: planners and above, its author and its assignees. */
export const readsIssue: Rule = (who, it) =>
  readsNamespace(who, it.namespace) &&
  offers(who, it.namespace, it.namespace.issues) &&
  (!it.hidden || isAdmin(who)) &&
  (!it.confidential ||
    hasRole(who, it.namespace, 'planner') ||
    isUser(who, it.authorId) ||
    (isSignedIn(who) && it.isAssignee))

const isOpenToWrites: Rule = (who, it) => readsIssue(who, it) && !it.namespace.archived

/** Who can plan work: planners and above; on incidents, reporters and above. */
const plans: Rule = (who, it) => hasRole(who, it.namespace, it.type === 'incident' ? 'reporter' : 'planner')

/** Also guests on items they created or are assigned to, unless it is an incident. */
const edits: Rule = (who, it) =>
  isOpenToWrites(who, it) &&
  (plans(who, it) || (it.type !== 'incident' && (isUser(who, it.authorId) || (isSignedIn(who) && it.isAssignee))))

/** On a locked item only members take part. */
export const takesPart: Rule = (who, it) =>
  isSignedIn(who) && isOpenToWrites(who, it) && (!it.locked || isMember(who, it.namespace))

export const issuableAbilities = {
  'issuable:read': readsIssue,
  'issuable:update': edits,
  'issuable:close': edits,
  'issuable:reopen': (who, it) => edits(who, it) && !it.locked,
  'issuable:set-metadata': (who, it) => isOpenToWrites(who, it) && plans(who, it),
  // Guests too, on both sides: a link says nothing that its maker may not read. @source RELATED-002
  'issuable:link': (who, it) => isOpenToWrites(who, it) && isMember(who, it.namespace),
  'issuable:delete': (who, it) =>
    isOpenToWrites(who, it) &&
    (hasRole(who, it.namespace, 'owner') || (it.type !== 'incident' && plans(who, it) && isUser(who, it.authorId))),
  'issuable:set-timestamps': (who, it) => isOpenToWrites(who, it) && hasRole(who, it.namespace, 'owner'),
  'issuable:comment': takesPart,
  'issuable:comment-internally': (who, it) => takesPart(who, it) && hasRole(who, it.namespace, 'planner'),
  'issuable:read-internal-notes': (who, it) => readsIssue(who, it) && hasRole(who, it.namespace, 'planner'),
  // Their own, also where they may not comment any more.
  'issuable:read-drafts': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issuable:award-emoji': takesPart,
  'issuable:subscribe': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issuable:mark-read': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issuable:report-abuse': (who, it) => isSignedIn(who) && readsIssue(who, it) && !isUser(who, it.authorId),
  'issuable:delete-description-version': (who, it) => isOpenToWrites(who, it) && plans(who, it),
} satisfies Record<string, Rule>
