import type { FeatureLevel } from '#contract/foundation/feature-levels.ts'
import type { Role } from '#contract/foundation/roles.ts'
import type { Actor } from '#server/context.ts'
import { isAdmin, isSignedIn, isUser, type NamespaceFacts, type Rank } from '../facts.ts'
import { issuableRules } from '../issuable-rules.ts'
import { hasOnlyMinimalAccess, hasRole, isMember } from '../levels.ts'

type NamespaceRule = (who: Actor, it: NamespaceFacts) => boolean
type ReadRule = (who: Rank, it: NamespaceFacts) => boolean

/** Public namespaces are visible to everyone, internal ones to signed-in users who are not external, private ones to members. */
const readsNamespace: ReadRule = (who, it) => hasRole(who, it, 'minimal') || isOpenTo(who, it)

/**
 * Whether an actor can see the contents of a namespace, such as the epics of a group: guests, everyone if it is open,
 * and members below can.
 */
export const readsWithin: ReadRule = (who, it) =>
  hasRole(who, it, 'guest') || isOpenTo(who, it) || (it.hasMembershipBelow && !hasOnlyMinimalAccess(who, it))

const isOpenTo: ReadRule = (who, it) =>
  it.visibility === 'public' || (it.visibility === 'internal' && who.kind === 'user' && !who.isExternal)

/** Whether an actor can use a feature: it may be disabled, or limited to members even in a public project. */
export const offers = (who: Rank, it: NamespaceFacts, feature: FeatureLevel): boolean =>
  feature === 'enabled' || (feature === 'private' && isMember(who, it))

/**
 * Whether an actor can see the issues of a namespace. A group lists those of its projects, each with the project's own
 * rule.
 */
const knowsIssues: NamespaceRule = (who, it) => readsNamespace(who, it) && offers(who, it, it.issues)

/**
 * Whether an actor can see labels and milestones: those who can see the issues can, because their names reveal content.
 * Members also see them while issues are disabled.
 */
const knowsPlan: NamespaceRule = (who, it) => readsNamespace(who, it) && (it.issues === 'enabled' || isMember(who, it))

const knowsCode: ReadRule = (who, it) => readsNamespace(who, it) && offers(who, it, it.repository)

/** Whether an actor can read the code of a project: guests cannot in a private project. */
export const readsCode: ReadRule = (who, it) =>
  knowsCode(who, it) && (it.visibility !== 'private' || hasRole(who, it, 'planner'))

const knowsFlags: ReadRule = (who, it) => readsNamespace(who, it) && offers(who, it, it.featureFlags)

/** Whether an actor can see the merge requests of a project: those who can read its code and see the feature can. */
const knowsMergeRequests: ReadRule = (who, it) => readsCode(who, it) && offers(who, it, it.mergeRequests)

/** Whether an actor can see the releases of a project. Those who cannot read the code see them without tags and archives. */
const knowsReleases: NamespaceRule = (who, it) => readsNamespace(who, it) && offers(who, it, it.releases)

const knowsEnvironments: NamespaceRule = (who, it) => readsNamespace(who, it) && offers(who, it, it.environments)

/** Whether an actor can see the environments of a project: in a private project, reporters can. */
const readsEnvironments: NamespaceRule = (who, it) =>
  knowsEnvironments(who, it) && (it.visibility !== 'private' || hasRole(who, it, 'reporter'))

const deploysAs =
  (role: Role): NamespaceRule =>
  (who, it) =>
    hasRole(who, it, role) && it.environments !== 'disabled' && !it.archived

const atLeast =
  (role: Role): NamespaceRule =>
  (who, it) =>
    hasRole(who, it, role)

const mayCreateProjectIn: NamespaceRule = (who, it) => {
  if (it.kind === 'user') return isUser(who, it.ownerId) || isAdmin(who)
  switch (it.projectCreation) {
    case 'noone':
      return false
    case 'administrator':
      return isAdmin(who)
    case 'owner':
      return hasRole(who, it, 'owner')
    case 'maintainer':
      return hasRole(who, it, 'maintainer')
    case 'developer':
      return hasRole(who, it, 'developer')
    default:
      return it.projectCreation satisfies never
  }
}

/** @source product-rules.md 2.1 */
const mayImportIssues: NamespaceRule = (who, it) =>
  hasRole(who, it, 'developer') && knowsIssues(who, it) && !it.archived

export const namespaceAbilities = {
  'namespace:read': (who, it) =>
    it.kind === 'user'
      ? isSignedIn(who) || it.visibility === 'public'
      : readsNamespace(who, it) || (it.kind === 'group' && it.hasMembershipBelow),
  'namespace:create-project': mayCreateProjectIn,
  'namespace:read-subscription': (who, it) =>
    it.kind === 'user' ? isUser(who, it.ownerId) || isAdmin(who) : hasRole(who, it, 'owner'),
} satisfies Record<string, NamespaceRule>

export const groupAbilities = {
  // The people on call in the projects of a group, as far as those are visible.
  'group:read-escalations': (who, it) => hasRole(who, it, 'reporter') || it.hasMembershipBelow,
  // The dependencies of the projects of a group, as far as those are visible.
  'group:read-dependencies': (who, it) => hasRole(who, it, 'developer') || it.hasMembershipBelow,
  'group:read': (who, it) => readsNamespace(who, it) || it.hasMembershipBelow,
  'group:create-subgroup': (who, it) => hasRole(who, it, it.subgroupCreation),
  'group:create-project': mayCreateProjectIn,
  'group:admin': atLeast('owner'),
  'group:admin-members': atLeast('owner'),
  'group:read-members': (who, it) => readsNamespace(who, it) || it.hasMembershipBelow,
  'group:upload': (who, it) => hasRole(who, it, 'guest') && !it.archived,
  'group:admin-uploads': atLeast('maintainer'),
  'group:read-deploy-tokens': atLeast('maintainer'),
  'group:admin-access-tokens': atLeast('owner'),
  'group:admin-deploy-tokens': atLeast('owner'),
  'group:admin-labels': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'group:admin-milestones': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  // Issues of its projects; each issue has a say of its own.
  'group:bulk-update-issues': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'group:read-epics': readsWithin,
  'group:create-epic': (who, it) => hasRole(who, it, issuableRules.epic.plannedBy) && !it.archived,
  // Each epic has a say of its own.
  'group:bulk-update-epics': (who, it) => hasRole(who, it, issuableRules.epic.plannedBy) && !it.archived,
  'group:read-iterations': readsWithin,
  'group:admin-iterations': (who, it) => hasRole(who, it, 'reporter') && !it.archived,
  'group:admin-boards': (who, it) => mayAdminBoards(who, it),
  // The group is a top-level group that keeps contacts; see `contactGroup`.
  'group:read-contacts': atLeast('reporter'),
  'group:admin-contacts': (who, it) => hasRole(who, it, 'developer') && !it.archived,
  // Protected environments: a tier in each project below.
  'group:admin-environments': atLeast('owner'),
  'group:read-deployment-analytics': atLeast('reporter'),
  'group:admin-saved-views': (who, it) => hasRole(who, it, 'reporter') && !it.archived,
  // Figures about the issues, merge requests and deployments that the reader can see.
  'group:read-insights': atLeast('planner'),
  'group:admin-value-streams': (who, it) => hasRole(who, it, 'planner') && !it.archived,
} satisfies Record<string, NamespaceRule>

const readsRequests: NamespaceRule = (who, it) => hasRole(who, it, 'planner') && knowsIssues(who, it)

export const projectAbilities = {
  'project:read': readsNamespace,
  'project:read-members': readsNamespace,
  'project:star': (who, it) => isSignedIn(who) && readsNamespace(who, it),
  'project:admin': (who, it) => hasRole(who, it, 'maintainer'),
  'project:admin-members': atLeast('maintainer'),
  'project:admin-access-tokens': atLeast('maintainer'),
  'project:admin-deploy-tokens': atLeast('maintainer'),
  'project:admin-deploy-keys': atLeast('maintainer'),
  'project:own': atLeast('owner'),
  'project:upload': (who, it) => isSignedIn(who) && readsNamespace(who, it) && !it.archived,
  'project:read-issues': knowsIssues,
  'project:create-issue': (who, it) => isSignedIn(who) && knowsIssues(who, it) && !it.archived,
  'project:create-incident': (who, it) => hasRole(who, it, 'reporter') && knowsIssues(who, it) && !it.archived,
  'project:set-issue-metadata': (who, it) => isMember(who, it) && knowsIssues(who, it) && !it.archived,
  'project:bulk-update-issues': (who, it) => hasRole(who, it, 'planner') && knowsIssues(who, it) && !it.archived,
  // The requests of people without an account. @source product-rules.md 2.5
  'project:read-service-desk': readsRequests,
  // Issues that are moved or cloned from elsewhere.
  'project:take-issues': (who, it) => hasRole(who, it, 'planner') && knowsIssues(who, it) && !it.archived,
  'project:import-issues': mayImportIssues,
  'project:import-jira': (who, it) => hasRole(who, it, 'maintainer') && knowsIssues(who, it) && !it.archived,
  'project:create-confidential-note': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'project:read-code': readsCode,
  'project:read-merge-requests': knowsMergeRequests,
  'project:create-merge-request': (who, it) => isSignedIn(who) && knowsMergeRequests(who, it) && !it.archived,
  'project:bulk-update-merge-requests': (who, it) =>
    hasRole(who, it, 'developer') && knowsMergeRequests(who, it) && !it.archived,
  'project:push-code': (who, it) => hasRole(who, it, 'developer') && it.repository !== 'disabled' && !it.archived,
  'project:push-branch': (who, it) =>
    (hasRole(who, it, 'developer') || (isSignedIn(who) && (it.openBranches ?? []).length > 0 && readsCode(who, it))) &&
    it.repository !== 'disabled' &&
    !it.archived,
  'project:fork': (who, it) => isSignedIn(who) && readsCode(who, it),
  'project:report-status': (who, it) => hasRole(who, it, 'developer') && it.repository !== 'disabled' && !it.archived,
  'project:admin-code': (who, it) => hasRole(who, it, 'maintainer') && it.repository !== 'disabled' && !it.archived,
  // The people that a project pages about incidents, and the times.
  'project:read-escalations': (who, it) => hasRole(who, it, 'reporter') && knowsIssues(who, it),
  'project:admin-escalations': (who, it) => hasRole(who, it, 'maintainer') && knowsIssues(who, it) && !it.archived,
  // Stand in for the person on call, or ask somebody to.
  'project:override-on-call': (who, it) => hasRole(who, it, 'developer') && knowsIssues(who, it) && !it.archived,
  // Swap shifts with other participants of an on-call schedule, and write notes for those who are on call next.
  'project:join-on-call': (who, it) => hasRole(who, it, 'reporter') && knowsIssues(who, it) && !it.archived,
  // The tags of timelines, and the time within which incidents are to be resolved.
  'project:admin-incidents': (who, it) => hasRole(who, it, 'maintainer') && knowsIssues(who, it) && !it.archived,
  // The components of the public status page.
  'project:edit-status-page': (who, it) => hasRole(who, it, 'developer') && knowsIssues(who, it) && !it.archived,
  // The alert integrations of monitoring tools, and the alerts.
  'project:read-alerts': (who, it) => readsNamespace(who, it) && hasRole(who, it, issuableRules.alert.readBy),
  // Status and assignee of alerts, and maintenance windows.
  'project:escalate-alerts': (who, it) =>
    readsNamespace(who, it) && hasRole(who, it, issuableRules.alert.readBy) && !it.archived,
  'project:admin-alerts': (who, it) => hasRole(who, it, 'maintainer') && !it.archived,
  // Errors that applications report. Settings and client keys are the maintainers'.
  'project:read-errors': atLeast('reporter'),
  'project:update-errors': (who, it) => hasRole(who, it, 'developer') && !it.archived,
  'project:admin-errors': (who, it) => hasRole(who, it, 'maintainer') && !it.archived,
  // The vulnerabilities and dependencies of a project.
  'project:read-vulnerabilities': atLeast('developer'),
  // States. @source product-rules.md 2.9
  'project:update-vulnerabilities': (who, it) => hasRole(who, it, 'maintainer') && !it.archived,
  // Issues and merge requests of vulnerabilities.
  'project:link-vulnerabilities': (who, it) => hasRole(who, it, 'developer') && !it.archived,
  'project:send-security-reports': (who, it) =>
    hasRole(who, it, 'developer') && it.repository !== 'disabled' && !it.archived,
  'project:read-releases': knowsReleases,
  // One release by its tag, and its files.
  'project:open-release': (who, it) => knowsReleases(who, it) && readsCode(who, it),
  'project:admin-releases': (who, it) =>
    hasRole(who, it, 'developer') && knowsReleases(who, it) && it.repository !== 'disabled' && !it.archived,
  'project:read-environments': readsEnvironments,
  'project:update-environments': deploysAs('developer'),
  // To a protected environment, those whom its protection names.
  'project:create-deployment': deploysAs('developer'),
  // Those whom the protection of the environment names.
  'project:approve-deployment': deploysAs('reporter'),
  // Protected environments and freeze periods.
  'project:read-deploy-settings': (who, it) => hasRole(who, it, 'reporter') && knowsEnvironments(who, it),
  'project:admin-environments': deploysAs('maintainer'),
  'project:read-deployment-analytics': (who, it) => hasRole(who, it, 'reporter') && knowsEnvironments(who, it),
  // Feature flags and their user lists. The tokens of their clients are the maintainers'.
  'project:read-feature-flags': (who, it) => hasRole(who, it, 'developer') && knowsFlags(who, it),
  'project:admin-feature-flags': (who, it) => hasRole(who, it, 'developer') && knowsFlags(who, it) && !it.archived,
  'project:admin-feature-flag-tokens': (who, it) =>
    hasRole(who, it, 'maintainer') && knowsFlags(who, it) && !it.archived,
  'project:read-labels': knowsPlan,
  'project:admin-labels': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'project:read-iterations': knowsPlan,
  'project:read-milestones': knowsPlan,
  'project:admin-milestones': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'project:admin-boards': (who, it) => mayAdminBoards(who, it),
  'project:admin-saved-views': (who, it) => hasRole(who, it, 'reporter') && !it.archived,
  'project:read-insights': atLeast('planner'),
  'project:read-review-insights': (who, it) => hasRole(who, it, 'planner') && knowsMergeRequests(who, it),
  'project:admin-value-streams': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'project:set-iid': atLeast('owner'),
} satisfies Record<string, NamespaceRule>

export const labelAbilities = {
  'label:read': knowsPlan,
  'label:admin': (who, it) => hasRole(who, it, 'planner') && !it.archived,
  'label:subscribe': (who, it) => isSignedIn(who) && knowsPlan(who, it),
} satisfies Record<string, NamespaceRule>

export const milestoneAbilities = {
  'milestone:read': knowsPlan,
  'milestone:admin': (who, it) => hasRole(who, it, 'planner') && !it.archived,
} satisfies Record<string, NamespaceRule>

/** Everyone who can see the issues can see the boards. */
const knowsBoards: NamespaceRule = (who, it) =>
  it.kind === 'group' ? readsNamespace(who, it) || it.hasMembershipBelow : knowsIssues(who, it)

/** @source product-rules.md 2.3 */
const mayAdminBoards: NamespaceRule = (who, it) => hasRole(who, it, 'reporter') && knowsBoards(who, it) && !it.archived

export const boardAbilities = {
  'board:read': knowsBoards,
  // A user collapses lists for themselves only.
  'board:collapse-lists': (who, it) => isSignedIn(who) && knowsBoards(who, it),
  'board:admin': mayAdminBoards,
} satisfies Record<string, NamespaceRule>

/**
 * Abilities on a project feature that can be limited to members or disabled, with the rule that decides who can see
 * that feature. Everyone else gets a 404.
 */
export const projectParts: Readonly<Partial<Record<string, NamespaceRule>>> = {
  'project:read-issues': knowsIssues,
  'project:read-service-desk': readsRequests,
  'project:create-issue': knowsIssues,
  'project:create-incident': knowsIssues,
  'project:admin-incidents': knowsIssues,
  'project:set-issue-metadata': knowsIssues,
  'project:bulk-update-issues': knowsIssues,
  'project:take-issues': knowsIssues,
  'project:import-jira': knowsIssues,
  // The contract answers 404 to everyone who may not import.
  'project:import-issues': mayImportIssues,
  // Stack traces show code.
  'project:read-errors': atLeast('reporter'),
  'project:update-errors': atLeast('reporter'),
  'project:read-vulnerabilities': atLeast('developer'),
  'project:update-vulnerabilities': atLeast('developer'),
  'project:link-vulnerabilities': atLeast('developer'),
  'project:read-releases': knowsReleases,
  'project:open-release': knowsReleases,
  'project:admin-releases': knowsReleases,
  'project:read-environments': knowsEnvironments,
  'project:update-environments': knowsEnvironments,
  'project:create-deployment': knowsEnvironments,
  'project:approve-deployment': knowsEnvironments,
  'project:read-deploy-settings': knowsEnvironments,
  'project:admin-environments': knowsEnvironments,
  'project:read-deployment-analytics': knowsEnvironments,
  'project:read-feature-flags': knowsFlags,
  'project:admin-feature-flags': knowsFlags,
  'project:admin-feature-flag-tokens': knowsFlags,
  'project:read-labels': knowsPlan,
  'project:admin-labels': knowsPlan,
  'project:read-iterations': knowsPlan,
  'project:read-milestones': knowsPlan,
  'project:admin-milestones': knowsPlan,
  'project:admin-boards': knowsIssues,
  'project:read-code': knowsCode,
  'project:read-merge-requests': knowsMergeRequests,
  'project:create-merge-request': knowsMergeRequests,
  'project:read-review-insights': knowsMergeRequests,
  'project:bulk-update-merge-requests': knowsMergeRequests,
  'project:push-code': knowsCode,
  'project:push-branch': knowsCode,
  'project:fork': knowsCode,
  'project:report-status': knowsCode,
  'project:send-security-reports': knowsCode,
  'project:admin-code': knowsCode,
}
