import { type Static, type TProperties, Type } from 'typebox'
import { DeployKeyOnPage } from '#contract/foundation/deploy-keys.ts'
import { operationsOf } from '#contract/operation.ts'
import { Empty, Expected, Nullable, Page } from '#contract/shapes.ts'
import { CodePlace } from './code-pages.ts'
import { type RefKind, refKinds } from './ref-kinds.ts'
import { Branch, project } from './shapes.ts'

const operation = operationsOf('Protected branches and tags')

/** The access levels that a rule can name, from the one that excludes everyone. @source rest.md 1.11 */
export const refAccessLevels = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Instance admins',
} as const

/** Rules that a project has at most for its branches, and for its tags. */
export const maxRefRules = 500

/** A pattern's length at most; it is matched against names of refs. */
const RuleName = Type.String({ minLength: 1, maxLength: 255 })
const Level = Type.Integer()

export const RefAccess = Type.Object({
  id: Type.Integer(),
  /** Null where one user or deploy key is named. */
  accessLevel: Nullable(Type.Integer()),
  accessLevelDescription: Type.String(),
  userId: Nullable(Type.Integer()),
  groupId: Nullable(Type.Integer()),
  deployKeyId: Nullable(Type.Integer()),
})
export type RefAccess = Static<typeof RefAccess>

export const ProtectedBranch = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pushAccessLevels: Type.Array(RefAccess),
  mergeAccessLevels: Type.Array(RefAccess),
  unprotectAccessLevels: Type.Array(RefAccess),
  allowForcePush: Type.Boolean(),
  /** Files with code owners change only by a merge request that the owners approved. */
  codeOwnerApprovalRequired: Type.Boolean(),
  inherited: Type.Boolean(),
})

export const ProtectedTag = Type.Object({ name: Type.String(), createAccessLevels: Type.Array(RefAccess) })

/** One more who is allowed something; with an id, one there is: to be changed, or removed by `_destroy`. */
const Grant = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  accessLevel: Type.Optional(Level),
  userId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** A deploy key with write access; only for pushing to branches and creating tags. */
  deployKeyId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** `_destroy` on the wire. */
  Destroy: Type.Optional(Type.Boolean()),
})
export type Grant = Static<typeof Grant>

const grants = Type.Optional(Type.Array(Grant, { maxItems: 100 }))
const level = Type.Optional(Level)

const branchAccess = {
  pushAccessLevel: level,
  mergeAccessLevel: level,
  unprotectAccessLevel: level,
  allowForcePush: Type.Optional(Type.Boolean()),
  /** Whether files with code owners change only by a merge request that the owners approved. */
  codeOwnerApprovalRequired: Type.Optional(Type.Boolean()),
  allowedToPush: grants,
  allowedToMerge: grants,
  allowedToUnprotect: grants,
}

function operationsOn<Kind extends RefKind, Shape extends TProperties, Access extends TProperties>(
  kind: Kind,
  shape: Shape,
  access: Access,
) {
  const { title, word, plural, name } = refKinds[kind]
  const all = `/projects/:id/protected_${plural}` as const
  const one = `${all}/:name` as const
  const reply = Type.Object(shape)
  const key = Type.Object({ ...project, name: RuleName })
  return {
    list: operation({
      name: `listProtected${title}`,
      summary: `List protected ${plural} and wildcards`,
      at: `GET ${all}`,
      input: Type.Object({ ...project, search: Type.Optional(Type.String({ maxLength: 255 })), ...Page }),
      reply: Type.Array(reply),
    }),
    get: operation({
      name: `getProtected${name}`,
      summary: `Get a protected ${word} or wildcard`,
      at: `GET ${one}`,
      input: key,
      reply,
    }),
    protect: operation({
      name: `protect${name}`,
      summary: `Protect a ${word}, or all that match a wildcard such as release/*`,
      at: `POST ${all}`,
      input: Type.Object({ ...project, name: RuleName, ...access }),
      reply,
    }),
    unprotect: operation({
      name: `unprotect${name}`,
      summary: `Remove the protection of a ${word} or wildcard`,
      at: `DELETE ${one}`,
      input: key,
      reply: Empty,
    }),
  }
}

export const {
  list: listProtectedBranches,
  get: getProtectedBranch,
  protect: protectBranch,
  unprotect: unprotectBranch,
} = operationsOn('branch', ProtectedBranch.properties, branchAccess)

export const {
  list: listProtectedTags,
  get: getProtectedTag,
  protect: protectTag,
  unprotect: unprotectTag,
} = operationsOn('tag', ProtectedTag.properties, { createAccessLevel: level, allowedToCreate: grants })

export const updateProtectedBranch = operation({
  name: 'updateProtectedBranch',
  summary: 'Change who can push to, merge into or unprotect a protected branch',
  at: 'PATCH /projects/:id/protected_branches/:name',
  input: Type.Object({
    ...project,
    name: RuleName,
    ...branchAccess,
    expected: Expected({
      allowForcePush: branchAccess.allowForcePush,
      codeOwnerApprovalRequired: branchAccess.codeOwnerApprovalRequired,
      /** The role that the rule names; 0 where it names none. */
      pushAccessLevel: level,
      mergeAccessLevel: level,
      /** The ids of the deploy keys that may push. */
      pushDeployKeyIds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 })),
    }),
  }),
  reply: ProtectedBranch,
})

const oldKey = { ...project, branch: Type.String({ maxLength: 255 }) }

export const protectOneBranch = operation({
  name: 'protectOneBranch',
  summary: 'Protect an existing branch (older form)',
  at: 'PUT /projects/:id/repository/branches/:branch/protect',
  input: Type.Object({
    ...oldKey,
    developersCanPush: Type.Optional(Type.Boolean()),
    developersCanMerge: Type.Optional(Type.Boolean()),
  }),
  reply: Branch,
})

export const unprotectOneBranch = operation({
  name: 'unprotectOneBranch',
  summary: 'Remove the protection of an existing branch (older form)',
  at: 'PUT /projects/:id/repository/branches/:branch/unprotect',
  input: Type.Object(oldKey),
  reply: Branch,
})

export const repositorySettingsPage = operation({
  name: 'repositorySettingsPage',
  summary: 'Get data for the repository settings page of a project',
  at: 'GET /-/pages/repository_settings',
  input: Type.Object({ namespace: Type.String({ maxLength: 1000 }) }),
  reply: Type.Object({
    place: CodePlace,
    protectedBranches: Type.Array(ProtectedBranch),
    protectedTags: Type.Array(ProtectedTag),
    deployKeys: Type.Array(DeployKeyOnPage),
  }),
})
