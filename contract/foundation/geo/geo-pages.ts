import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Page, Words } from '#contract/shapes.ts'
import { GeoNode } from './geo-nodes.ts'
import { copyFilters, GeoCopy } from './geo-replication.ts'
import { databaseStates, replicables } from './replicables.ts'

const operation = operationsOf('Geo nodes')

const GeoCounts = Type.Object({
  items: Type.Integer(),
  synced: Type.Integer(),
  failed: Type.Integer(),
  verified: Type.Integer(),
  verificationFailed: Type.Integer(),
})

const { _links: _, ...nodeProperties } = GeoNode.properties

/** A node as the page shows it. */
const ShownGeoNode = Type.Object({
  ...nodeProperties,
  hasKey: Type.Boolean(),
  /** The selected namespaces, with their paths. */
  namespaces: Type.Array(Type.Object({ id: Type.Integer(), fullPath: Type.String() })),
  /** Sentences. Empty if it is healthy. */
  problems: Type.Array(Type.String()),
  database: Words(databaseStates),
  lagSeconds: Nullable(Type.Integer()),
  lagBytes: Nullable(Type.Integer()),
  reportedAt: Nullable(DateTime),
  version: Nullable(Type.String()),
  repositories: GeoCounts,
  uploads: GeoCounts,
})

export const geoPage = operation({
  name: 'geoPage',
  summary: 'Get data for the page of replicas (administrators only)',
  at: 'GET /-/pages/geo',
  reply: Type.Object({ nodes: Type.Array(ShownGeoNode), siteUrl: Type.String() }),
})

export const geoNodePage = operation({
  name: 'geoNodePage',
  summary: 'Get data for the page of the copies of a replica (administrators only)',
  at: 'GET /-/pages/geo/:id',
  input: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    type: Type.Optional(Words(replicables)),
    state: copyFilters.state,
    verificationState: copyFilters.verificationState,
    ...Page,
  }),
  reply: Type.Object({ node: ShownGeoNode, copies: Type.Array(GeoCopy), hasNext: Type.Boolean() }),
})
