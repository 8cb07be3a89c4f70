import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Search')

/** @source rest.md 16 */
export const searchScopes = ['projects', 'issues', 'milestones', 'users', 'notes', 'blobs', 'commits'] as const

const asked = {
  /** One of `searchScopes`, as far as the place has it. */
  scope: Type.String(),
  search: Type.String({ maxLength: 1000 }),
  state: Type.Optional(Words(['opened', 'closed', 'all'])),
  confidential: Type.Optional(Type.Boolean()),
  orderBy: Type.Optional(Words(['created_at'])),
  sort: Type.Optional(Words(['asc', 'desc'])),
  includeArchived: Type.Optional(Type.Boolean()),
  ...Page,
}

/** Projects, issues, milestones, users, notes, blobs or commits, by the scope. */
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
    /** Where to search for blobs and commits; the default branch when left out. */
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

export const quickSearch = operation({
  name: 'quickSearch',
  summary: 'Search issues, projects, groups and people for the command palette',
  at: 'GET /-/search',
  input: Type.Object({
    q: Type.String({ maxLength: 200 }),
    /** Full path of the project one is in: its issues come first. */
    project: Type.Optional(Type.String()),
  }),
  reply: Type.Object({
    issues: Type.Array(
      Type.Object({
        id: Type.Integer(),
        iid: Type.Integer(),
        type: Type.String(),
        title: Type.String(),
        state: Type.String(),
        confidential: Type.Boolean(),
        /** `#12` in the project one is in, else `group/project#12`. */
        reference: Type.String(),
        /** From the root of the site. */
        path: Type.String(),
      }),
    ),
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
