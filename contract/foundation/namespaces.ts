import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const tag = 'Namespaces'

/** A group or a user's own namespace, as it stands in a project. */
export const NamespaceBasic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  kind: Words(['user', 'group']),
  fullPath: Type.String(),
  parentId: Nullable(Type.Integer()),
  avatarUrl: Nullable(Type.String()),
  webUrl: Type.String(),
})

export const Namespace = Type.Object({
  ...NamespaceBasic.properties,
  membersCountWithDescendants: Type.Optional(Nullable(Type.Integer())),
  rootRepositorySize: Nullable(Type.Integer()),
  projectsCount: Type.Optional(Nullable(Type.Integer())),
  billableMembersCount: Type.Integer(),
  plan: Type.String(),
  trial: Type.Boolean(),
  trialEndsOn: Nullable(Type.String()),
})

export const listNamespaces = operation({
  name: 'listNamespaces',
  summary: 'The groups and user namespaces the caller may work in.',
  tag,
  at: 'GET /namespaces',
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 255 })),
    ownedOnly: Type.Optional(Type.Boolean()),
    topLevelOnly: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(Namespace),
})

export const getNamespace = operation({
  name: 'getNamespace',
  summary: 'One group or user namespace.',
  tag,
  at: 'GET /namespaces/:id',
  input: Type.Object({ id: NamespaceRef }),
  reply: Namespace,
})

export const namespaceExists = operation({
  name: 'namespaceExists',
  summary: 'Whether a path is taken, with free ones like it.',
  tag,
  at: 'GET /namespaces/:id/exists',
  input: Type.Object({ id: Type.String({ maxLength: 255 }), parentId: Type.Optional(Type.Integer()) }),
  reply: Type.Object({ exists: Type.Boolean(), suggests: Type.Array(Type.String()) }),
})
