import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Day, Ids, LeastLevel, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { GroupDetail, PublicGroup } from './groups.ts'
import { Project } from './projects.ts'

const operation = operationsOf('Sharing with groups')

const invitation = {
  id: NamespaceRef,
  groupId: Type.Integer(),
  groupAccess: Type.Integer(),
  expiresAt: Type.Optional(Nullable(Day)),
}
const one = { id: NamespaceRef, groupId: Type.Integer() }
const list = {
  id: NamespaceRef,
  search: Type.Optional(Type.String({ maxLength: 255 })),
  skipGroups: Type.Optional(Ids),
  minAccessLevel: Type.Optional(LeastLevel),
  ...Page,
}

/** @source rest.md 4.1 */
const ProjectShare = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  groupId: Type.Integer(),
  groupAccess: Type.Integer(),
  expiresAt: Nullable(Day),
})

export const shareProject = operation({
  name: 'shareProject',
  summary: 'Share a project with a group',
  at: 'POST /projects/:id/share',
  input: Type.Object(invitation),
  reply: ProjectShare,
})

export const unshareProject = operation({
  name: 'unshareProject',
  summary: 'Stop sharing a project with a group',
  at: 'DELETE /projects/:id/share/:groupId',
  input: Type.Object(one),
  reply: Type.Null(),
})

export const shareGroup = operation({
  name: 'shareGroup',
  summary: 'Share a group with another group',
  at: 'POST /groups/:id/share',
  input: Type.Object(invitation),
  reply: GroupDetail,
})

export const unshareGroup = operation({
  name: 'unshareGroup',
  summary: 'Stop sharing a group with another group',
  at: 'DELETE /groups/:id/share/:groupId',
  input: Type.Object(one),
  reply: Type.Null(),
})

export const listInvitedGroupsOfProject = operation({
  name: 'listInvitedGroupsOfProject',
  summary: 'List groups a project is shared with that are visible to the current user',
  at: 'GET /projects/:id/invited_groups',
  input: Type.Object(list),
  reply: Type.Array(PublicGroup),
})

export const listInvitedGroupsOfGroup = operation({
  name: 'listInvitedGroupsOfGroup',
  summary: 'List groups a group is shared with that are visible to the current user',
  at: 'GET /groups/:id/invited_groups',
  input: Type.Object(list),
  reply: Type.Array(PublicGroup),
})

export const listSharedGroups = operation({
  name: 'listSharedGroups',
  summary: 'List groups shared with a group that are visible to the current user',
  at: 'GET /groups/:id/groups/shared',
  input: Type.Object(list),
  reply: Type.Array(PublicGroup),
})

export const listSharedProjects = operation({
  name: 'listSharedProjects',
  summary: 'List projects shared with a group that are visible to the current user',
  at: 'GET /groups/:id/projects/shared',
  input: Type.Object(list),
  reply: Type.Array(Project),
})

export const listProjectShareLocations = operation({
  name: 'listProjectShareLocations',
  summary: 'List groups the current user can share a project with',
  at: 'GET /projects/:id/share_locations',
  input: Type.Object(list),
  reply: Type.Array(PublicGroup),
})
