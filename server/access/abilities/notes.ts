import type { Actor } from '#server/context.ts'
import { isSignedIn, isUser, type NoteFacts } from '../facts.ts'
import { hasRole } from '../levels.ts'
import { readsIssuable, takesPart } from './issuables.ts'

type NoteRule = (who: Actor, it: NoteFacts) => boolean

const reads: NoteRule = (who, it) =>
  readsIssuable(who, it.noteable) && (!it.internal || hasRole(who, it.noteable.namespace, 'planner'))

const edits: NoteRule = (who, it) =>
  reads(who, it) &&
  !it.system &&
  takesPart(who, it.noteable) &&
  (isUser(who, it.authorId) || hasRole(who, it.noteable.namespace, 'maintainer'))

export const noteAbilities = {
  'note:read': reads,
  'note:update': edits,
  'note:delete': edits,
  'note:reply': (who, it) => reads(who, it) && !it.system && takesPart(who, it.noteable),
  'note:award-emoji': (who, it) => reads(who, it) && !it.system && takesPart(who, it.noteable),
  'note:report-abuse': (who, it) => isSignedIn(who) && reads(who, it) && !it.system && !isUser(who, it.authorId),
  'note:resolve': (who, it) =>
    reads(who, it) &&
    takesPart(who, it.noteable) &&
    (hasRole(who, it.noteable.namespace, 'developer') || isUser(who, it.authorId) || isUser(who, it.noteable.authorId)),
} satisfies Record<string, NoteRule>
