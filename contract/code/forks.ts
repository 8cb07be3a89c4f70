import { type Static, Type } from 'typebox'
import { ProjectCard } from '#contract/foundation/namespaces.ts'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { ListedProject, Project, projectFilters } from '#contract/foundation/projects.ts'
import { operationsOf } from '#contract/operation.ts'
import { Empty, NamespaceRef, Nullable, visibilities, Words } from '#contract/shapes.ts'
import { project, RefName } from './shapes.ts'

const operation = operationsOf('Forks')

export const forkProject = operation({
  name: 'forkProject',
  summary: 'Fork a project. The repository is copied in the background; see `import_status`',
  at: 'POST /projects/:id/fork',
  input: Type.Object({
    ...project,
    /** The actor's own namespace without one of these three. */
    namespaceId: Type.Optional(Type.Integer()),
    namespacePath: Type.Optional(Type.String({ maxLength: 1024 })),
    namespace: Type.Optional(NamespaceRef),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    path: Type.Optional(Type.String({ maxLength: 255 })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    visibility: Type.Optional(Words(visibilities)),
    /** The one branch to copy; all branches and tags without it. */
    branches: Type.Optional(RefName),
    mrDefaultTargetSelf: Type.Optional(Type.Boolean()),
  }),
  reply: Project,
})

export const listForks = operation({
  name: 'listForks',
  summary: 'List forks of a project',
  at: 'GET /projects/:id/forks',
  input: Type.Object({ id: NamespaceRef, ...projectFilters }),
  reply: Type.Array(ListedProject),
})

export const relateFork = operation({
  name: 'relateFork',
  summary: 'Make an existing project a fork of another project',
  at: 'POST /projects/:id/fork/:forkedFromId',
  input: Type.Object({ id: NamespaceRef, forkedFromId: NamespaceRef }),
  reply: Project,
})

export const endForkRelation = operation({
  name: 'endForkRelation',
  summary: 'Remove the fork relation of a project',
  at: 'DELETE /projects/:id/fork',
  input: Type.Object({ id: NamespaceRef }),
  reply: Empty,
})

export const forksPage = operation({
  name: 'forksPage',
  summary: 'Get data for the list of forks of a project',
  at: 'GET /-/pages/forks',
  input: Type.Object({
    namespace: Type.String(),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  reply: Type.Object({
    header: PlaceHeader,
    canFork: Type.Boolean(),
    forks: Type.Array(ProjectCard),
    page: Type.Integer(),
    hasNext: Type.Boolean(),
  }),
})
export type ForksPage = Static<typeof forksPage.reply>

export const newForkPage = operation({
  name: 'newForkPage',
  summary: 'Get data for the new fork page of a project',
  at: 'GET /-/pages/new_fork',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    header: PlaceHeader,
    id: Type.Integer(),
    name: Type.String(),
    path: Type.String(),
    description: Type.String(),
    defaultBranch: Type.String(),
    visibility: Words(visibilities),
  }),
})

export const ownFork = operation({
  name: 'ownFork',
  summary: "Get or create the current user's fork of a project",
  at: 'POST /:namespace/-/forks/own',
  status: 200,
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    id: Type.Integer(),
    fullPath: Type.String(),
    importStatus: Words(['none', 'scheduled', 'started', 'finished', 'failed']),
  }),
})

export const upstreamOfFork = operation({
  name: 'upstreamOfFork',
  summary: 'Compare a branch of a fork with its upstream project',
  at: 'GET /:namespace/-/forks/upstream',
  input: Type.Object({ namespace: Type.String(), branch: Type.Optional(RefName) }),
  reply: Nullable(
    Type.Object({
      source: Type.Object({ fullPath: Type.String(), name: Type.String(), defaultBranch: Type.String() }),
      branch: Type.String(),
      /** Null where one of the two has no such branch. */
      apart: Nullable(Type.Object({ ahead: Type.Integer(), behind: Type.Integer() })),
      canUpdate: Type.Boolean(),
    }),
  ),
})

export const updateFork = operation({
  name: 'updateFork',
  summary: 'Update a branch of a fork from its upstream project',
  at: 'POST /:namespace/-/forks/update',
  status: 200,
  input: Type.Object({ namespace: Type.String(), branch: Type.Optional(RefName) }),
  reply: Type.Object({ outcome: Words(['updated', 'current']) }),
})
