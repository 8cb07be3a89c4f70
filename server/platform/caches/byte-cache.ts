interface CachedValue<V> {
  readonly value: V
  readonly bytes: number
  readonly untilMs: number
}

interface CacheOptions<K, V> {
  /** Name in metrics: the label `cache` of `weft_cache_bytes`. */
  readonly name: string
  readonly maxBytes: number
  /** Approximate bytes of key and value; `bytesOf` estimates plain data. */
  readonly sizeOf: (value: V, key: K) => number
  /** Time to live of an entry. Without it, entries are evicted only for space. */
  readonly livesMs?: number
}

/** Overhead of a map entry and its wrapper objects. */
const entryBytes = 160

/**
 * LRU cache bounded in bytes.
 *
 * Use it for every collection that lives as long as the process and grows with requests: keys and values come from outside, so a
 * count of entries does not bound their size. Entries above a quarter of the limit are not stored. `test/rules/caches.test.ts`
 * finds other collections.
 */
export class ByteCache<K, V> {
  readonly name: string
  readonly maxBytes: number
  readonly #sizeOf: (value: V, key: K) => number
  readonly #livesMs: number
  /** The entries in order of last use, least recent first. */
  readonly #entries = new Map<K, CachedValue<V>>()
  #bytes = 0

  constructor({ name, maxBytes, sizeOf, livesMs = Number.POSITIVE_INFINITY }: CacheOptions<K, V>) {
    this.name = name
    this.maxBytes = maxBytes
    this.#sizeOf = sizeOf
    this.#livesMs = livesMs
    caches.set(name, this)
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (entry.untilMs <= performance.now()) {
      this.#bytes -= entry.bytes
      return undefined
    }
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Store a value, replacing the one under the key. */
  set(key: K, value: V): void {
    this.delete(key)
    const bytes = this.#sizeOf(value, key) + entryBytes
    if (bytes > this.maxBytes / 4) return
    this.#entries.set(key, { value, bytes, untilMs: performance.now() + this.#livesMs })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) break
      this.delete(oldest)
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** The values, without counting them as used. */
  values(): V[] {
    return [...this.#entries.values()].map(({ value }) => value)
  }

  deleteWhere(isGone: (key: K, value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isGone(key, value)) this.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}

type AnyCache = Pick<ByteCache<unknown, unknown>, 'name' | 'maxBytes' | 'bytes' | 'size'>

/** The caches by name; with several of one name (one per application in tests), the last. */
const caches = new Map<string, AnyCache>()

/** Every cache of this process, for metrics and for the rule on their total size. */
export const allCaches = (): readonly AnyCache[] => [...caches.values()]

const pointerBytes = 16
const objectBytes = 48

/** Estimated bytes of plain data in memory, rather too high: two per character of a string. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return objectBytes + value.length * 2
  if (typeof value !== 'object' || value === null) return pointerBytes
  if (ArrayBuffer.isView(value)) return objectBytes + value.byteLength
  let bytes = objectBytes
  if (value instanceof Map) for (const [key, each] of value) bytes += bytesOf(key) + bytesOf(each) + pointerBytes
  else if (Array.isArray(value)) for (const each of value) bytes += bytesOf(each) + pointerBytes
  // Property names are shared by objects of the same shape.
  else for (const each of Object.values(value)) bytes += bytesOf(each) + pointerBytes
  return bytes
}
