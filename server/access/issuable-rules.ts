import type { Role } from '#contract/foundation/roles.ts'
import { type IssuableKind, issuableKindOf } from '#contract/issuable-kinds.ts'

/** The differences in permissions between the kinds of issuables. */
interface IssuableRules {
  /** The project feature that can be disabled or limited to members; null when there is none. */
  readonly feature: 'issues' | 'mergeRequests' | null
  /**
   * The lowest role that may read the issuable, however open its project is; absent: everyone who can see the project
   * or group.
   */
  readonly readBy?: Role
  /** The lowest role that may edit, close and plan all issuables of the kind. */
  readonly plannedBy: Role
  /** The author and assignees may edit and close the issuable, whatever their role. */
  readonly participantsEdit: boolean
  /** The author may delete the issuable with the role in `plannedBy`; otherwise only owners may. */
  readonly plannersDeleteTheirOwn: boolean
  /** The author and assignees may read the issuable when it is confidential, even below the planner role. */
  readonly participantsReadConfidential: boolean
  /** Only users who may read the project's code may read it. */
  readonly showsCode: boolean
  /** The issuable has at most one assignee, whatever its project allows. */
  readonly hasOneAssignee?: true
}

const ofIssues = {
  feature: 'issues',
  plannedBy: 'planner',
  participantsEdit: true,
  plannersDeleteTheirOwn: true,
  participantsReadConfidential: true,
  showsCode: false,
} as const

/** @source product-rules.md 2.1, 2.4, 2.7, 2.9, 3 and 4.1 */
export const issuableRules = {
  issue: ofIssues,
  task: ofIssues,
  incident: { ...ofIssues, plannedBy: 'reporter', participantsEdit: false, plannersDeleteTheirOwn: false },
  merge_request: {
    feature: 'mergeRequests',
    plannedBy: 'developer',
    participantsEdit: true,
    plannersDeleteTheirOwn: false,
    // This has no effect: merge requests are never confidential.
    participantsReadConfidential: true,
    showsCode: true,
  },
  epic: {
    feature: null,
    plannedBy: 'planner',
    participantsEdit: false,
    plannersDeleteTheirOwn: true,
    participantsReadConfidential: false,
    showsCode: false,
  },
  commit: {
    feature: null,
    plannedBy: 'developer',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
    // This has no effect: commits are never confidential.
    participantsReadConfidential: false,
    showsCode: true,
  },
  alert: {
    feature: null,
    readBy: 'developer',
    plannedBy: 'developer',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
    // This has no effect: alerts are never confidential.
    participantsReadConfidential: false,
    showsCode: false,
    hasOneAssignee: true,
  },
} as const satisfies Readonly<Record<IssuableKind, IssuableRules>>

/** The rules of a stored type. */
export const rulesOf = (type: string): IssuableRules => issuableRules[issuableKindOf(type)]
