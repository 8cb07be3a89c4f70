import { Type } from 'typebox'
import { Day, Nullable, visibilities, Words } from '#contract/shapes.ts'

/** The common parts of projects and groups are described once for both kinds. */
export const placeKinds = ['project', 'group'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The same for both kinds. */
export const byPlaceKind = <T>(
  make: (kind: PlaceKind, name: 'Project' | 'Group') => T,
): Readonly<Record<PlaceKind, T>> => ({
  project: make('project', 'Project'),
  group: make('group', 'Group'),
})

/** The group or project a page belongs to, as the bar and the navigation show it. */
export const PlaceHeader = Type.Object({
  id: Type.Integer(),
  kind: Words(['project', 'group', 'user']),
  /** Ids of the ancestor groups, root first. Pages subscribe to their changes too. */
  ancestorIds: Type.Array(Type.Integer()),
  name: Type.String(),
  fullPath: Type.String(),
  /** `Weft / Loom` */
  fullName: Type.String(),
  avatarUrl: Nullable(Type.String()),
  visibility: Words(visibilities),
  /** Read-only: archived or pending deletion. */
  archived: Type.Boolean(),
  pendingDeletion: Type.Boolean(),
  /** Whether it has pages of contacts that the viewer can read; of a project, whether its top-level group has. */
  keepsContacts: Type.Optional(Type.Boolean()),
  /** Whether the viewer can read the contacts of its top-level group. */
  readsContacts: Type.Optional(Type.Boolean()),
  /** Null where the viewer may not read issues, and for groups. */
  openIssuesCount: Nullable(Type.Integer()),
  /** The viewer's role, 0 when none. */
  accessLevel: Type.Integer(),
  /** Null where the viewer may not read merge requests, and for groups; left out where a page does not tell. */
  openMergeRequestsCount: Type.Optional(Nullable(Type.Integer())),
  /** Whether the repository has commits; left out where a page does not tell. */
  hasCommits: Type.Optional(Type.Boolean()),
  offers: Type.Object({
    issues: Type.Boolean(),
    mergeRequests: Type.Boolean(),
    code: Type.Boolean(),
    releases: Type.Boolean(),
    alerts: Type.Boolean(),
    errors: Type.Boolean(),
    vulnerabilities: Type.Boolean(),
    dependencies: Type.Boolean(),
    escalations: Type.Boolean(),
    environments: Type.Boolean(),
    featureFlags: Type.Boolean(),
    insights: Type.Boolean(),
    settings: Type.Boolean(),
  }),
})

/** The time when a project or group will be deleted, unless it is restored. */
export const Deletion = Type.Object({
  on: Day,
  /** Marked itself, not by a parent group, so that it can be restored itself. */
  isOwn: Type.Boolean(),
})
