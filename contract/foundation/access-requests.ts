import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Page } from '#contract/shapes.ts'
import { Member } from './members.ts'
import { byPlaceKind } from './places.ts'
import { UserBasic } from './users.ts'

const operation = operationsOf('Access requests')

/** @source rest.md 2.1 */
export const AccessRequester = Type.Object({ ...UserBasic.properties, requestedAt: DateTime })

const place = { id: NamespaceRef }
const one = { ...place, userId: Type.Integer() }
const approval = { ...one, accessLevel: Type.Optional(Type.Integer()) }

/** The operations on the requests for access to a project or group. */
export const accessRequestOperations = byPlaceKind((kind, name) => ({
  list: operation({
    name: `list${name}AccessRequests`,
    summary: `List access requests of a ${kind}`,
    at: `GET /${kind}s/:id/access_requests`,
    input: Type.Object({ ...place, ...Page }),
    reply: Type.Array(AccessRequester),
  }),
  request: operation({
    name: `request${name}Access`,
    summary: `Request access to a ${kind}`,
    at: `POST /${kind}s/:id/access_requests`,
    input: Type.Object(place),
    reply: AccessRequester,
  }),
  approve: operation({
    name: `approve${name}Access`,
    summary: `Approve an access request to a ${kind} (default role: Developer)`,
    at: `PUT /${kind}s/:id/access_requests/:userId/approve`,
    status: 201,
    input: Type.Object(approval),
    reply: Member,
  }),
  deny: operation({
    name: `deny${name}Access`,
    summary: `Deny or withdraw an access request to a ${kind}`,
    at: `DELETE /${kind}s/:id/access_requests/:userId`,
    input: Type.Object(one),
    reply: Empty,
  }),
}))

export const {
  list: listProjectAccessRequests,
  request: requestProjectAccess,
  approve: approveProjectAccess,
  deny: denyProjectAccess,
} = accessRequestOperations.project

export const {
  list: listGroupAccessRequests,
  request: requestGroupAccess,
  approve: approveGroupAccess,
  deny: denyGroupAccess,
} = accessRequestOperations.group
