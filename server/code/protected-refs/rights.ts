import type { RefKind } from '#contract/code/ref-kinds.ts'
import { levels } from '#server/access/levels.ts'
import { coversName } from './name-pattern.ts'

export type RefAction = 'push' | 'merge' | 'unprotect' | 'create'

/** One grant of an action by a rule: to a role and those above it, a user, or a deploy key. */
export interface Grant {
  readonly id: number
  readonly action: RefAction
  readonly accessLevel: number | null
  readonly userId: number | null
  readonly deployKeyId: number | null
}

/** A branch or tag, or all that match a wildcard. */
export interface RefPattern {
  readonly kind: RefKind
  readonly name: string
}

/** The protection of a branch, a tag, or all that match a wildcard. */
export interface RefRule extends RefPattern {
  readonly id: number
  readonly allowForcePush: boolean
  /** Files that CODEOWNERS names change only by a merge request that their owners approved. */
  readonly codeOwnerApprovalRequired: boolean
  readonly access: readonly Grant[]
}

/** A user who may push to unprotected refs of the project. */
export interface Pusher {
  /** The role in the project; administrators count as owners. */
  readonly level: number
  readonly isAdmin: boolean
  readonly userId: number | null
  /** The deploy key that pushes in the name of the user: rules that name it, and no others, open protected refs. */
  readonly deployKeyId?: number | null
  /** Branches that they may push to without a role. */
  readonly openBranches?: readonly string[]
}

/** A user's rights to a ref. */
export interface RefRights {
  readonly isProtected: boolean
  /** Commit to a branch, or create it. */
  readonly canPush: boolean
  /** Merge into a branch. A user who may push may merge as well. */
  readonly canMerge: boolean
  /** Rewrite a branch, or move a tag. */
  readonly canForcePush: boolean
  /** Delete on the web or by the API. The default branch cannot be deleted. */
  readonly canDelete: boolean
  /** Delete by a git push: protected refs are deleted on the web or by the API only. */
  readonly canDeleteByPush: boolean
  readonly canUnprotect: boolean
  /** Files with code owners change only by a merge request. */
  readonly keepsOwnedFiles: boolean
  readonly developersCanPush: boolean
  readonly developersCanMerge: boolean
}

/** The access level that stands for administrators of the site. @source rest.md 1.11 */
export const adminLevel = 60

/**
 * A user's rights to a branch or tag. Where several rules cover it, each right is as wide as the widest of them.
 *
 * @param who  has the ability to push code to the project
 * @source product-rules 2.6
 */
export function refRights(rules: readonly RefRule[], who: Pusher, kind: RefKind, name: string): RefRights {
  const covering = rules.filter(rule => rule.kind === kind && coversName(rule.name, name))
  if (covering.length === 0) return kind === 'branch' && who.openBranches?.includes(name) ? open(who) : free(who)
  const isMaintainer = who.level >= levels.maintainer
  const grants = (action: RefAction) => covering.flatMap(rule => rule.access.filter(each => each.action === action))
  const may = (action: RefAction) => grants(action).some(grant => isGranted(grant, who))
  const developersMay = (action: RefAction) => grants(action).some(grant => grant.accessLevel === levels.developer)
  const canPush = may(kind === 'branch' ? 'push' : 'create')
  return {
    isProtected: true,
    canPush,
    canMerge: kind === 'branch' && (canPush || may('merge')),
    // A protected tag is made once.
    canForcePush: kind === 'branch' && canPush && covering.some(rule => rule.allowForcePush),
    canDelete: isMaintainer,
    canDeleteByPush: false,
    canUnprotect: covering.every(rule => mayUnprotect(rule, who)),
    keepsOwnedFiles: kind === 'branch' && keepsOwnedFiles(covering, name),
    developersCanPush: developersMay('push'),
    developersCanMerge: developersMay('merge'),
  }
}

/** Whether a rule covers a branch or tag. */
export const isProtectedBy = (rules: readonly RefPattern[], kind: RefKind, name: string): boolean =>
  rules.some(rule => rule.kind === kind && coversName(rule.name, name))

/** Whether files with code owners change on a branch only by a merge request. */
export const keepsOwnedFiles = (rules: readonly RefRule[], branch: string): boolean =>
  rules.some(rule => rule.kind === 'branch' && rule.codeOwnerApprovalRequired && coversName(rule.name, branch))

/** Whether a user may change or remove a rule. */
export function mayUnprotect(rule: RefRule, who: Pusher): boolean {
  const named = rule.access.filter(({ action }) => action === 'unprotect')
  if (named.length === 0) return who.level >= levels.maintainer
  return named.some(grant => isGranted(grant, who))
}

function isGranted({ accessLevel, userId, deployKeyId }: Grant, who: Pusher): boolean {
  // A rule grants more or less, but nothing to users without a role.
  if (who.level < levels.developer) return false
  if (deployKeyId !== null || who.deployKeyId != null) return deployKeyId === who.deployKeyId
  if (userId !== null) return userId === who.userId
  if (accessLevel === null || accessLevel === 0) return false
  return accessLevel === adminLevel ? who.isAdmin : who.level >= accessLevel
}

/** The rights to the source of a merge request, for those who may merge it. */
const open = (who: Pusher): RefRights => ({ ...free(who), canPush: true, canForcePush: true })

function free({ level }: Pusher): RefRights {
  const may = level >= levels.developer
  return {
    isProtected: false,
    canPush: may,
    canMerge: may,
    canForcePush: may,
    canDelete: may,
    canDeleteByPush: may,
    canUnprotect: level >= levels.maintainer,
    keepsOwnedFiles: false,
    developersCanPush: false,
    developersCanMerge: false,
  }
}
