import type { ReplyOf } from '#contract/operation.ts'
import type { PlaceNamespace } from '#web/api/place.ts'

export type HomePage = ReplyOf<typeof import('#contract/foundation/namespaces.ts').namespacePage>
export type ProjectHome = Extract<HomePage, { project: unknown }>['project']
export type GroupHome = Extract<HomePage, { group: unknown }>['group']
export type UserHome = Extract<HomePage, { user: unknown }>['user']
export type ProjectCard = GroupHome['projects'][number]
export type GroupCard = GroupHome['groups'][number]

/** A project as the frame of its pages shows it. */
/** Planners and more read the figures. */
const leastInsightLevel = 15

export function projectPlace(project: ProjectHome): PlaceNamespace {
  const { id, ancestorIds, name, fullPath, fullName, avatarUrl, openIssuesCount, openMergeRequestsCount, accessLevel } =
    project
  const {
    canReadIssues,
    canReadMergeRequests,
    canReadCode,
    canReadReleases,
    canReadErrors,
    canReadVulnerabilities,
    canReadAlerts,
    canReadEscalations,
    canReadEnvironments,
    canReadFeatureFlags,
    canAdmin,
  } = project.permissions
  return {
    keepsContacts: project.keepsContacts,
    id,
    kind: 'project',
    ancestorIds,
    name,
    fullPath,
    fullName,
    avatarUrl,
    openIssuesCount,
    openMergeRequestsCount,
    accessLevel,
    offers: {
      issues: canReadIssues,
      mergeRequests: canReadMergeRequests,
      code: canReadCode,
      releases: canReadReleases,
      alerts: canReadAlerts,
      errors: canReadErrors,
      vulnerabilities: canReadVulnerabilities,
      dependencies: canReadVulnerabilities,
      escalations: canReadEscalations,
      environments: canReadEnvironments,
      featureFlags: canReadFeatureFlags,
      insights: accessLevel >= leastInsightLevel,
      settings: canAdmin,
    },
  }
}

export function groupPlace(group: GroupHome): PlaceNamespace {
  const { id, name, fullPath, fullName, avatarUrl, keepsContacts, accessLevel, permissions } = group
  return {
    id,
    kind: 'group',
    name,
    fullPath,
    fullName,
    avatarUrl,
    keepsContacts,
    accessLevel,
    offers: {
      issues: true,
      mergeRequests: true,
      code: false,
      releases: false,
      alerts: false,
      errors: false,
      vulnerabilities: false,
      dependencies: permissions.canReadDependencies,
      featureFlags: false,
      escalations: false,
      environments: false,
      insights: accessLevel >= leastInsightLevel,
      settings: permissions.canAdmin,
    },
  }
}

type ProjectSettings = ReplyOf<typeof import('#contract/foundation/projects.ts').projectSettingsPage>
type GroupSettings = ReplyOf<typeof import('#contract/foundation/groups.ts').groupSettingsPage>

export function projectSettingsPlace({ project, canOwn }: Pick<ProjectSettings, 'project' | 'canOwn'>): PlaceNamespace {
  const { id, name, pathWithNamespace, nameWithNamespace, avatarUrl, openIssuesCount } = project
  return {
    id,
    kind: 'project',
    // The navigation asks only whether there is one.
    ancestorIds: project.namespace.kind === 'group' ? [project.namespace.id] : [],
    name,
    fullPath: pathWithNamespace,
    fullName: nameWithNamespace,
    avatarUrl,
    openIssuesCount: openIssuesCount ?? null,
    // Maintainers and owners come here.
    accessLevel: canOwn ? 50 : 40,
    // A user who may change the settings sees the features that are switched on.
    offers: {
      issues: project.issuesAccessLevel !== 'disabled',
      mergeRequests: project.mergeRequestsAccessLevel !== 'disabled' && project.repositoryAccessLevel !== 'disabled',
      code: project.repositoryAccessLevel !== 'disabled',
      releases: project.releasesAccessLevel !== 'disabled',
      alerts: true,
      errors: true,
      vulnerabilities: true,
      dependencies: true,
      featureFlags: project.featureFlagsAccessLevel !== 'disabled',
      escalations: project.issuesAccessLevel !== 'disabled',
      environments: project.environmentsAccessLevel !== 'disabled',
      insights: true,
      settings: true,
    },
  }
}

export function groupSettingsPlace({ group, crmEnabled }: Pick<GroupSettings, 'group' | 'crmEnabled'>): PlaceNamespace {
  const { id, name, fullName, fullPath, avatarUrl } = group
  return {
    id,
    kind: 'group',
    name,
    fullName,
    fullPath,
    avatarUrl,
    keepsContacts: crmEnabled ?? false,
    // Owners alone come here.
    accessLevel: 50,
    offers: {
      issues: true,
      mergeRequests: true,
      code: false,
      releases: false,
      alerts: false,
      errors: false,
      vulnerabilities: false,
      dependencies: true,
      featureFlags: false,
      escalations: false,
      environments: false,
      insights: true,
      settings: true,
    },
  }
}

function homePlace(home: HomePage): PlaceNamespace | null {
  return 'project' in home ? projectPlace(home.project) : 'group' in home ? groupPlace(home.group) : null
}

/**
 * The place that a document's own data name, by the operation that returned them: for pages without a header of their
 * place.
 */
export function embeddedPlace(operation: string | null, data: unknown): PlaceNamespace | null {
  if (typeof data !== 'object' || data === null) return null
  // The document embeds the reply of the operation that it names.
  if (operation === 'namespacePage' || operation === 'groupPage') return homePlace(data as HomePage)
  if (operation === 'projectSettingsPage') return projectSettingsPlace(data as ProjectSettings)
  if (operation === 'groupSettingsPage') return groupSettingsPlace(data as GroupSettings)
  return null
}
