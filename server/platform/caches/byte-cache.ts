interface Entry<V> {
  readonly value: V
  readonly bytes: number
  readonly untilMs: number
}

interface CacheOptions<K, V> {
  /** Names it for operators: the label `cache` of `weft_cache_bytes`. */
  readonly name: string
  readonly maxBytes: number
  /** Bytes that key and value hold, roughly; `bytesOf` is a fair guess for plain data. */
  readonly sizeOf: (value: V, key: K) => number
  /** An entry is forgotten so long after it was put in. Without it entries go only when room is needed. */
  readonly livesMs?: number
}

/** A map's own cost for an entry, and that of the objects around the value. */
const entryBytes = 160

/**
 * What a process remembers, held to a number of bytes: beyond that the entries that were not asked for the longest go.
 *
 * Whatever lives as long as the process and grows with requests is one of these, because keys and values come from outside: a
 * count of entries says nothing of their size. An entry that would take more than a quarter of the room is not kept.
 * `test/rules/caches.test.ts` looks for collections that are none.
 */
export class ByteCache<K, V> {
  readonly name: string
  readonly maxBytes: number
  readonly #sizeOf: (value: V, key: K) => number
  readonly #livesMs: number
  /** In the order of their last use: the first is the next to go. */
  readonly #entries = new Map<K, Entry<V>>()
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

  /** Keep a value; one that was kept under the key goes, and its size is taken anew. */
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

  deleteWhere(isGone: (key: K, value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isGone(key, value)) this.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}

type AnyCache = Pick<ByteCache<unknown, unknown>, 'name' | 'maxBytes' | 'bytes' | 'size'>

/** By name; of several with one name (one for each application of a test), the last. */
const caches = new Map<string, AnyCache>()

/** Every cache of this process, for operators and for the rule on what they may hold together. */
export const allCaches = (): readonly AnyCache[] => [...caches.values()]

const pointerBytes = 16
const objectBytes = 48

/** Bytes that plain data holds in memory, roughly and rather too high: a text counts two for each of its characters. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return objectBytes + value.length * 2
  if (typeof value !== 'object' || value === null) return pointerBytes
  if (ArrayBuffer.isView(value)) return objectBytes + value.byteLength
  let bytes = objectBytes
  if (value instanceof Map) for (const [key, each] of value) bytes += bytesOf(key) + bytesOf(each) + pointerBytes
  else if (Array.isArray(value)) for (const each of value) bytes += bytesOf(each) + pointerBytes
  // Names of properties are shared by all objects of one shape.
  else for (const each of Object.values(value)) bytes += bytesOf(each) + pointerBytes
  return bytes
}
