import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Words } from '#contract/shapes.ts'
import { versionComparisons } from './dependency-words.ts'
import { vulnerabilityLimits as limits, vulnerabilitySeverities } from './vulnerability-words.ts'

const operation = operationsOf('Dependencies')

const Cursor = Nullable(Type.Object({ cursor: Type.String() }))
const paging = { cursor: Type.Optional(Type.String({ maxLength: 1000 })) }
const Pagination = Type.Object({ next: Cursor, previous: Cursor })

const component = {
  id: Type.Integer(),
  name: Type.String(),
  version: Type.String(),
  /** The type of its package URL, such as `npm`; empty without one. */
  packageType: Type.String(),
  licenses: Type.Array(Type.String()),
  /** Those that the SBOM names, the most severe first. */
  vulnerabilities: Type.Array(
    Type.Object({ id: Type.String(), severity: Words(vulnerabilitySeverities), url: Nullable(Type.String()) }),
  ),
  source: Type.String(),
}

export const getDependencies = operation({
  name: 'getDependencies',
  summary: 'List dependencies of a project, from the SBOMs of its default branch',
  at: 'GET /:namespace/-/dependencies.json',
  isPolled: true,
  input: Type.Object({
    namespace: Type.String({ maxLength: 1000 }),
    search: Type.Optional(Type.String({ maxLength: limits.search })),
    /** Only those that the SBOM names vulnerabilities for. */
    affected: Type.Optional(Type.Boolean()),
    ...paging,
  }),
  reply: Type.Object({
    dependencies: Type.Array(Type.Object(component)),
    pagination: Pagination,
    count: Type.Integer(),
    affectedCount: Type.Integer(),
    documents: Type.Array(
      Type.Object({ source: Type.String(), tool: Type.String(), sha: Type.String(), createdAt: DateTime }),
    ),
    namespace: PlaceHeader,
  }),
})

export const getGroupDependencies = operation({
  name: 'getGroupDependencies',
  summary: 'Find the projects of a group that depend on a package, by its version',
  at: 'GET /groups/:namespace/-/dependencies.json',
  isPolled: true,
  input: Type.Object({
    namespace: Type.String({ maxLength: 1000 }),
    /** The beginning of the name of a package. */
    package: Type.Optional(Type.String({ maxLength: limits.search })),
    compare: Type.Optional(Words(versionComparisons)),
    version: Type.Optional(Type.String({ maxLength: 100 })),
    affected: Type.Optional(Type.Boolean()),
    ...paging,
  }),
  reply: Type.Object({
    dependencies: Type.Array(
      Type.Object({ ...component, project: Type.Object({ name: Type.String(), fullPath: Type.String() }) }),
    ),
    pagination: Pagination,
    /** Counted to 1,000. */
    projectsCount: Type.Integer(),
    namespace: PlaceHeader,
  }),
})
