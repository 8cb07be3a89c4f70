import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Day, Expected, Ids, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { PublicGroup } from './groups.ts'
import { byPlaceKind, PlaceHeader } from './places.ts'
import { UserBasic } from './users.ts'

const operation = operationsOf('Members')

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
const membership = { accessLevel: Type.Optional(Type.Integer()), expiresAt: Type.Optional(Nullable(Day)) }
const change = { ...one, ...membership, expected: Expected(membership) }

/** One member, or for several names a status with what went wrong by username. */
const Added = Type.Union([
  Member,
  Type.Object({ status: Words(['success', 'error']), message: Type.Optional(AnyJson) }),
])

const Row = Type.Object({
  user: UserBasic,
  accessLevel: Type.Integer(),
  createdAt: DateTime,
  expiresAt: Nullable(Day),
  /** The source of the access level: this namespace itself, or a group above it. */
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

/** The operations on the members of a project or group. */
export const memberOperations = byPlaceKind((kind, name) => ({
  list: operation({
    name: `list${name}Members`,
    summary: `List direct members of a ${kind}`,
    at: `GET /${kind}s/:id/members`,
    input: Type.Object(list),
    reply: Type.Array(Member),
  }),
  listAll: operation({
    name: `listAll${name}Members`,
    summary: `List all members of a ${kind}, including inherited, each with their highest role`,
    at: `GET /${kind}s/:id/members/all`,
    input: Type.Object(list),
    reply: Type.Array(Member),
  }),
  get: operation({
    name: `get${name}Member`,
    summary: `Get a direct member of a ${kind}`,
    at: `GET /${kind}s/:id/members/:userId`,
    input: Type.Object(one),
    reply: Member,
  }),
  getAny: operation({
    name: `getAny${name}Member`,
    summary: `Get a direct or inherited member of a ${kind}`,
    at: `GET /${kind}s/:id/members/all/:userId`,
    input: Type.Object(one),
    reply: Member,
  }),
  add: operation({
    name: `add${name}Member`,
    summary: `Add a member to a ${kind}`,
    at: `POST /${kind}s/:id/members`,
    input: Type.Object(addition),
    reply: Added,
  }),
  update: operation({
    name: `update${name}Member`,
    summary: `Update the role or expiration date of a ${kind} member`,
    at: `PUT /${kind}s/:id/members/:userId`,
    input: Type.Object(change),
    reply: Member,
  }),
  remove: operation({
    name: `remove${name}Member`,
    summary: `Remove a member from a ${kind}, or leave it`,
    at: `DELETE /${kind}s/:id/members/:userId`,
    input: Type.Object(one),
    reply: Type.Null(),
  }),
  page: operation({
    name: `${kind}MembersPage`,
    summary: `Get data for the members page of a ${kind}`,
    at: `GET /-/pages/${kind}_members`,
    input: Type.Object(page),
    reply: MembersPage,
  }),
}))

/** @source rest.md 4.1 */
export const importProjectMembers = operation({
  name: 'importProjectMembers',
  summary: 'Add the direct members of another project to a project',
  at: 'POST /projects/:id/import_project_members/:projectId',
  status: 200,
  input: Type.Object({
    id: NamespaceRef,
    /** The project whose members are added. */
    projectId: NamespaceRef,
  }),
  reply: Type.Object({
    status: Words(['success', 'error']),
    /** The reasons why members were not added, by username. */
    message: Type.Optional(AnyJson),
    /** The number of members to add. */
    totalMembersCount: Type.Optional(Type.Integer()),
  }),
})

export const {
  list: listProjectMembers,
  listAll: listAllProjectMembers,
  get: getProjectMember,
  getAny: getAnyProjectMember,
  add: addProjectMember,
  update: updateProjectMember,
  remove: removeProjectMember,
  page: projectMembersPage,
} = memberOperations.project

export const {
  list: listGroupMembers,
  listAll: listAllGroupMembers,
  get: getGroupMember,
  getAny: getAnyGroupMember,
  add: addGroupMember,
  update: updateGroupMember,
  remove: removeGroupMember,
  page: groupMembersPage,
} = memberOperations.group
