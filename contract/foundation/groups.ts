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
  visibilities,
  Words,
} from '#contract/shapes.ts'
import { CustomAttribute, customAttributeFilters } from './custom-attributes.ts'
import { Deletion } from './places.ts'

const operation = operationsOf('Groups')

const projectCreationLevels = ['noone', 'owner', 'maintainer', 'developer', 'administrator'] as const
const subgroupCreationLevels = ['owner', 'maintainer'] as const

export const PublicGroup = Type.Object({
  id: Type.Integer(),
  webUrl: Type.String(),
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  fullName: Type.String(),
  fullPath: Type.String(),
})

/** @source rest.md 2.2 */
export const Group = Type.Object({
  id: Type.Integer(),
  webUrl: Type.String(),
  name: Type.String(),
  path: Type.String(),
  description: Type.String(),
  visibility: Words(visibilities),
  shareWithGroupLock: Type.Boolean(),
  requireTwoFactorAuthentication: Type.Boolean(),
  twoFactorGracePeriod: Type.Integer(),
  projectCreationLevel: Words(projectCreationLevels),
  autoDevopsEnabled: Nullable(Type.Boolean()),
  subgroupCreationLevel: Words(subgroupCreationLevels),
  emailsDisabled: Type.Boolean(),
  emailsEnabled: Type.Boolean(),
  mentionsDisabled: Type.Boolean(),
  lfsEnabled: Type.Boolean(),
  archived: Type.Boolean(),
  defaultBranch: Nullable(Type.String()),
  defaultBranchProtection: Type.Integer(),
  defaultBranchProtectionDefaults: AnyJson,
  avatarUrl: Nullable(Type.String()),
  requestAccessEnabled: Type.Boolean(),
  fullName: Type.String(),
  fullPath: Type.String(),
  createdAt: DateTime,
  parentId: Nullable(Type.Integer()),
  organizationId: Type.Integer(),
  sharedRunnersSetting: Type.String(),
  maxArtifactsSize: Nullable(Type.Integer()),
  markedForDeletionOn: Nullable(Type.String()),
  ldapCn: Nullable(Type.String()),
  ldapAccess: Nullable(Type.String()),
  ldapGroupLinks: Type.Array(AnyJson),
  fileTemplateProjectId: Nullable(Type.Integer()),
  wikiAccessLevel: Words(['disabled']),
  ipRestrictionRanges: Nullable(Type.String()),
  membershipLock: Type.Boolean(),
  /** Returned to administrators who ask for them. */
  customAttributes: Type.Optional(Type.Array(CustomAttribute)),
})

export const GroupDetail = Type.Object({
  ...Group.properties,
  sharedWithGroups: Type.Array(AnyJson),
  preventSharingGroupsOutsideHierarchy: Type.Boolean(),
  enabledGitAccessProtocol: Nullable(Type.String()),
  preventForkingOutsideGroup: Nullable(Type.Boolean()),
  sharedRunnersMinutesLimit: Nullable(Type.Integer()),
  /** The projects by name, at most 100; absent with `withProjects=false`. */
  projects: Type.Optional(Type.Array(AnyJson)),
  sharedProjects: Type.Optional(Type.Array(AnyJson)),
})

const filters = {
  skipGroups: Type.Optional(Ids),
  allAvailable: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  orderBy: Type.Optional(Words(['name', 'path', 'id', 'similarity'])),
  sort: Type.Optional(Words(['asc', 'desc'])),
  visibility: Type.Optional(Words(visibilities)),
  owned: Type.Optional(Type.Boolean()),
  minAccessLevel: Type.Optional(LeastLevel),
  topLevelOnly: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  /** Limits the list to groups that are neither archived nor marked for deletion. */
  active: Type.Optional(Type.Boolean()),
  markedForDeletionOn: Type.Optional(Day),
  ...customAttributeFilters,
  ...Page,
}

const byKey = {
  pagination: Type.Optional(Words(['keyset', 'legacy', 'offset'])),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
}

export const listGroups = operation({
  name: 'listGroups',
  summary: 'List groups visible to the current user',
  at: 'GET /groups',
  input: Type.Object({ ...filters, ...byKey }),
  reply: Type.Array(Group),
})

export const listSubgroups = operation({
  name: 'listSubgroups',
  summary: 'List direct subgroups of a group',
  at: 'GET /groups/:id/subgroups',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Group),
})

export const listDescendantGroups = operation({
  name: 'listDescendantGroups',
  summary: 'List descendant groups of a group',
  at: 'GET /groups/:id/descendant_groups',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Group),
})

export const getGroup = operation({
  name: 'getGroup',
  summary: 'Get a group',
  at: 'GET /groups/:id',
  input: Type.Object({
    id: NamespaceRef,
    withProjects: Type.Optional(Type.Boolean()),
    withCustomAttributes: Type.Optional(Type.Boolean()),
  }),
  reply: GroupDetail,
})

const flag = Type.Optional(Type.Boolean())

const settings = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  visibility: Type.Optional(Words(visibilities)),
  avatar: AvatarInput,
  projectCreationLevel: Type.Optional(Words(projectCreationLevels)),
  subgroupCreationLevel: Type.Optional(Words(subgroupCreationLevels)),
  requestAccessEnabled: flag,
  /** Accepted for compatibility; Git LFS objects are not stored, and the reply says so. */
  lfsEnabled: flag,
  /** The default for new projects: 0 allows force pushes to the default branch, 1 refuses them. */
  defaultBranchProtection: Type.Optional(Type.Integer()),
  emailsEnabled: flag,
  emailsDisabled: flag,
  mentionsDisabled: flag,
  shareWithGroupLock: flag,
  defaultBranch: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
}

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Create a top-level group or a subgroup',
  at: 'POST /groups',
  input: Type.Object({
    name: Type.String(),
    path: Type.String(),
    parentId: Type.Optional(Nullable(Type.Integer())),
    ...settings,
  }),
  reply: GroupDetail,
})

const expected = Expected({
  name: Type.Optional(Type.String()),
  description: settings.description,
  visibility: settings.visibility,
  projectCreationLevel: settings.projectCreationLevel,
  subgroupCreationLevel: settings.subgroupCreationLevel,
  crmEnabled: flag,
})

export const updateGroup = operation({
  name: 'updateGroup',
  summary: 'Update the name, path and settings of a group',
  at: 'PUT /groups/:id',
  input: Type.Object({
    id: NamespaceRef,
    name: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    ...settings,
    /** Only top-level groups have it. */
    crmEnabled: flag,
    expected,
  }),
  reply: GroupDetail,
})

export const transferGroup = operation({
  name: 'transferGroup',
  summary: 'Transfer a group',
  at: 'POST /groups/:id/transfer',
  input: Type.Object({ id: NamespaceRef, groupId: Type.Optional(Nullable(Type.Integer())) }),
  reply: GroupDetail,
})

/** @source rest.md 4.3 */
export const transferProjectToGroup = operation({
  name: 'transferProjectToGroup',
  summary: 'Transfer a project to a group',
  at: 'POST /groups/:id/projects/:projectId',
  input: Type.Object({ id: NamespaceRef, projectId: NamespaceRef }),
  reply: GroupDetail,
})

const ById = Type.Object({ id: NamespaceRef })

export const archiveGroup = operation({
  name: 'archiveGroup',
  summary: 'Archive a group and everything in it',
  at: 'POST /groups/:id/archive',
  input: ById,
  reply: GroupDetail,
})

export const unarchiveGroup = operation({
  name: 'unarchiveGroup',
  summary: 'Unarchive a group',
  at: 'POST /groups/:id/unarchive',
  input: ById,
  reply: GroupDetail,
})

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary: 'Mark a group for deletion, or immediately delete a marked group',
  at: 'DELETE /groups/:id',
  status: 202,
  input: Type.Object({
    id: NamespaceRef,
    /** Delete now. The group has to be marked already, and `fullPath` given. */
    permanentlyRemove: flag,
    /** The full path as typed by the caller; if given, a wrong one is refused. */
    fullPath: Type.Optional(Type.String()),
    ...Unmodified,
  }),
  reply: Type.Object({ message: Type.String() }),
})

export const restoreGroup = operation({
  name: 'restoreGroup',
  summary: 'Restore a group marked for deletion',
  at: 'POST /groups/:id/restore',
  input: ById,
  reply: GroupDetail,
})

export const groupSettingsPage = operation({
  name: 'groupSettingsPage',
  summary: 'Get data for the settings page of a group',
  at: 'GET /-/pages/group_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    group: Group,
    parent: Nullable(
      Type.Object({ id: Type.Integer(), name: Type.String(), fullPath: Type.String(), webUrl: Type.String() }),
    ),
    /** The visibilities between that of what is below and that of the group above. */
    visibilities: Type.Array(Words(visibilities)),
    /** The most visible group or project below; null when there is none. */
    mostVisible: Nullable(Type.Object({ name: Type.String(), visibility: Words(visibilities) })),
    isParentArchived: Type.Boolean(),
    /** Null: only top-level groups keep contacts. */
    crmEnabled: Nullable(Type.Boolean()),
    deletion: Nullable(Deletion),
    /** The grace period in days, in which it could be restored; 0 when it would be deleted at once. */
    deletionDays: Type.Integer(),
    /** The contents that would be deleted with the group. */
    subgroupsCount: Type.Integer(),
    projectsCount: Type.Integer(),
  }),
})
