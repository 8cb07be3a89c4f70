import type { Actor } from '#server/context.ts'
import { type DraftFacts, isUser } from '../facts.ts'
import { readsIssuable, takesPart } from './issuables.ts'

type DraftRule = (who: Actor, it: DraftFacts) => boolean

/** A draft note is visible to its author only, whatever the roles of others. */
const own: DraftRule = (who, it) => isUser(who, it.authorId) && readsIssuable(who, it.noteable)

export const draftAbilities = {
  'draft:read': own,
  'draft:update': own,
  'draft:delete': own,
  'draft:publish': (who, it) => own(who, it) && takesPart(who, it.noteable),
} satisfies Record<string, DraftRule>
