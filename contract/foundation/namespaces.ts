import { Type } from 'typebox'
import { Badge } from '#contract/foundation/badges.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, NamespaceRef, Nullable, Page, visibilities, Words } from '#contract/shapes.ts'
import { featureLevels } from './feature-levels.ts'
import { Deletion } from './places.ts'

const operation = operationsOf('Namespaces')

/** A group or a user's own namespace, as in a project. */
export const NamespaceBasic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  kind: Words(['user', 'group']),
  fullPath: Type.String(),
  parentId: Nullable(Type.Integer()),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})

export const Namespace = Type.Object({
  ...NamespaceBasic.properties,
  membersCountWithDescendants: Type.Optional(Nullable(Type.Integer())),
  rootRepositorySize: Nullable(Type.Integer()),
  projectsCount: Type.Optional(Nullable(Type.Integer())),
  billableMembersCount: Type.Integer(),
  plan: Type.String(),
  trial: Type.Boolean(),
  trialEndsOn: Nullable(Type.String()),
})

export const listNamespaces = operation({
  name: 'listNamespaces',
  summary: 'List namespaces available to the current user',
  at: 'GET /namespaces',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 255 })),
    ownedOnly: Type.Optional(Type.Boolean()),
    topLevelOnly: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(Namespace),
})

export const getNamespace = operation({
  name: 'getNamespace',
  summary: 'Get a namespace',
  at: 'GET /namespaces/:id',
  input: Type.Object({ id: NamespaceRef }),
  reply: Namespace,
})

export const namespaceExists = operation({
  name: 'namespaceExists',
  summary: 'Check whether a path is available and suggest alternatives',
  at: 'GET /namespaces/:id/exists',
  input: Type.Object({ id: Type.String({ maxLength: 255 }), parentId: Type.Optional(Type.Integer()) }),
  reply: Type.Object({ exists: Type.Boolean(), suggests: Type.Array(Type.String()) }),
})

/** A namespace above another, from the root down, as a page shows them over its title. */
const Ancestor = Type.Object({
  id: Type.Integer(),
  kind: Words(['user', 'group']),
  name: Type.String(),
  fullPath: Type.String(),
  webUrl: Type.String(),
})

/** A project as a row of a list on a page. */
export const ProjectCard = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  description: Type.String(),
  visibility: Words(visibilities),
  archived: Type.Boolean(),
  pendingDeletion: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
  topics: Type.Array(Type.String()),
  starCount: Type.Integer(),
  forksCount: Type.Integer(),
  isStarred: Type.Boolean(),
  lastActivityAt: DateTime,
})

/** A group as a row of a list on a page. */
export const GroupCard = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  description: Type.String(),
  visibility: Words(visibilities),
  archived: Type.Boolean(),
  pendingDeletion: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})

/** A group or project pending deletion, as a row of a list. */
export const PendingCard = Type.Object({
  id: Type.Integer(),
  kind: Words(['project', 'group']),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  visibility: Words(visibilities),
  avatarUrl: Nullable(Type.String()),
  deletesOn: Day,
})

const place = {
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  description: Type.String(),
  descriptionHtml: Type.String(),
  visibility: Words(visibilities),
  archived: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
  deletion: Nullable(Deletion),
  ancestors: Type.Array(Ancestor),
  createdAt: DateTime,
}

export const ProjectHome = Type.Object({
  ...place,
  /** Ids of the ancestor groups, root first. */
  ancestorIds: Type.Array(Type.Integer()),
  httpUrlToRepo: Type.String(),
  /** Null where the server has no SSH port. */
  sshUrlToRepo: Nullable(Type.String()),
  /** Whether the viewer may push, and SSH is available, but they have no SSH key. */
  needsSshKey: Type.Boolean(),
  defaultBranch: Type.String(),
  isEmpty: Type.Boolean(),
  topics: Type.Array(Type.String()),
  starCount: Type.Integer(),
  forksCount: Type.Integer(),
  /** Null unless it is a fork of a project that the viewer may see. */
  forkedFrom: Nullable(Type.Object({ fullName: Type.String(), fullPath: Type.String() })),
  /** The import status of a fork while its repository is copied. */
  importStatus: Words(['none', 'scheduled', 'started', 'finished', 'failed']),
  commitCount: Type.Integer(),
  /** Null where the viewer may not see issues. */
  openIssuesCount: Nullable(Type.Integer()),
  /** Null where the viewer may not see merge requests. */
  openMergeRequestsCount: Nullable(Type.Integer()),
  /** Whether its top-level group has contacts that the viewer can read. */
  keepsContacts: Type.Boolean(),
  badges: Type.Array(Badge),
  /** Null without a license file, and where the viewer may not read the code. */
  license: Nullable(Type.Object({ name: Type.String(), path: Type.String() })),
  isStarred: Type.Boolean(),
  lastActivityAt: DateTime,
  ...featureLevels,
  /** The viewer's role, 0 when none. */
  accessLevel: Type.Integer(),
  permissions: Type.Object({
    canStar: Type.Boolean(),
    canAdmin: Type.Boolean(),
    canOwn: Type.Boolean(),
    canAdminMembers: Type.Boolean(),
    canReadIssues: Type.Boolean(),
    canReadMergeRequests: Type.Boolean(),
    canCreateIssue: Type.Boolean(),
    canAdminLabels: Type.Boolean(),
    canAdminMilestones: Type.Boolean(),
    canReadCode: Type.Boolean(),
    canReadReleases: Type.Boolean(),
    canReadErrors: Type.Boolean(),
    canReadVulnerabilities: Type.Boolean(),
    canReadAlerts: Type.Boolean(),
    canReadEscalations: Type.Boolean(),
    canReadEnvironments: Type.Boolean(),
    canReadFeatureFlags: Type.Boolean(),
    canPushCode: Type.Boolean(),
    canFork: Type.Boolean(),
    canUpload: Type.Boolean(),
  }),
})

export const GroupHome = Type.Object({
  ...place,
  /** Whether it has contacts that the viewer can read. */
  keepsContacts: Type.Boolean(),
  accessLevel: Type.Integer(),
  permissions: Type.Object({
    canAdmin: Type.Boolean(),
    canAdminMembers: Type.Boolean(),
    canReadDependencies: Type.Boolean(),
    canCreateSubgroup: Type.Boolean(),
    canCreateProject: Type.Boolean(),
    canAdminLabels: Type.Boolean(),
    canAdminMilestones: Type.Boolean(),
  }),
  /** Directly below, by name; with a search, anywhere below. */
  groups: Type.Array(GroupCard),
  projects: Type.Array(ProjectCard),
  hasNext: Type.Boolean(),
  /** Everything below that is pending deletion; for owners. */
  pending: Type.Array(PendingCard),
})

export const UserHome = Type.Object({
  id: Type.Integer(),
  namespaceId: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  state: Type.String(),
  isBot: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
  /** Null where the profile is private. */
  profile: Nullable(
    Type.Object({
      bio: Type.String(),
      location: Type.String(),
      jobTitle: Type.String(),
      organization: Type.String(),
      pronouns: Type.String(),
      websiteUrl: Type.String(),
      publicEmail: Type.String(),
      createdAt: DateTime,
    }),
  ),
  status: Nullable(
    Type.Object({
      emoji: Nullable(Type.String()),
      message: Nullable(Type.String()),
      availability: Nullable(Type.String()),
    }),
  ),
  isSelf: Type.Boolean(),
  projects: Type.Array(ProjectCard),
  hasNext: Type.Boolean(),
})

const search = Type.Optional(Type.String({ maxLength: 255 }))

export const namespacePage = operation({
  name: 'namespacePage',
  summary: 'Get the project, group or user home page at a path',
  at: 'GET /-/pages/namespace',
  input: Type.Object({ namespace: Type.String(), search, ...Page }),
  reply: Type.Union([
    Type.Object({ kind: Words(['project']), project: ProjectHome }),
    Type.Object({ kind: Words(['group']), group: GroupHome }),
    Type.Object({ kind: Words(['user']), user: UserHome }),
  ]),
})

export const groupPage = operation({
  name: 'groupPage',
  summary: 'Get data for the home page of a group',
  at: 'GET /-/pages/group',
  input: Type.Object({ namespace: Type.String(), search, ...Page }),
  reply: Type.Object({ kind: Words(['group']), group: GroupHome }),
})

export const resolvePath = operation({
  name: 'resolvePath',
  summary: 'Get the current project, group or user of a current or former path',
  at: 'GET /-/pages/resolve',
  input: Type.Object({ path: Type.String({ maxLength: 4000 }) }),
  reply: Type.Object({ id: Type.Integer(), kind: Words(['project', 'group', 'user']), fullPath: Type.String() }),
})

export const dashboardPage = operation({
  name: 'dashboardPage',
  summary: 'List projects of the current user, last active first, and their groups',
  at: 'GET /-/pages/dashboard',
  input: Type.Object({ search, ...Page }),
  reply: Type.Object({
    projects: Type.Array(ProjectCard),
    hasNext: Type.Boolean(),
    starred: Type.Array(ProjectCard),
    groups: Type.Array(GroupCard),
    /** The viewer's own projects and groups that are pending deletion. */
    pending: Type.Array(PendingCard),
  }),
})

export const explorePage = operation({
  name: 'explorePage',
  summary: 'List all projects visible to the current user',
  at: 'GET /-/pages/explore',
  input: Type.Object({
    search,
    topic: search,
    sort: Type.Optional(Words(['activity', 'stars', 'name', 'created'])),
    ...Page,
  }),
  reply: Type.Object({ projects: Type.Array(ProjectCard), hasNext: Type.Boolean() }),
})

const Found = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})

export const searchPlaces = operation({
  name: 'searchPlaces',
  summary: 'Search projects, groups and people by name, up to 10 each (without a query: those of the current user)',
  at: 'GET /-/search/places',
  input: Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Type.Object({ projects: Type.Array(Found), groups: Type.Array(Found), users: Type.Array(Found) }),
})

/** The things that are created in a namespace to be chosen first. */
const createdInPlaces = ['issue', 'merge_request', 'epic', 'milestone'] as const
export type CreatedInPlace = (typeof createdInPlaces)[number]

export const creationPlaces = operation({
  name: 'creationPlaces',
  summary:
    'List up to 20 projects or groups where the current user can create something, those of their latest items first',
  at: 'GET /-/search/creation_places',
  input: Type.Object({
    kind: Words(createdInPlaces),
    /** Limits the list to this group. */
    groupId: Type.Optional(Type.Integer()),
    search,
  }),
  reply: Type.Object({
    places: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Words(['project', 'group']),
        name: Type.String(),
        fullName: Type.String(),
        fullPath: Type.String(),
        avatarUrl: Nullable(Type.String()),
        /** The current user has created an item of this kind there lately. */
        isLatest: Type.Boolean(),
      }),
    ),
  }),
})

// There is no default: the first rows come with the page, and answer no page number.
const nextPage = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }))

const Target = Type.Object({
  id: Type.Integer(),
  kind: Words(['user', 'group']),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  visibility: Words(visibilities),
  avatarUrl: Nullable(Type.String()),
})

export const newProjectPage = operation({
  name: 'newProjectPage',
  summary: 'List namespaces where the current user can create projects, their own first',
  at: 'GET /-/pages/new_project',
  input: Type.Object({ search, namespaceId: Type.Optional(Type.Integer()), page: nextPage }),
  reply: Type.Object({
    namespaces: Type.Array(Target),
    hasNext: Type.Boolean(),
    defaultVisibility: Words(visibilities),
  }),
})

export const newGroupPage = operation({
  name: 'newGroupPage',
  summary: 'List parent groups where the current user can create groups',
  at: 'GET /-/pages/new_group',
  input: Type.Object({ search, parentId: Type.Optional(Type.Integer()), page: nextPage }),
  reply: Type.Object({
    parents: Type.Array(Target),
    hasNext: Type.Boolean(),
    canCreateAtTop: Type.Boolean(),
    defaultVisibility: Words(visibilities),
  }),
})
