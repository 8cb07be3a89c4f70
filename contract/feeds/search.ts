import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Search')

/** @source rest.md 16 */
export const searchScopes = [
  'projects',
  'issues',
  'merge_requests',
  'epics',
  'milestones',
  'users',
  'notes',
  'blobs',
  'wiki_blobs',
  'commits',
] as const

const asked = {
  /** One of `searchScopes`, as far as the place has it. */
  scope: Type.String(),
  search: Type.String({ maxLength: 1000 }),
  state: Type.Optional(Words(['opened', 'closed', 'merged', 'all'])),
  confidential: Type.Optional(Type.Boolean()),
  orderBy: Type.Optional(Words(['created_at'])),
  sort: Type.Optional(Words(['asc', 'desc'])),
  includeArchived: Type.Optional(Type.Boolean()),
  ...Page,
}

/** Projects, issues, merge requests, epics, milestones, users, notes, blobs or commits, by the scope. */
const Found = Type.Array(AnyJson)

export const searchEverywhere = operation({
  name: 'searchEverywhere',
  summary: 'Search everything visible to you',
  at: 'GET /search',
  input: Type.Object(asked),
  reply: Found,
})

const inGroup = { summary: 'Search a group', input: Type.Object({ id: NamespaceRef, ...asked }), reply: Found }
export const searchGroup = operation({ ...inGroup, name: 'searchGroup', at: 'GET /groups/:id/search' })
export const searchGroupDashed = operation({ ...inGroup, name: 'searchGroupDashed', at: 'GET /groups/:id/-/search' })

const inProject = {
  summary: 'Search a project',
  input: Type.Object({
    id: NamespaceRef,
    ...asked,
    /** The ref in which to search for blobs and commits; by default the default branch. */
    ref: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: Found,
}
export const searchProject = operation({ ...inProject, name: 'searchProject', at: 'GET /projects/:id/search' })
export const searchProjectDashed = operation({
  ...inProject,
  name: 'searchProjectDashed',
  at: 'GET /projects/:id/-/search',
})

const FoundItem = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  type: Type.String(),
  title: Type.String(),
  state: Type.String(),
  confidential: Type.Boolean(),
  /** `#12` in the namespace of the page, else `group/project#12`. */
  reference: Type.String(),
  /** The path from the root of the site. */
  path: Type.String(),
})

const FoundPart = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** The full path of the group or project that the row belongs to. */
  fullPath: Type.String(),
  path: Type.String(),
})

export const quickSearch = operation({
  name: 'quickSearch',
  summary:
    'Search everything with a name for the command palette (without words: items that the current user has opened last)',
  at: 'GET /-/search',
  input: Type.Object({
    /** Words in any order, of which one letter may be wrong; or a reference such as `!4`. */
    q: Type.String({ maxLength: 200 }),
    /** The full path of the group or project of the page: its items come first. */
    namespace: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Type.Object({
    /** The items that the user opened last; filled if the query is empty. */
    recent: Type.Array(FoundItem),
    issues: Type.Array(FoundItem),
    mergeRequests: Type.Array(FoundItem),
    epics: Type.Array(FoundItem),
    milestones: Type.Array(FoundPart),
    /** The labels; their paths lead to the list of issues. */
    labels: Type.Array(Type.Object({ ...FoundPart.properties, color: Type.String() })),
    projects: Type.Array(
      Type.Object({
        id: Type.Integer(),
        nameWithNamespace: Type.String(),
        fullPath: Type.String(),
        path: Type.String(),
      }),
    ),
    groups: Type.Array(
      Type.Object({ id: Type.Integer(), fullName: Type.String(), fullPath: Type.String(), path: Type.String() }),
    ),
    users: Type.Array(
      Type.Object({
        id: Type.Integer(),
        username: Type.String(),
        name: Type.String(),
        avatarUrl: Nullable(Type.String()),
        path: Type.String(),
      }),
    ),
  }),
})

/** The kinds that the search page can show, in the order of its tabs. */
export const searchPageKinds = [
  'issues',
  'merge_requests',
  'epics',
  'notes',
  'milestones',
  'projects',
  'users',
  'blobs',
  'commits',
] as const

export type SearchPageKind = (typeof searchPageKinds)[number]

const FoundRow = Type.Object({
  /** Tells it from others of its kind. */
  key: Type.String(),
  title: Type.String(),
  /** The path from the root of the site. */
  path: Type.String(),
  /** `group/project#12`, the path of a place, `@ann`, or the short SHA of a commit. */
  reference: Nullable(Type.String()),
  state: Nullable(Type.String()),
  isConfidential: Type.Boolean(),
  /** The part of the text where the words were found, on one line; of a file, lines of code. */
  snippet: Nullable(Type.String()),
  author: Nullable(Type.Object({ username: Nullable(Type.String()), name: Type.String() })),
  /** The time of creation. */
  at: Nullable(Type.String()),
})

export const searchPage = operation({
  name: 'searchPage',
  summary: 'Get data for the search page',
  at: 'GET /-/pages/search',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 1000 })),
    scope: Type.Optional(Words([...searchPageKinds])),
    projectId: Type.Optional(Type.Integer()),
    groupId: Type.Optional(Type.Integer()),
    state: Type.Optional(Words(['opened', 'closed', 'merged', 'all'])),
    /** A username. */
    author: Type.Optional(Type.String({ maxLength: 255 })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  reply: Type.Object({
    scope: Words([...searchPageKinds]),
    place: Nullable(
      Type.Object({
        id: Type.Integer(),
        kind: Words(['project', 'group']),
        fullName: Type.String(),
        fullPath: Type.String(),
      }),
    ),
    /** The count of each kind that can be searched in this scope; null if only the tab of the kind counts. */
    counts: Type.Array(
      Type.Object({ kind: Words([...searchPageKinds]), count: Nullable(Type.Integer()), isAtLeast: Type.Boolean() }),
    ),
    rows: Type.Array(FoundRow),
    hasNext: Type.Boolean(),
    /** No item contains the words as spelled: the shown ones contain similar words. */
    isNear: Type.Boolean(),
  }),
})
