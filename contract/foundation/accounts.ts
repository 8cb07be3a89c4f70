import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Day, LeastLevel, NamespaceRef, Nullable, Page, visibilities, Words } from '#contract/shapes.ts'
import { PublicGroup } from './groups.ts'
import { ListedProject } from './projects.ts'

const operation = operationsOf('Users')
const userId = Type.Integer({ minimum: 1 })

export const listMemberships = operation({
  name: 'listMemberships',
  summary: 'List project and group memberships of a user (administrators only)',
  at: 'GET /users/:id/memberships',
  input: Type.Object({ id: userId, type: Type.Optional(Words(['Project', 'Namespace'])), ...Page }),
  reply: Type.Array(
    Type.Object({
      sourceId: Type.Integer(),
      sourceName: Type.String(),
      sourceType: Words(['Project', 'Namespace']),
      accessLevel: Type.Integer(),
    }),
  ),
})

export const getAssociationsCount = operation({
  name: 'getAssociationsCount',
  summary: 'Get the counts of projects, groups and issues associated with a user (the user and administrators only)',
  at: 'GET /users/:id/associations_count',
  input: Type.Object({ id: userId }),
  reply: Type.Object({
    groupsCount: Type.Integer(),
    projectsCount: Type.Integer(),
    issuesCount: Type.Integer(),
    mergeRequestsCount: Type.Integer(),
  }),
})

export const listActivities = operation({
  name: 'listActivities',
  summary: 'List the last activity date of users (administrators only)',
  at: 'GET /user/activities',
  input: Type.Object({
    /** Six months ago, unless told. */
    from: Type.Optional(Day),
    ...Page,
  }),
  reply: Type.Array(Type.Object({ username: Type.String(), lastActivityOn: Day, lastActivityAt: Day })),
})

export const listContributedProjects = operation({
  name: 'listContributedProjects',
  summary: 'List projects that a user contributed to',
  at: 'GET /users/:userId/contributed_projects',
  input: Type.Object({
    userId: NamespaceRef,
    orderBy: Type.Optional(Words(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'star_count'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    simple: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(ListedProject),
})

const place = {
  id: Type.Integer(),
  webUrl: Type.String(),
  name: Type.String(),
  organizationId: Type.Integer(),
  visibility: Words(visibilities),
  accessLevels: Type.Integer(),
}

export const getTokenAssociations = operation({
  name: 'getTokenAssociations',
  summary: 'List groups and projects that the token of this request can access as a member',
  tag: 'Access tokens',
  at: 'GET /personal_access_tokens/self/associations',
  input: Type.Object({ minAccessLevel: Type.Optional(LeastLevel), ...Page }),
  reply: Type.Object({
    groups: Type.Array(Type.Object({ ...place, parentId: Nullable(Type.Integer()) })),
    projects: Type.Array(Type.Object({ ...place, parentId: Nullable(Type.Integer()) })),
  }),
})

const locations = { search: Type.Optional(Type.String({ maxLength: 255 })), ...Page }

export const listProjectLocations = operation({
  name: 'listProjectLocations',
  summary: 'List groups that the current user can transfer a project to',
  tag: 'Projects',
  at: 'GET /projects/:id/transfer_locations',
  input: Type.Object({ id: NamespaceRef, ...locations }),
  reply: Type.Array(PublicGroup),
})

export const listGroupLocations = operation({
  name: 'listGroupLocations',
  summary: 'List groups that the current user can transfer a group to',
  tag: 'Groups',
  at: 'GET /groups/:id/transfer_locations',
  input: Type.Object({ id: NamespaceRef, ...locations }),
  reply: Type.Array(PublicGroup),
})
