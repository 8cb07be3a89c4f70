import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import {
  AnyJson,
  AvatarInput,
  DateTime,
  Day,
  Expected,
  Ids,
  LeastLevel,
  NamespaceRef,
  Nullable,
  Page,
  Unmodified,
  UpdatedBetween,
  visibilities,
  Words,
} from '#contract/shapes.ts'
import { CustomAttribute, customAttributeFilters } from './custom-attributes.ts'
import { featureLevelInputs, featureLevels } from './feature-levels.ts'
import { PublicGroup } from './groups.ts'
import { NamespaceBasic } from './namespaces.ts'
import { Deletion } from './places.ts'
import { UserBasic } from './users.ts'

const operation = operationsOf('Projects')

export const mergeMethods = ['merge', 'rebase_merge', 'ff'] as const
export const squashOptions = ['never', 'always', 'default_on', 'default_off'] as const

const NoFeature = Words(['disabled'])

/** The fields of every project reply, and all that `simple=true` shows. */
export const ProjectBasic = Type.Object({
  id: Type.Integer(),
  description: Nullable(Type.String()),
  name: Type.String(),
  nameWithNamespace: Type.String(),
  path: Type.String(),
  pathWithNamespace: Type.String(),
  createdAt: DateTime,
  defaultBranch: Nullable(Type.String()),
  tagList: Type.Array(Type.String()),
  topics: Type.Array(Type.String()),
  sshUrlToRepo: Type.String(),
  httpUrlToRepo: Type.String(),
  webUrl: Type.String(),
  readmeUrl: Nullable(Type.String()),
  forksCount: Type.Integer(),
  avatarUrl: Nullable(Type.String()),
  starCount: Type.Integer(),
  lastActivityAt: DateTime,
  visibility: Words(visibilities),
  namespace: NamespaceBasic,
})

const Access = Nullable(Type.Object({ accessLevel: Type.Integer(), notificationLevel: Type.Integer() }))

export const ProjectStatistics = Type.Object({
  commitCount: Type.Integer(),
  storageSize: Type.Integer(),
  repositorySize: Type.Integer(),
  wikiSize: Type.Integer(),
  lfsObjectsSize: Type.Integer(),
  jobArtifactsSize: Type.Integer(),
  pipelineArtifactsSize: Type.Integer(),
  packagesSize: Type.Integer(),
  snippetsSize: Type.Integer(),
  uploadsSize: Type.Integer(),
  containerRegistrySize: Type.Integer(),
})

const ProjectLicense = Type.Object({
  /** `other` for a text that is none of the licenses that are offered. */
  key: Type.String(),
  name: Type.String(),
  nickname: Nullable(Type.String()),
  htmlUrl: Nullable(Type.String()),
  sourceUrl: Nullable(Type.String()),
})

/** @source rest.md 2.2 */
export const Project = Type.Object({
  ...ProjectBasic.properties,
  /** Present with `license=true`; null without a license file, and if the caller may not read the code. */
  licenseUrl: Type.Optional(Nullable(Type.String())),
  license: Type.Optional(Nullable(ProjectLicense)),
  _links: Type.Object({
    self: Type.String(),
    issues: Type.Optional(Type.String()),
    mergeRequests: Type.Optional(Type.String()),
    repoBranches: Type.String(),
    labels: Type.String(),
    events: Type.String(),
    members: Type.String(),
    clusterAgents: Type.String(),
  }),
  containerRegistryImagePrefix: Type.String(),
  markedForDeletionAt: Nullable(Type.String()),
  markedForDeletionOn: Nullable(Type.String()),
  packagesEnabled: Type.Boolean(),
  emptyRepo: Type.Boolean(),
  archived: Type.Boolean(),
  owner: Type.Optional(UserBasic),
  resolveOutdatedDiffDiscussions: Type.Boolean(),
  containerExpirationPolicy: Nullable(AnyJson),
  repositoryObjectFormat: Type.String(),
  issuesEnabled: Type.Boolean(),
  mergeRequestsEnabled: Type.Boolean(),
  wikiEnabled: Type.Boolean(),
  jobsEnabled: Type.Boolean(),
  snippetsEnabled: Type.Boolean(),
  containerRegistryEnabled: Type.Boolean(),
  serviceDeskEnabled: Type.Boolean(),
  serviceDeskAddress: Nullable(Type.String()),
  canCreateMergeRequestIn: Type.Boolean(),
  ...featureLevels,
  forkingAccessLevel: featureLevels.repositoryAccessLevel,
  wikiAccessLevel: NoFeature,
  buildsAccessLevel: NoFeature,
  snippetsAccessLevel: NoFeature,
  pagesAccessLevel: NoFeature,
  analyticsAccessLevel: NoFeature,
  containerRegistryAccessLevel: NoFeature,
  securityAndComplianceAccessLevel: NoFeature,
  infrastructureAccessLevel: NoFeature,
  monitorAccessLevel: NoFeature,
  modelExperimentsAccessLevel: NoFeature,
  modelRegistryAccessLevel: NoFeature,
  packageRegistryAccessLevel: NoFeature,
  requirementsAccessLevel: NoFeature,
  emailsDisabled: Type.Boolean(),
  emailsEnabled: Type.Boolean(),
  showDiffPreviewInEmail: Type.Boolean(),
  sharedRunnersEnabled: Type.Boolean(),
  lfsEnabled: Type.Boolean(),
  creatorId: Nullable(Type.Integer()),
  mrDefaultTargetSelf: Type.Boolean(),
  importUrl: Nullable(Type.String()),
  importType: Nullable(Type.String()),
  importStatus: Words(['none', 'scheduled', 'started', 'finished', 'failed']),
  importError: Nullable(Type.String()),
  /** Absent unless it is a fork of a project that the caller may see. */
  forkedFromProject: Type.Optional(ProjectBasic),
  /** Absent where issues are switched off or out of the caller's sight. */
  openIssuesCount: Type.Optional(Type.Integer()),
  descriptionHtml: Type.String(),
  updatedAt: DateTime,
  ciConfigPath: Nullable(Type.String()),
  publicJobs: Type.Boolean(),
  sharedWithGroups: Type.Array(AnyJson),
  onlyAllowMergeIfPipelineSucceeds: Type.Boolean(),
  allowMergeOnSkippedPipeline: Nullable(Type.Boolean()),
  requestAccessEnabled: Type.Boolean(),
  onlyAllowMergeIfAllDiscussionsAreResolved: Type.Boolean(),
  removeSourceBranchAfterMerge: Type.Boolean(),
  printingMergeRequestLinkEnabled: Type.Boolean(),
  mergeMethod: Words(mergeMethods),
  mergeRequestTitleRegex: Nullable(Type.String()),
  squashOption: Words(squashOptions),
  enforceAuthChecksOnUploads: Type.Boolean(),
  suggestionCommitMessage: Nullable(Type.String()),
  mergeCommitTemplate: Nullable(Type.String()),
  squashCommitTemplate: Nullable(Type.String()),
  issueBranchTemplate: Nullable(Type.String()),
  /** The address of files outside, with placeholders for commit and path, and the pattern of these files: `docs/*`. */
  filePreviewUrl: Nullable(Type.String()),
  filePreviewPaths: Nullable(Type.String()),
  warnAboutPotentiallyUnwantedCharacters: Type.Boolean(),
  autocloseReferencedIssues: Type.Boolean(),
  maxArtifactsSize: Nullable(Type.Integer()),
  approvalsBeforeMerge: Type.Integer(),
  mirror: Type.Boolean(),
  externalAuthorizationClassificationLabel: Nullable(Type.String()),
  requirementsEnabled: Type.Boolean(),
  securityAndComplianceEnabled: Type.Boolean(),
  complianceFrameworks: Type.Array(AnyJson),
  issuesTemplate: Nullable(Type.String()),
  mergeRequestsTemplate: Nullable(Type.String()),
  mergePipelinesEnabled: Type.Boolean(),
  mergeTrainsEnabled: Type.Boolean(),
  onlyAllowMergeIfAllStatusChecksPassed: Type.Boolean(),
  preventMergeWithoutJiraIssue: Type.Boolean(),
  /** Absent for callers who are signed out. */
  permissions: Type.Optional(Type.Object({ projectAccess: Access, groupAccess: Access })),
  statistics: Type.Optional(ProjectStatistics),
  /** Returned to administrators who ask for them. */
  customAttributes: Type.Optional(Type.Array(CustomAttribute)),
})

/** A project in a list: with `simple=true`, or signed out, only what ProjectBasic has. */
export const ListedProject = Type.Object({
  ...ProjectBasic.properties,
  ...Type.Partial(Project).properties,
})

const order = [
  'id',
  'name',
  'path',
  'created_at',
  'updated_at',
  'last_activity_at',
  'similarity',
  'star_count',
  'repository_size',
  'storage_size',
  'packages_size',
  'wiki_size',
] as const

export const projectFilters = {
  archived: Type.Optional(Type.Boolean()),
  /** Limits the list to projects that are neither archived nor marked for deletion. */
  active: Type.Optional(Type.Boolean()),
  markedForDeletionOn: Type.Optional(Day),
  visibility: Type.Optional(Words(visibilities)),
  orderBy: Type.Optional(Words(order)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  searchNamespaces: Type.Optional(Type.Boolean()),
  simple: Type.Optional(Type.Boolean()),
  owned: Type.Optional(Type.Boolean()),
  membership: Type.Optional(Type.Boolean()),
  starred: Type.Optional(Type.Boolean()),
  statistics: Type.Optional(Type.Boolean()),
  withIssuesEnabled: Type.Optional(Type.Boolean()),
  withMergeRequestsEnabled: Type.Optional(Type.Boolean()),
  /** Case-insensitive; languages of the default branch as last measured. */
  withProgrammingLanguage: Type.Optional(Type.String({ maxLength: 255 })),
  minAccessLevel: Type.Optional(LeastLevel),
  idAfter: Type.Optional(Type.Integer()),
  idBefore: Type.Optional(Type.Integer()),
  lastActivityAfter: Type.Optional(DateTime),
  lastActivityBefore: Type.Optional(DateTime),
  ...UpdatedBetween,
  topicId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** All of them, in any case. */
  topic: Type.Optional(Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true })),
  pagination: Type.Optional(Words(['keyset', 'legacy', 'offset'])),
  ...customAttributeFilters,
  ...Page,
}

export const listProjects = operation({
  name: 'listProjects',
  summary: 'List projects visible to the current user',
  at: 'GET /projects',
  input: Type.Object(projectFilters),
  reply: Type.Array(ListedProject),
})

export const listUserProjects = operation({
  name: 'listUserProjects',
  summary: 'List projects in the namespace of a user',
  at: 'GET /users/:userId/projects',
  input: Type.Object({ userId: NamespaceRef, ...projectFilters }),
  reply: Type.Array(ListedProject),
})

export const listStarredProjects = operation({
  name: 'listStarredProjects',
  summary: 'List projects starred by a user',
  at: 'GET /users/:userId/starred_projects',
  input: Type.Object({ userId: NamespaceRef, ...projectFilters }),
  reply: Type.Array(ListedProject),
})

export const listGroupProjects = operation({
  name: 'listGroupProjects',
  summary: 'List projects of a group',
  at: 'GET /groups/:id/projects',
  input: Type.Object({
    id: NamespaceRef,
    includeSubgroups: Type.Optional(Type.Boolean()),
    withShared: Type.Optional(Type.Boolean()),
    ...projectFilters,
  }),
  reply: Type.Array(ListedProject),
})

export const getProject = operation({
  name: 'getProject',
  summary: 'Get a project',
  at: 'GET /projects/:id',
  input: Type.Object({
    id: NamespaceRef,
    statistics: Type.Optional(Type.Boolean()),
    withCustomAttributes: Type.Optional(Type.Boolean()),
    license: Type.Optional(Type.Boolean()),
  }),
  reply: Project,
})

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const flag = Type.Optional(Type.Boolean())

const settings = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  defaultBranch: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  visibility: Type.Optional(Words(visibilities)),
  topics: Type.Optional(
    Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true, maxItems: 100 }),
  ),
  tagList: Type.Optional(
    Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true, maxItems: 100 }),
  ),
  avatar: AvatarInput,
  ...featureLevelInputs,
  issuesEnabled: flag,
  mergeRequestsEnabled: flag,
  /** Issues have one assignee at most. */
  singleAssignee: flag,
  /** Anyone can see the incidents that were published. */
  statusPageEnabled: flag,
  /** People without an account make requests by email. */
  serviceDeskEnabled: flag,
  mergeMethod: Type.Optional(Words(mergeMethods)),
  squashOption: Type.Optional(Words(squashOptions)),
  onlyAllowMergeIfPipelineSucceeds: flag,
  onlyAllowMergeIfAllDiscussionsAreResolved: flag,
  /** Assignees and reviewers of merge requests can be asked for their attention. */
  attentionRequestsEnabled: flag,
  allowMergeOnSkippedPipeline: Type.Optional(Nullable(Type.Boolean())),
  removeSourceBranchAfterMerge: flag,
  requestAccessEnabled: flag,
  /** Makes the merge requests of a fork target the fork itself, not upstream, unless told otherwise. */
  mrDefaultTargetSelf: flag,
  resolveOutdatedDiffDiscussions: flag,
  autocloseReferencedIssues: flag,
  /** Accepted for compatibility; Git LFS objects are not stored, and the reply says so. */
  lfsEnabled: flag,
  emailsEnabled: flag,
  emailsDisabled: flag,
  suggestionCommitMessage: text(255),
  mergeCommitTemplate: text(500),
  squashCommitTemplate: text(500),
  issueBranchTemplate: text(255),
  filePreviewUrl: text(1000),
  filePreviewPaths: text(255),
  issuesTemplate: text(100_000),
  mergeRequestsTemplate: text(100_000),
  /** Not supported. Refused with an error, so that no client waits for an import. */
  importUrl: text(2000),
  templateName: text(255),
  templateProjectId: Type.Optional(Nullable(Type.Integer())),
}

const creation = {
  name: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  initializeWithReadme: flag,
  ...settings,
}

export const createProject = operation({
  name: 'createProject',
  summary: 'Create a project, by default in your own namespace',
  at: 'POST /projects',
  input: Type.Object({ namespaceId: Type.Optional(Nullable(Type.Integer())), ...creation }),
  reply: Project,
})

export const createProjectForUser = operation({
  name: 'createProjectForUser',
  summary: 'Create a project in the namespace of a user (administrators only)',
  at: 'POST /projects/user/:userId',
  input: Type.Object({ userId: Type.Integer(), namespaceId: Type.Optional(Nullable(Type.Integer())), ...creation }),
  reply: Project,
})

const expected = Expected({
  name: Type.Optional(Type.String()),
  description: settings.description,
  topics: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  defaultBranch: settings.defaultBranch,
  visibility: settings.visibility,
  ...featureLevelInputs,
  singleAssignee: flag,
  statusPageEnabled: flag,
  mergeMethod: settings.mergeMethod,
  squashOption: settings.squashOption,
  onlyAllowMergeIfPipelineSucceeds: flag,
  onlyAllowMergeIfAllDiscussionsAreResolved: flag,
  removeSourceBranchAfterMerge: flag,
  autocloseReferencedIssues: flag,
  attentionRequestsEnabled: flag,
  resolveOutdatedDiffDiscussions: flag,
  filePreviewUrl: settings.filePreviewUrl,
  filePreviewPaths: settings.filePreviewPaths,
})

export const updateProject = operation({
  name: 'updateProject',
  summary: 'Update the name, path and settings of a project',
  at: 'PUT /projects/:id',
  input: Type.Object({
    id: NamespaceRef,
    name: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    ...settings,
    expected,
  }),
  reply: Project,
})

export const transferProject = operation({
  name: 'transferProject',
  summary: 'Transfer a project to another namespace',
  at: 'PUT /projects/:id/transfer',
  input: Type.Object({ id: NamespaceRef, namespace: NamespaceRef }),
  reply: Project,
})

const ById = Type.Object({ id: NamespaceRef })

export const archiveProject = operation({
  name: 'archiveProject',
  summary: 'Archive a project',
  at: 'POST /projects/:id/archive',
  input: ById,
  reply: Project,
})

export const unarchiveProject = operation({
  name: 'unarchiveProject',
  summary: 'Unarchive a project',
  at: 'POST /projects/:id/unarchive',
  input: ById,
  reply: Project,
})

export const Accepted = Type.Object({ message: Type.String() })

export const deleteProject = operation({
  name: 'deleteProject',
  summary: 'Mark a project for deletion, or immediately delete a marked project',
  at: 'DELETE /projects/:id',
  status: 202,
  input: Type.Object({
    id: NamespaceRef,
    /** Delete now. The project has to be marked already, and `fullPath` given. */
    permanentlyRemove: flag,
    /** The full path as typed by the caller; if given, a wrong one is refused. */
    fullPath: Type.Optional(Type.String()),
    ...Unmodified,
  }),
  reply: Accepted,
})

export const restoreProject = operation({
  name: 'restoreProject',
  summary: 'Restore a project marked for deletion',
  at: 'POST /projects/:id/restore',
  input: ById,
  reply: Project,
})

export const starProject = operation({
  name: 'starProject',
  summary: 'Star a project',
  at: 'POST /projects/:id/star',
  input: ById,
  reply: Project,
})

export const unstarProject = operation({
  name: 'unstarProject',
  summary: 'Unstar a project',
  at: 'POST /projects/:id/unstar',
  input: ById,
  reply: Project,
})

export const listStarrers = operation({
  name: 'listStarrers',
  summary: 'List users who starred a project',
  at: 'GET /projects/:id/starrers',
  input: Type.Object({ id: NamespaceRef, search: Type.Optional(Type.String({ maxLength: 255 })), ...Page }),
  reply: Type.Array(Type.Object({ starredSince: DateTime, user: UserBasic })),
})

export const listProjectUsers = operation({
  name: 'listProjectUsers',
  summary: 'List users of a project, including inherited members',
  at: 'GET /projects/:id/users',
  input: Type.Object({
    id: NamespaceRef,
    search: Type.Optional(Type.String({ maxLength: 255 })),
    skipUsers: Type.Optional(Ids),
    ...Page,
  }),
  reply: Type.Array(UserBasic),
})

export const listProjectGroups = operation({
  name: 'listProjectGroups',
  summary: 'List ancestor groups of a project, optionally with the groups it is shared with',
  at: 'GET /projects/:id/groups',
  input: Type.Object({
    id: NamespaceRef,
    search: Type.Optional(Type.String({ maxLength: 255 })),
    skipGroups: Type.Optional(Ids),
    withShared: Type.Optional(Type.Boolean()),
    sharedMinAccessLevel: Type.Optional(LeastLevel),
    ...Page,
  }),
  reply: Type.Array(PublicGroup),
})

const Place = Type.Object({ id: Type.Integer(), name: Type.String(), fullPath: Type.String(), webUrl: Type.String() })

export const projectSettingsPage = operation({
  name: 'projectSettingsPage',
  summary: 'Get data for the settings page of a project',
  at: 'GET /-/pages/project_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    project: Project,
    parent: Place,
    /** The visibilities that the namespace allows. */
    visibilities: Type.Array(Words(visibilities)),
    /** Visibility, mails, transfer, archive and delete are the owner's. */
    canOwn: Type.Boolean(),
    singleAssignee: Type.Boolean(),
    isParentArchived: Type.Boolean(),
    deletion: Nullable(Deletion),
    /** The grace period in days, in which it could be restored; 0 when it would be deleted at once. */
    deletionDays: Type.Integer(),
  }),
})
