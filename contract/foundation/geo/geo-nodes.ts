import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Expected, IdOrWord, Ids, Nullable, Page, Words } from '#contract/shapes.ts'
import { urlCharacters } from '#contract/url-limits.ts'

const operation = operationsOf('Geo nodes')

export const selectiveSyncTypes = ['namespaces', 'shards'] as const

/** Parallel transfers at most, and days between two verifications at most. */
export const geoCapacityLimit = 1_000
export const geoIntervalLimitDays = 3_650
/** PostgreSQL cuts the name of a standby (`application_name`) after so many bytes. */
export const geoNameCharacters = 63

/** @source rest.md 15.3 */
export const GeoNode = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  internalUrl: Type.String(),
  primary: Type.Boolean(),
  enabled: Type.Boolean(),
  /** Whether it is the server that answers. */
  current: Type.Boolean(),
  filesMaxCapacity: Type.Integer(),
  reposMaxCapacity: Type.Integer(),
  verificationMaxCapacity: Type.Integer(),
  containerRepositoriesMaxCapacity: Type.Integer(),
  selectiveSyncType: Nullable(Words(selectiveSyncTypes)),
  selectiveSyncShards: Type.Array(Type.String()),
  selectiveSyncNamespaceIds: Ids,
  minimumReverificationInterval: Type.Integer(),
  syncObjectStorage: Type.Boolean(),
  cloneProtocol: Type.String(),
  webEditUrl: Type.String(),
  webGeoReplicationDetailsUrl: Nullable(Type.String()),
  _links: Type.Object({ self: Type.String(), status: Type.String(), repair: Type.String() }),
})

const countNames = ['Count', 'ChecksumTotalCount', 'ChecksummedCount', 'ChecksumFailedCount'] as const
/** Null for the primary, which copies nothing. */
const copyCountNames = [
  'SyncedCount',
  'FailedCount',
  'RegistryCount',
  'VerificationTotalCount',
  'VerifiedCount',
  'VerificationFailedCount',
] as const
const percentageNames = ['SyncedInPercentage', 'VerifiedInPercentage'] as const

const integer = Type.Integer()
const countOrNull = Nullable(Type.Integer())
const percentage = Type.String()

const named = <Prefix extends string, Name extends string, Schema>(
  prefix: Prefix,
  names: readonly Name[],
  schema: Schema,
) =>
  // The keys are exactly these.
  Object.fromEntries(names.map(name => [`${prefix}${name}`, schema])) as Record<`${Prefix}${Name}`, Schema>

const countsOf = <Prefix extends string>(prefix: Prefix) => ({
  ...named(prefix, countNames, integer),
  ...named(prefix, copyCountNames, countOrNull),
  ...named(prefix, percentageNames, percentage),
})

/** @source rest.md 15.3 */
export const GeoNodeStatus = Type.Object({
  geoNodeId: Type.Integer(),
  healthy: Type.Boolean(),
  /** Sentences that say what is wrong, or `Healthy`. */
  health: Type.String(),
  healthStatus: Words(['Healthy', 'Unhealthy']),
  missingOauthApplication: Type.Boolean(),
  dbReplicationLagSeconds: Nullable(Type.Integer()),
  projectsCount: Type.Integer(),
  ...countsOf('projectRepositories'),
  ...countsOf('uploads'),
  ...countsOf('lfsObjects'),
  lastEventId: Nullable(Type.Integer()),
  lastEventTimestamp: Nullable(Type.Integer()),
  cursorLastEventId: Nullable(Type.Integer()),
  cursorLastEventTimestamp: Nullable(Type.Integer()),
  lastSuccessfulStatusCheckTimestamp: Nullable(Type.Integer()),
  version: Nullable(Type.String()),
  revision: Nullable(Type.String()),
  storageShardsMatch: Type.Boolean(),
  updatedAt: Nullable(DateTime),
  _links: Type.Object({ self: Type.String(), node: Type.String() }),
})

const capacity = Type.Integer({ minimum: 1, maximum: geoCapacityLimit })
const url = Type.String({ maxLength: urlCharacters })

const fields = {
  enabled: Type.Optional(Type.Boolean()),
  internalUrl: Type.Optional(Nullable(url)),
  filesMaxCapacity: Type.Optional(capacity),
  reposMaxCapacity: Type.Optional(capacity),
  verificationMaxCapacity: Type.Optional(capacity),
  containerRepositoriesMaxCapacity: Type.Optional(capacity),
  syncObjectStorage: Type.Optional(Type.Boolean()),
  selectiveSyncType: Type.Optional(Nullable(Words([...selectiveSyncTypes, '']))),
  selectiveSyncShards: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 })),
  selectiveSyncNamespaceIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 1_000 })),
  minimumReverificationInterval: Type.Optional(Type.Integer({ minimum: 1, maximum: geoIntervalLimitDays })),
}

/** Longer names are refused with the reason. */
const name = Type.String({ maxLength: 255 })
const id = Type.Integer({ minimum: 1 })
const changes = { name: Type.Optional(name), url: Type.Optional(url), ...fields }

/** The same operations at both names of the API: `geo_nodes`, and `geo_sites` of newer clients. */
const geoOperations = <Noun extends 'Node' | 'Site'>(noun: Noun, at: 'geo_nodes' | 'geo_sites') => {
  const word = noun.toLowerCase()
  return {
    list: operation({
      name: `listGeo${noun}s`,
      summary: `List Geo ${word}s (administrators only)`,
      at: `GET /${at}`,
      input: Type.Object({ ...Page }),
      reply: Type.Array(GeoNode),
    }),
    get: operation({
      name: `getGeo${noun}`,
      summary: `Get a Geo ${word} (administrators only)`,
      at: `GET /${at}/:id`,
      input: Type.Object({ id }),
      reply: GeoNode,
    }),
    create: operation({
      name: `createGeo${noun}`,
      summary: `Create a Geo ${word} (administrators only)`,
      at: `POST /${at}`,
      input: Type.Object({ name, url, primary: Type.Optional(Type.Boolean()), ...fields }),
      reply: GeoNode,
    }),
    update: operation({
      name: `updateGeo${noun}`,
      summary: `Update a Geo ${word} (administrators only)`,
      at: `PUT /${at}/:id`,
      input: Type.Object({ id, ...changes, expected: Expected(changes) }),
      reply: GeoNode,
    }),
    remove: operation({
      name: `deleteGeo${noun}`,
      summary: `Delete a Geo ${word} (administrators only)`,
      at: `DELETE /${at}/:id`,
      input: Type.Object({ id }),
      reply: Type.Null(),
    }),
    repair: operation({
      name: `repairGeo${noun}`,
      summary: `Retry all failed items of a Geo ${word} now (administrators only)`,
      at: `POST /${at}/:id/repair`,
      input: Type.Object({ id }),
      status: 200,
      reply: GeoNodeStatus,
    }),
    createKey: operation({
      name: `createGeo${noun}Key`,
      summary: `Create the key of a replica, which replaces the former one (administrators only)`,
      at: `POST /${at}/:id/key`,
      input: Type.Object({ id }),
      reply: Type.Object({ key: Type.String() }),
    }),
    statuses: operation({
      name: `listGeo${noun}Statuses`,
      summary: `List the statuses of all Geo ${word}s (administrators only)`,
      at: `GET /${at}/status`,
      input: Type.Object({ ...Page }),
      reply: Type.Array(GeoNodeStatus),
    }),
    statusesByOtherName: operation({
      name: `listGeo${noun}StatusesByOtherName`,
      summary: `List the statuses of all Geo ${word}s, at the path of some clients (administrators only)`,
      at: `GET /${at}/statuses`,
      input: Type.Object({ ...Page }),
      reply: Type.Array(GeoNodeStatus),
    }),
    status: operation({
      name: `getGeo${noun}Status`,
      summary: `Get the status of a Geo ${word}, or of the one that answers by the ID \`current\` (administrators only)`,
      at: `GET /${at}/:id/status`,
      input: Type.Object({
        id: IdOrWord,
        /** Accepted for clients that send it: the status is always that of now. */
        refresh: Type.Optional(Type.Boolean()),
      }),
      reply: GeoNodeStatus,
    }),
  }
}

export const geoNodeOperations = geoOperations('Node', 'geo_nodes')
export const geoSiteOperations = geoOperations('Site', 'geo_sites')
