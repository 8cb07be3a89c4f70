import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, largestInteger, Nullable, Words } from '#contract/shapes.ts'
import { copyStates, verificationStates } from './replicables.ts'

// The calls of a replica to its primary. Both run the same version.

const operation = operationsOf('Geo replicas')

const text = (maxLength: number) => Type.String({ maxLength })

/** Copies, repositories or deletions at most in one call. */
export const replicaBatch = { copies: 500, repositories: 100 } as const

export const storageKeyPattern = '^[0-9a-f]{64}-[0-9a-f]{16}$'
const oid = Type.String({ pattern: '^[0-9a-f]{40}$' })
const largestId = Number.MAX_SAFE_INTEGER
const id = Type.Integer({ minimum: 1, maximum: largestId })

const item = { replicable: Words(['project_repositories', 'uploads']), itemId: id }

export const ReportedCopy = Type.Object({
  ...item,
  /** Counts the requests of administrators that the replica had read. */
  request: Type.Integer({ minimum: 0, maximum: largestInteger }),
  state: Words(copyStates),
  verificationState: Words(verificationStates),
  syncError: Nullable(text(1_000)),
  verificationError: Nullable(text(1_000)),
  checksum: Nullable(text(64)),
  primaryChecksum: Nullable(text(64)),
  failedOnPrimary: Type.Boolean(),
  storageKey: Nullable(Type.String({ pattern: storageKeyPattern })),
})

export const ReplicaReport = Type.Object({
  version: text(50),
  revision: text(50),
  database: Words(['standby', 'paused', 'primary', 'away']),
  cursor: Nullable(Type.Object({ eventId: Type.Integer({ minimum: 0, maximum: largestId }), at: Nullable(DateTime) })),
  copies: Type.Array(ReportedCopy, { maxItems: replicaBatch.copies }),
  removed: Type.Array(Type.Object(item), { maxItems: replicaBatch.copies }),
})

/** The node as its replica needs it. */
export const ReplicaSettings = Type.Object({
  id,
  name: Type.String(),
  enabled: Type.Boolean(),
  filesMaxCapacity: Type.Integer(),
  reposMaxCapacity: Type.Integer(),
  verificationMaxCapacity: Type.Integer(),
  minimumReverificationInterval: Type.Integer(),
  /** False where files are in object storage, which this node leaves to that storage. */
  copiesFiles: Type.Boolean(),
  /** The moment of the report, by the clock of the primary. */
  at: Type.String(),
})

/** `Bearer` and the key of a replica; the body of the call. */
const input = { authorization: Type.Optional(text(1_000)), payload: Type.Unknown() }

export const reportReplica = operation({
  name: 'reportReplica',
  summary: 'Report the state of a replica and of its copies (with the key of the replica)',
  at: 'POST /-/geo/report',
  status: 200,
  input: Type.Object(input),
  reply: ReplicaSettings,
})

export const RepositoryIds = Type.Object({ ids: Type.Array(id, { maxItems: replicaBatch.repositories }) })

export const getRepositoryChecksums = operation({
  name: 'getRepositoryChecksums',
  summary: 'Get the checksums of the refs of repositories (with the key of a replica)',
  at: 'POST /-/geo/checksums',
  status: 200,
  input: Type.Object(input),
  reply: Type.Array(Type.Object({ id, checksum: Nullable(Type.String()) })),
})

export const RepositoryId = Type.Object({ id })

export const getRepositoryRefs = operation({
  name: 'getRepositoryRefs',
  summary: 'Get all refs of a repository, including hidden ones (with the key of a replica)',
  at: 'POST /-/geo/refs',
  status: 200,
  input: Type.Object(input),
  /** Names are strings of bytes (latin1). */
  reply: Type.Object({ head: Type.String(), refs: Type.Array(Type.Tuple([Type.String(), Type.String()])) }),
})

export const WantedPack = Type.Object({ id, wants: Type.Array(oid), haves: Type.Array(oid) })

export const getRepositoryPack = operation({
  name: 'getRepositoryPack',
  summary: 'Get the objects that a replica does not have, as a pack (with the key of the replica)',
  at: 'POST /-/geo/pack',
  status: 200,
  input: Type.Object(input),
  reply: Bytes,
})

export const getStoredFile = operation({
  name: 'getStoredFile',
  summary: 'Get an uploaded file by its storage key (with the key of a replica)',
  at: 'GET /-/geo/files/:storageKey',
  input: Type.Object({ authorization: input.authorization, storageKey: text(100) }),
  reply: Bytes,
})
