import { sql } from 'kysely'
import type { FlagTokenKind } from '#contract/deploy/feature-flags/flag-words.ts'
import { featureFlagsTopic, isFlagsTopic, isProjectTopic, projectTopic } from '#contract/live-topics.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { flagSql, type StoredFlag } from '../find.ts'
import { type FlagSheet, flagsIn, sheetFor } from './compile.ts'
import type { ServedFlag } from './evaluate.ts'

/** The access of a client token. */
export interface FlagAccess {
  readonly tokenId: number
  readonly projectId: number
  readonly kind: FlagTokenKind
  /** Null for an instance ID: the client names its environment. */
  readonly environment: string | null
}

/** An answer that outlives the database: what was last known stays until something else is known. */
interface Kept<V> {
  readonly value: V
  readonly projectId: number
  isStale: boolean
  readAtMs: number
  /** The reading under way. */
  reading: Promise<V | null> | null
  /** A reading failed or took long: nobody waits for the next one. */
  isSlow: boolean
}

/** Changes that no topic announces, such as that of a group above, are seen after this time. */
const freshMs = 60_000
/** A client with a known answer waits so long for a newer one. */
const patienceMs = 1_000
/** After a failed reading, the next one waits. */
const retryMs = 1_000

/**
 * The flags that clients get, in memory. A change of a project's flags or tokens makes them stale, and the next request
 * reads them again; while the database is away, the last known answers of known tokens stay.
 */
export class ServedFlags {
  readonly #tokens = new ByteCache<string, Kept<FlagAccess>>({
    name: 'feature flag tokens',
    // Some 1,000 tokens in use.
    maxBytes: 512 * 1024,
    sizeOf: ({ value }, key) => bytesOf(value) + bytesOf(key),
  })
  readonly #sheets = new ByteCache<string, Kept<FlagSheet>>({
    name: 'feature flags',
    // A quarter of it holds the largest flags that a project may have: `mostOfFlags`, and what surrounds them.
    maxBytes: 4.5 * 1024 * 1024,
    sizeOf: ({ value }, key) => bytesOf(value) + bytesOf(key),
  })
  /** The flags of sheets that are evaluated here, by the sheet's tag. */
  readonly #parsed = new ByteCache<string, readonly ServedFlag[]>({
    name: 'feature flags to evaluate',
    maxBytes: 512 * 1024,
    sizeOf: (flags, tag) => bytesOf(flags) + bytesOf(tag),
  })

  /** Readings of what is not known yet. */
  readonly #first = new Map<string, { readonly since: number; readonly reading: Promise<unknown> }>()
  /** Raised by each change: a reading that began before one is stale when it arrives. */
  #changes = 0

  /** Take the topics that changed: `*` is all of them. */
  forget(topics: readonly string[]): void {
    if (!topics.some(topic => topic === '*' || isFlagsTopic(topic) || isProjectTopic(topic))) return
    this.#changes += 1
    const changed = new Set(topics)
    const isAll = changed.has('*')
    for (const cache of [this.#tokens, this.#sheets])
      cache.deleteWhere((_key, kept: Kept<unknown>) => {
        if (isAll || changed.has(featureFlagsTopic(kept.projectId)) || changed.has(projectTopic(kept.projectId))) {
          kept.isStale = true
          kept.reading = null
          kept.isSlow = false
        }
        return false
      })
  }

  /** @returns what a token gives access to, without waiting; undefined if it must be read */
  accessNow(token: string): FlagAccess | undefined {
    return fresh(this.#tokens.get(token))
  }

  /** @returns null for a token that is none */
  access(db: Db, token: string): Promise<FlagAccess | null> {
    return this.#read(
      this.#tokens,
      token,
      () => readAccess(db, token),
      ({ projectId }) => projectId,
    )
  }

  /** @returns the flags of an environment, without waiting; undefined if they must be read */
  sheetNow(projectId: number, environment: string): FlagSheet | undefined {
    return fresh(this.#sheets.get(`${projectId} ${environment}`))
  }

  async sheet(db: Db, projectId: number, environment: string): Promise<FlagSheet> {
    const readSheet = async () => sheetFor(await readFlags(db, projectId), environment)
    const sheet = await this.#read(this.#sheets, `${projectId} ${environment}`, readSheet, () => projectId)
    return sheet ?? sheetFor([], environment)
  }

  /** @returns the flags of a sheet; those of a large one are parsed each time */
  flagsIn(sheet: FlagSheet): readonly ServedFlag[] {
    const known = this.#parsed.get(sheet.etag)
    if (known !== undefined) return known
    const flags = flagsIn(sheet)
    this.#parsed.set(sheet.etag, flags)
    return flags
  }

  async #read<V>(
    cache: ByteCache<string, Kept<V>>,
    key: string,
    readNow: () => Promise<V | null>,
    projectOf: (value: V) => number,
  ): Promise<V | null> {
    const kept = cache.get(key)
    const known = fresh(kept)
    if (known !== undefined) return known
    if (kept === undefined) {
      const since = this.#changes
      const value = await this.#readOnce(`${cache.name} ${key}`, readNow)
      const isStale = since !== this.#changes
      if (value !== null) cache.set(key, { ...newlyRead(value, projectOf(value)), isStale })
      return value
    }
    kept.reading ??= this.#readAgain(cache, key, kept, readNow)
    // An answer that is only old is likely right; where the database is slow or away, there is no better one.
    if (!kept.isStale || kept.isSlow) return kept.value
    const late = patience().then(() => {
      kept.isSlow = true
      return kept.value
    })
    return Promise.race([kept.reading, late])
  }

  /** Those who ask at once for what is not known yet wait for one reading, if nothing changed since it began. */
  #readOnce<V>(key: string, readNow: () => Promise<V | null>): Promise<V | null> {
    const since = this.#changes
    const underWay = this.#first.get(key)
    // A key is always that of the same kind of value.
    if (underWay?.since === since) return underWay.reading as Promise<V | null>
    const reading = readNow().finally(() => {
      if (this.#first.get(key)?.reading === reading) this.#first.delete(key)
    })
    this.#first.set(key, { since, reading })
    return reading
  }

  /** @returns the value as it was where it cannot be read; then it is read again later */
  #readAgain<V>(
    cache: ByteCache<string, Kept<V>>,
    key: string,
    kept: Kept<V>,
    readNow: () => Promise<V | null>,
  ): Promise<V | null> {
    const reading: Promise<V | null> = readNow().then(
      value => {
        // A change since then has begun another reading, or will.
        if (kept.reading !== reading || cache.get(key) !== kept) return value
        if (value === null) cache.delete(key)
        else cache.set(key, newlyRead(value, kept.projectId))
        return value
      },
      () => {
        kept.isSlow = true
        const allowAgain = () => {
          if (kept.reading === reading) kept.reading = null
        }
        setTimeout(allowAgain, retryMs).unref()
        return kept.value
      },
    )
    return reading
  }
}

const newlyRead = <V>(value: V, projectId: number): Kept<V> => ({
  ...{ value, projectId, isStale: false, readAtMs: performance.now(), reading: null, isSlow: false },
})

const fresh = <V>(kept: Kept<V> | undefined): V | undefined =>
  kept === undefined || kept.isStale || performance.now() - kept.readAtMs > freshMs ? undefined : kept.value

const patience = () => new Promise<void>(resolve => setTimeout(resolve, patienceMs).unref())

async function readAccess(db: Db, token: string): Promise<FlagAccess | null> {
  const values = { hash: hashSecret(token) }
  const [row] = await runStatement<FlagAccess, typeof values>(
    db,
    'feature flag token',
    values,
    parameter => sql`select k.id as token_id, k.namespace_id as project_id, k.kind, k.environment
      from feature_flag_tokens k join namespaces n on n.id = k.namespace_id join projects p on p.id = n.id
      where k.token_hash = ${parameter.hash} and not n.pending_deletion and p.feature_flags_access_level <> 'disabled'`,
  )
  return row ?? null
}

async function readFlags(db: Db, projectId: number): Promise<readonly StoredFlag[]> {
  const values = { projectId }
  const rows = await runStatement<{ flag: StoredFlag }, typeof values>(
    db,
    'feature flags of project',
    values,
    parameter =>
      sql`select ${flagSql} as flag from feature_flags f where f.namespace_id = ${parameter.projectId} order by f.name`,
  )
  return rows.map(({ flag }) => flag)
}
