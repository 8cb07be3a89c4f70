import type { FeatureLevel } from '#contract/foundation/feature-levels.ts'
import type { Actor } from '#server/context.ts'

/** The properties of a group, project or user namespace that permission rules depend on. */
export interface NamespaceFacts {
  readonly id: number
  readonly kind: 'user' | 'group' | 'project'
  readonly visibility: 'private' | 'internal' | 'public'
  /** The actor's highest role here, direct or inherited; 0 when none. */
  readonly level: number
  /** Member of a project or group below, which lets one see a private group. */
  readonly hasMembershipBelow: boolean
  /** Read-only: archived or pending deletion. */
  readonly archived: boolean
  /** Marked for deletion, itself or by an ancestor. */
  readonly pendingDeletion: boolean
  readonly ownerId: number | null
  readonly issues: FeatureLevel
  readonly repository: FeatureLevel
  readonly mergeRequests: FeatureLevel
  readonly environments: FeatureLevel
  readonly releases: FeatureLevel
  readonly featureFlags: FeatureLevel
  readonly projectCreation: 'noone' | 'owner' | 'maintainer' | 'developer' | 'administrator'
  readonly subgroupCreation: 'owner' | 'maintainer'
  /** Branches that the actor may push to whatever their role; known only where a push is judged. */
  readonly openBranches?: readonly string[]
}

/** The properties of an issuable that permission rules depend on. */
export interface IssuableFacts {
  readonly namespace: NamespaceFacts
  readonly type: string
  readonly confidential: boolean
  readonly hidden: boolean
  readonly locked: boolean
  readonly state: string
  readonly authorId: number
  readonly isAssignee: boolean
}

export interface NoteFacts {
  readonly noteable: IssuableFacts
  readonly authorId: number
  readonly internal: boolean
  readonly system: boolean
}

/** A draft note. */
export interface DraftFacts {
  readonly noteable: IssuableFacts
  readonly authorId: number
}

export interface UserFacts {
  readonly id: number
  readonly state: string
}

/** The facts that the rules of each subject get; for labels, milestones and boards those of their namespace. */
export interface Subjects {
  readonly namespace: NamespaceFacts
  readonly project: NamespaceFacts
  readonly group: NamespaceFacts
  readonly issuable: IssuableFacts
  readonly note: NoteFacts
  readonly draft: DraftFacts
  readonly label: NamespaceFacts
  readonly milestone: NamespaceFacts
  readonly board: NamespaceFacts
  readonly user: UserFacts
}

export type Subject = keyof Subjects

/** The properties of an actor for rules that do not depend on the user's id. */
export type Rank =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly isAdmin: boolean; readonly isExternal: boolean }

export const isAdmin = (who: Rank): boolean => who.kind === 'user' && who.isAdmin

export const isSignedIn = (who: Actor): boolean => who.kind === 'user'

export const isUser = (who: Actor, id: number | null): boolean => who.kind === 'user' && who.id === id
