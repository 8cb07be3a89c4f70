import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Page, Words } from '#contract/shapes.ts'
import { copyStates, replicables, verificationStates } from './replicables.ts'

const operation = operationsOf('Geo replication')

/** The copy of a repository or file on a replica. */
export const GeoCopy = Type.Object({
  id: Type.Integer(),
  geoNodeId: Type.Integer(),
  replicable: Words(replicables),
  /** The ID of the project or upload. */
  itemId: Type.Integer(),
  /** The path of the project, or the filename; null once it is deleted. */
  name: Nullable(Type.String()),
  projectId: Nullable(Type.Integer()),
  state: Words(copyStates),
  verificationState: Words(verificationStates),
  retryCount: Type.Integer(),
  retryAt: Nullable(DateTime),
  lastSyncFailure: Nullable(Type.String()),
  verificationFailure: Nullable(Type.String()),
  checksum: Nullable(Type.String()),
  primaryChecksum: Nullable(Type.String()),
  lastSyncedAt: Nullable(DateTime),
  verifiedAt: Nullable(DateTime),
  createdAt: DateTime,
  updatedAt: DateTime,
})

/** An unknown type is answered with 404, so it is a text. */
const replicable = Type.String({ maxLength: 100 })
const geoNodeId = Type.Integer({ minimum: 1 })
const action = Type.String({ maxLength: 100 })

export const copyFilters = {
  geoNodeId: Type.Optional(geoNodeId),
  state: Type.Optional(Words(copyStates)),
  verificationState: Type.Optional(Words(verificationStates)),
}

export const listGeoCopies = operation({
  name: 'listGeoCopies',
  summary: 'List the copies on replicas: `project_repositories`, `uploads` or `lfs_objects` (administrators only)',
  at: 'GET /geo_replication/:replicable',
  input: Type.Object({ replicable, ...copyFilters, ...Page }),
  reply: Type.Array(GeoCopy),
})

export const requestGeoCopy = operation({
  name: 'requestGeoCopy',
  summary: 'Copy an item again (`resync`), or compare it again with the primary (`reverify`) (administrators only)',
  at: 'PUT /geo_replication/:replicable/:id/:action',
  input: Type.Object({ replicable, id: Type.Integer({ minimum: 1 }), action }),
  reply: GeoCopy,
})

export const requestGeoCopies = operation({
  name: 'requestGeoCopies',
  summary: 'Do the same for all failed items, or those of a node (administrators only)',
  at: 'POST /geo_replication/:replicable/:action',
  input: Type.Object({ replicable, action, geoNodeId: Type.Optional(geoNodeId) }),
  status: 200,
  reply: Type.Object({ count: Type.Integer() }),
})
