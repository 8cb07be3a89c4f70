import type { Actor } from '#server/context.ts'
import { type FeatureLevel, isAdmin, isMember, isSignedIn, isUser, levelOf, type NamespaceFacts } from '../facts.ts'

type Rule = (who: Actor, it: NamespaceFacts) => boolean

/** Everybody reads what is public, those inside what is internal, members what is private. */
export const readsNamespace: Rule = (who, it) =>
  levelOf(who, it) >= 5 ||
  it.visibility === 'public' ||
  (it.visibility === 'internal' && who.kind === 'user' && !who.isExternal)

/** A feature may be switched off, or kept to members even in a public project. */
export const offers = (who: Actor, it: NamespaceFacts, feature: FeatureLevel): boolean =>
  feature === 'enabled' || (feature === 'private' && isMember(who, it))

const atLeast =
  (level: number): Rule =>
  (who, it) =>
    levelOf(who, it) >= level

const mayCreateProjectIn: Rule = (who, it) => {
  if (it.kind === 'user') return isUser(who, it.ownerId) || isAdmin(who)
  switch (it.projectCreation) {
    case 'noone':
      return false
    case 'administrator':
      return isAdmin(who)
    case 'owner':
      return levelOf(who, it) >= 50
    case 'maintainer':
      return levelOf(who, it) >= 40
    case 'developer':
      return levelOf(who, it) >= 30
    default:
      return it.projectCreation satisfies never
  }
}

export const namespaceAbilities = {
  'namespace:read': (who, it) =>
    it.kind === 'user'
      ? isSignedIn(who) || it.visibility === 'public'
      : readsNamespace(who, it) || it.hasMembershipBelow,
  'namespace:create-project': mayCreateProjectIn,
} satisfies Record<string, Rule>

export const groupAbilities = {
  'group:read': (who, it) => readsNamespace(who, it) || it.hasMembershipBelow,
  'group:create-subgroup': (who, it) => levelOf(who, it) >= (it.subgroupCreation === 'maintainer' ? 40 : 50),
  'group:create-project': mayCreateProjectIn,
  'group:admin': atLeast(50),
  'group:admin-members': atLeast(50),
  'group:read-members': (who, it) => readsNamespace(who, it) || it.hasMembershipBelow,
  'group:upload': atLeast(10),
  'group:admin-labels': atLeast(20),
  'group:admin-milestones': atLeast(20),
} satisfies Record<string, Rule>

export const projectAbilities = {
  'project:read': readsNamespace,
  'project:read-members': readsNamespace,
  'project:star': (who, it) => isSignedIn(who) && readsNamespace(who, it),
  'project:admin': (who, it) => levelOf(who, it) >= 40,
  'project:admin-members': atLeast(40),
  'project:own': atLeast(50),
  'project:upload': (who, it) => isSignedIn(who) && readsNamespace(who, it) && !it.archived,
  'project:read-issues': (who, it) => readsNamespace(who, it) && offers(who, it, it.issues),
  'project:create-issue': (who, it) =>
    isSignedIn(who) && readsNamespace(who, it) && offers(who, it, it.issues) && !it.archived,
  'project:set-issue-metadata': (who, it) => isMember(who, it) && offers(who, it, it.issues) && !it.archived,
  'project:create-confidential-note': (who, it) => levelOf(who, it) >= 20 && !it.archived,
  'project:read-code': (who, it) =>
    readsNamespace(who, it) &&
    offers(who, it, it.repository) &&
    (it.visibility !== 'private' || levelOf(who, it) >= 20),
  'project:push-code': (who, it) => levelOf(who, it) >= 30 && it.repository !== 'disabled' && !it.archived,
  'project:admin-code': (who, it) => levelOf(who, it) >= 40 && it.repository !== 'disabled' && !it.archived,
  'project:read-labels': readsNamespace,
  'project:admin-labels': (who, it) => levelOf(who, it) >= 20 && !it.archived,
  'project:read-milestones': readsNamespace,
  'project:admin-milestones': (who, it) => levelOf(who, it) >= 20 && !it.archived,
  'project:set-iid': atLeast(50),
} satisfies Record<string, Rule>

export const labelAbilities = {
  'label:read': readsNamespace,
  'label:admin': (who, it) => levelOf(who, it) >= 20 && !it.archived,
  'label:subscribe': (who, it) => isSignedIn(who) && readsNamespace(who, it),
} satisfies Record<string, Rule>

export const milestoneAbilities = {
  'milestone:read': readsNamespace,
  'milestone:admin': (who, it) => levelOf(who, it) >= 20 && !it.archived,
} satisfies Record<string, Rule>
