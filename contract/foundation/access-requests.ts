import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Page } from '#contract/shapes.ts'
import { Member } from './members.ts'
import { UserBasic } from './users.ts'

const tag = 'Access requests'

/** @source rest.md 2.1 */
export const AccessRequester = Type.Object({ ...UserBasic.properties, requestedAt: DateTime })

const place = { id: NamespaceRef }
const one = { ...place, userId: Type.Integer() }
const approval = { ...one, accessLevel: Type.Optional(Type.Integer()) }

export const listProjectAccessRequests = operation({
  name: 'listProjectAccessRequests',
  summary: 'Who asks to become a member of a project.',
  tag,
  at: 'GET /projects/:id/access_requests',
  input: Type.Object({ ...place, ...Page }),
  reply: Type.Array(AccessRequester),
})

export const requestProjectAccess = operation({
  name: 'requestProjectAccess',
  summary: 'Ask to become a member of a project.',
  tag,
  at: 'POST /projects/:id/access_requests',
  input: Type.Object(place),
  reply: AccessRequester,
})

export const approveProjectAccess = operation({
  name: 'approveProjectAccess',
  summary: 'Make who asks a member of a project, a developer unless another level is given.',
  tag,
  at: 'PUT /projects/:id/access_requests/:userId/approve',
  status: 201,
  input: Type.Object(approval),
  reply: Member,
})

export const denyProjectAccess = operation({
  name: 'denyProjectAccess',
  summary: 'Refuse who asks to become a member of a project, or ask no longer.',
  tag,
  at: 'DELETE /projects/:id/access_requests/:userId',
  input: Type.Object(one),
  reply: Empty,
})

export const listGroupAccessRequests = operation({
  name: 'listGroupAccessRequests',
  summary: 'Who asks to become a member of a group.',
  tag,
  at: 'GET /groups/:id/access_requests',
  input: Type.Object({ ...place, ...Page }),
  reply: Type.Array(AccessRequester),
})

export const requestGroupAccess = operation({
  name: 'requestGroupAccess',
  summary: 'Ask to become a member of a group.',
  tag,
  at: 'POST /groups/:id/access_requests',
  input: Type.Object(place),
  reply: AccessRequester,
})

export const approveGroupAccess = operation({
  name: 'approveGroupAccess',
  summary: 'Make who asks a member of a group, a developer unless another level is given.',
  tag,
  at: 'PUT /groups/:id/access_requests/:userId/approve',
  status: 201,
  input: Type.Object(approval),
  reply: Member,
})

export const denyGroupAccess = operation({
  name: 'denyGroupAccess',
  summary: 'Refuse who asks to become a member of a group, or ask no longer.',
  tag,
  at: 'DELETE /groups/:id/access_requests/:userId',
  input: Type.Object(one),
  reply: Empty,
})
