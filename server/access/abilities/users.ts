import type { Actor } from '#server/context.ts'
import { isAdmin, isSignedIn, isUser, type UserFacts } from '../facts.ts'

type UserRule = (who: Actor, it: UserFacts) => boolean

export const userAbilities = {
  'user:read': () => true,
  'user:update': (who, it) => isUser(who, it.id) || isAdmin(who),
  'user:admin': isAdmin,
  'user:follow': (who, it) => isSignedIn(who) && !isUser(who, it.id),
  'user:report-abuse': (who, it) => isSignedIn(who) && !isUser(who, it.id),
} satisfies Record<string, UserRule>
