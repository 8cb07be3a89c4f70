import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Empty, Expected, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { environmentTiers, mostRequiredApprovals } from './environment-words.ts'

const operation = operationsOf('Protected environments')

const id = Type.Integer({ minimum: 1 })

/** Someone who is allowed something: a role, a user or a group. With an id, an entry that is changed, or removed by `_destroy`. */
const access = {
  id: Type.Optional(id),
  accessLevel: Type.Optional(Nullable(Type.Integer())),
  userId: Type.Optional(Nullable(id)),
  groupId: Type.Optional(Nullable(id)),
  /** 0: direct members of the group; 1: members of the groups above it too. */
  groupInheritanceType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  /** `_destroy` on the wire. */
  Destroy: Type.Optional(Type.Boolean()),
}

const Access = Type.Object(access)
const ApprovalRule = Type.Object({
  ...access,
  requiredApprovals: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRequiredApprovals })),
})
export type AccessInput = Static<typeof ApprovalRule>

const shown = {
  id: Type.Integer(),
  accessLevel: Nullable(Type.Integer()),
  accessLevelDescription: Type.String(),
  userId: Nullable(Type.Integer()),
  groupId: Nullable(Type.Integer()),
  groupInheritanceType: Type.Integer(),
}

export const ProtectedEnvironment = Type.Object({
  name: Type.String(),
  deployAccessLevels: Type.Array(Type.Object(shown)),
  requiredApprovalCount: Type.Integer(),
  approvalRules: Type.Array(Type.Object({ ...shown, requiredApprovals: Type.Integer() })),
})
export type ProtectedEnvironment = Static<typeof ProtectedEnvironment>

const Name = Type.String({ minLength: 1, maxLength: 255 })
const project = { id: NamespaceRef }
const one = { ...project, name: Name }
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: mostRequiredApprovals }))

const protection = {
  deployAccessLevels: Type.Array(Access, { minItems: 1, maxItems: 100 }),
  requiredApprovalCount: Count,
  approvalRules: Type.Optional(Type.Array(ApprovalRule, { maxItems: 100 })),
}
const changes = {
  ...protection,
  deployAccessLevels: Type.Optional(Type.Array(Access, { maxItems: 100 })),
}

const Ids = Type.Optional(Type.Array(id, { maxItems: 100 }))

/** All entries that name a role, users or groups, as the settings page replaces them. */
const named = {
  /** The role that may deploy; 0 for none. */
  deployLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  /** The role that approves; 0 for none. */
  approvalLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  /** The approvals that this role must give; 0 for none. */
  approvals: Count,
  deployUserIds: Ids,
  deployGroupIds: Ids,
  /** Each of them must approve. */
  approvalUserIds: Ids,
  /** One member of each must approve. */
  approvalGroupIds: Ids,
}

export const listProtectedEnvironments = operation({
  name: 'listProtectedEnvironments',
  summary: 'List protected environments of a project',
  at: 'GET /projects/:id/protected_environments',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(ProtectedEnvironment),
})

export const getProtectedEnvironment = operation({
  name: 'getProtectedEnvironment',
  summary: 'Get a protected environment',
  at: 'GET /projects/:id/protected_environments/:name',
  input: Type.Object(one),
  reply: ProtectedEnvironment,
})

export const protectEnvironment = operation({
  name: 'protectEnvironment',
  summary: 'Protect an environment: say who may deploy to it and who approves deployments',
  at: 'POST /projects/:id/protected_environments',
  input: Type.Object({ ...one, ...protection }),
  reply: ProtectedEnvironment,
})

export const updateProtectedEnvironment = operation({
  name: 'updateProtectedEnvironment',
  summary: 'Change who may deploy to a protected environment and who approves deployments',
  at: 'PUT /projects/:id/protected_environments/:name',
  input: Type.Object({
    ...one,
    ...changes,
    ...named,
    expected: Expected({ requiredApprovalCount: Count, ...named }),
  }),
  reply: ProtectedEnvironment,
})

export const unprotectEnvironment = operation({
  name: 'unprotectEnvironment',
  summary: 'Remove the protection of an environment',
  at: 'DELETE /projects/:id/protected_environments/:name',
  input: Type.Object(one),
  reply: Empty,
})

const ofGroup = operationsOf('Group protected environments')
const ofTier = { id: NamespaceRef, name: Words(environmentTiers) }

export const listGroupProtectedEnvironments = ofGroup({
  name: 'listGroupProtectedEnvironments',
  summary: 'List the tiers of environments that a group protects in its projects',
  at: 'GET /groups/:id/protected_environments',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(ProtectedEnvironment),
})

export const getGroupProtectedEnvironment = ofGroup({
  name: 'getGroupProtectedEnvironment',
  summary: 'Get the protection of a tier of environments by a group',
  at: 'GET /groups/:id/protected_environments/:name',
  input: Type.Object(one),
  reply: ProtectedEnvironment,
})

export const protectGroupEnvironment = ofGroup({
  name: 'protectGroupEnvironment',
  summary: 'Protect the environments of a tier in the projects of a group',
  at: 'POST /groups/:id/protected_environments',
  input: Type.Object({ ...ofTier, ...protection }),
  reply: ProtectedEnvironment,
})

export const updateGroupProtectedEnvironment = ofGroup({
  name: 'updateGroupProtectedEnvironment',
  summary: 'Change who may deploy to the environments of a tier and who approves deployments',
  at: 'PUT /groups/:id/protected_environments/:name',
  input: Type.Object({ ...one, ...changes }),
  reply: ProtectedEnvironment,
})

export const unprotectGroupEnvironment = ofGroup({
  name: 'unprotectGroupEnvironment',
  summary: 'Remove the protection of a tier of environments by a group',
  at: 'DELETE /groups/:id/protected_environments/:name',
  input: Type.Object(one),
  reply: Empty,
})
