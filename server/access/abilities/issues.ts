import type { Actor } from '#server/context.ts'
import { type IssuableFacts, isAdmin, isMember, isSignedIn, isUser, levelOf } from '../facts.ts'
import { offers, readsNamespace } from './namespaces.ts'

type Rule = (who: Actor, it: IssuableFacts) => boolean

/** Who knows of an issue. A confidential one: reporters and above, its author, its assignees. */
export const readsIssue: Rule = (who, it) =>
  readsNamespace(who, it.namespace) &&
  offers(who, it.namespace, it.namespace.issues) &&
  (!it.hidden || isAdmin(who)) &&
  (!it.confidential ||
    levelOf(who, it.namespace) >= 20 ||
    isUser(who, it.authorId) ||
    (isSignedIn(who) && it.isAssignee))

const isOpenToWrites: Rule = (who, it) => readsIssue(who, it) && !it.namespace.archived

/** Reporters, and guests (members) on what they wrote or have; incidents: reporters only. */
const edits: Rule = (who, it) =>
  isOpenToWrites(who, it) &&
  (levelOf(who, it.namespace) >= 20 ||
    (it.type !== 'incident' && (isUser(who, it.authorId) || (isSignedIn(who) && it.isAssignee))))

/** On a locked item only members take part. */
export const takesPart: Rule = (who, it) =>
  isSignedIn(who) && isOpenToWrites(who, it) && (!it.locked || isMember(who, it.namespace))

export const issueAbilities = {
  'issue:read': readsIssue,
  'issue:update': edits,
  'issue:close': edits,
  'issue:reopen': (who, it) => edits(who, it) && !it.locked,
  'issue:set-metadata': (who, it) => isOpenToWrites(who, it) && levelOf(who, it.namespace) >= 20,
  // Guests too, on both sides: a link says nothing that its maker may not read. @source RELATED-002
  'issue:link': (who, it) => isOpenToWrites(who, it) && isMember(who, it.namespace),
  'issue:delete': (who, it) =>
    isOpenToWrites(who, it) &&
    (levelOf(who, it.namespace) >= 50 ||
      (it.type !== 'incident' && levelOf(who, it.namespace) >= 20 && isUser(who, it.authorId))),
  'issue:set-timestamps': (who, it) => isOpenToWrites(who, it) && levelOf(who, it.namespace) >= 50,
  'issue:comment': takesPart,
  'issue:comment-internally': (who, it) => takesPart(who, it) && levelOf(who, it.namespace) >= 20,
  'issue:read-internal-notes': (who, it) => readsIssue(who, it) && levelOf(who, it.namespace) >= 20,
  // Their own, also where they may not comment any more.
  'issue:read-drafts': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issue:award-emoji': takesPart,
  'issue:subscribe': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issue:mark-read': (who, it) => isSignedIn(who) && readsIssue(who, it),
  'issue:report-abuse': (who, it) => isSignedIn(who) && readsIssue(who, it) && !isUser(who, it.authorId),
  'issue:delete-description-version': (who, it) => isOpenToWrites(who, it) && levelOf(who, it.namespace) >= 20,
} satisfies Record<string, Rule>
