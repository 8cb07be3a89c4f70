import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { AnyJson, DateTime, Day, Ids, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { PublicGroup } from './groups.ts'
import { PlaceHeader } from './places.ts'
import { UserBasic } from './users.ts'

const tag = 'Members'

/** The levels that a member may be given, by their names on the page. */
export const memberLevels = { Guest: 10, Planner: 15, Reporter: 20, Developer: 30, Maintainer: 40, Owner: 50 } as const

export const Member = Type.Object({
  ...UserBasic.properties,
  accessLevel: Type.Integer(),
  createdAt: DateTime,
  createdBy: Nullable(UserBasic),
  expiresAt: Nullable(Day),
  membershipState: Words(['active']),
})

const list = {
  id: NamespaceRef,
  query: Type.Optional(Type.String({ maxLength: 255 })),
  userIds: Type.Optional(Ids),
  skipUsers: Type.Optional(Ids),
  ...Page,
}
const one = { id: NamespaceRef, userId: Type.Integer() }

const addition = {
  id: NamespaceRef,
  /** One id, or several joined by commas. */
  userId: Type.Optional(
    Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true, maxItems: 100 }),
  ),
  /** One username, or several joined by commas. */
  username: Type.Optional(
    Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true, maxItems: 100 }),
  ),
  accessLevel: Type.Integer(),
  expiresAt: Type.Optional(Nullable(Day)),
}
const change = { ...one, accessLevel: Type.Integer(), expiresAt: Type.Optional(Nullable(Day)) }

/** One member, or for several names a status with what went wrong by username. */
const Added = Type.Union([
  Member,
  Type.Object({ status: Words(['success', 'error']), message: Type.Optional(AnyJson) }),
])

export const listProjectMembers = operation({
  name: 'listProjectMembers',
  summary: 'The direct members of a project.',
  tag,
  at: 'GET /projects/:id/members',
  input: Type.Object(list),
  reply: Type.Array(Member),
})

export const listAllProjectMembers = operation({
  name: 'listAllProjectMembers',
  summary: 'The members of a project, inherited ones too, each once with the highest level.',
  tag,
  at: 'GET /projects/:id/members/all',
  input: Type.Object(list),
  reply: Type.Array(Member),
})

export const getProjectMember = operation({
  name: 'getProjectMember',
  summary: 'A direct member of a project.',
  tag,
  at: 'GET /projects/:id/members/:userId',
  input: Type.Object(one),
  reply: Member,
})

export const getAnyProjectMember = operation({
  name: 'getAnyProjectMember',
  summary: 'A member of a project, direct or inherited.',
  tag,
  at: 'GET /projects/:id/members/all/:userId',
  input: Type.Object(one),
  reply: Member,
})

export const addProjectMember = operation({
  name: 'addProjectMember',
  summary: 'Make somebody a member of a project.',
  tag,
  at: 'POST /projects/:id/members',
  input: Type.Object(addition),
  reply: Added,
})

export const updateProjectMember = operation({
  name: 'updateProjectMember',
  summary: 'Change a project member’s level or expiry date.',
  tag,
  at: 'PUT /projects/:id/members/:userId',
  input: Type.Object(change),
  reply: Member,
})

export const removeProjectMember = operation({
  name: 'removeProjectMember',
  summary: 'Remove a member from a project, or leave it oneself.',
  tag,
  at: 'DELETE /projects/:id/members/:userId',
  input: Type.Object(one),
  reply: Type.Null(),
})

export const listGroupMembers = operation({
  name: 'listGroupMembers',
  summary: 'The direct members of a group.',
  tag,
  at: 'GET /groups/:id/members',
  input: Type.Object(list),
  reply: Type.Array(Member),
})

export const listAllGroupMembers = operation({
  name: 'listAllGroupMembers',
  summary: 'The members of a group, inherited ones too, each once with the highest level.',
  tag,
  at: 'GET /groups/:id/members/all',
  input: Type.Object(list),
  reply: Type.Array(Member),
})

export const getGroupMember = operation({
  name: 'getGroupMember',
  summary: 'A direct member of a group.',
  tag,
  at: 'GET /groups/:id/members/:userId',
  input: Type.Object(one),
  reply: Member,
})

export const getAnyGroupMember = operation({
  name: 'getAnyGroupMember',
  summary: 'A member of a group, direct or inherited.',
  tag,
  at: 'GET /groups/:id/members/all/:userId',
  input: Type.Object(one),
  reply: Member,
})

export const addGroupMember = operation({
  name: 'addGroupMember',
  summary: 'Make somebody a member of a group.',
  tag,
  at: 'POST /groups/:id/members',
  input: Type.Object(addition),
  reply: Added,
})

export const updateGroupMember = operation({
  name: 'updateGroupMember',
  summary: 'Change a group member’s level or expiry date.',
  tag,
  at: 'PUT /groups/:id/members/:userId',
  input: Type.Object(change),
  reply: Member,
})

export const removeGroupMember = operation({
  name: 'removeGroupMember',
  summary: 'Remove a member from a group, or leave it oneself.',
  tag,
  at: 'DELETE /groups/:id/members/:userId',
  input: Type.Object(one),
  reply: Type.Null(),
})

const Row = Type.Object({
  user: UserBasic,
  accessLevel: Type.Integer(),
  createdAt: DateTime,
  expiresAt: Nullable(Day),
  /** Where the level comes from: this place itself, or the group above that gives it. */
  source: Type.Object({ id: Type.Integer(), fullPath: Type.String(), name: Type.String(), webUrl: Type.String() }),
  isDirect: Type.Boolean(),
})

const MembersPage = Type.Object({
  namespace: PlaceHeader,
  canAdmin: Type.Boolean(),
  /** The levels that the viewer may give. */
  grantable: Type.Array(Type.Integer()),
  members: Type.Array(Row),
  /** Groups that this namespace itself is shared with and that the viewer can see. */
  groups: Type.Array(Type.Object({ group: PublicGroup, groupAccess: Type.Integer(), expiresAt: Nullable(Day) })),
  /** Whether the viewer can share the namespace with a group. */
  canShare: Type.Boolean(),
  hasNext: Type.Boolean(),
})

const page = { namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })), ...Page }

export const projectMembersPage = operation({
  name: 'projectMembersPage',
  summary: 'What the members page of a project shows.',
  tag,
  at: 'GET /-/pages/project_members',
  door: 'browser',
  input: Type.Object(page),
  reply: MembersPage,
})

export const groupMembersPage = operation({
  name: 'groupMembersPage',
  summary: 'What the members page of a group shows.',
  tag,
  at: 'GET /-/pages/group_members',
  door: 'browser',
  input: Type.Object(page),
  reply: MembersPage,
})
