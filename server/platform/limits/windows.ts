import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'

export interface Counted {
  /** The number of calls in this window, including this one. */
  readonly count: number
  readonly endsAtMs: number
}

/** Counts by key within windows of time, each from its key's first count on; every process counts for itself. */
export class Windows {
  readonly #lengthMs: number
  /** When there are too many keys, the oldest ones are reset. */
  readonly #byKey = new ByteCache<number | string, { count: number; readonly endsAtMs: number }>({
    name: 'rate_windows',
    maxBytes: 4 * 1024 * 1024,
    sizeOf: (counted, key) => bytesOf(counted) + bytesOf(key),
  })

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  count(key: number | string, nowMs: number): Counted {
    const known = this.#byKey.get(key)
    if (known !== undefined && nowMs < known.endsAtMs) {
      known.count += 1
      return known
    }
    const fresh = { count: 1, endsAtMs: nowMs + this.#lengthMs }
    this.#byKey.set(key, fresh)
    return fresh
  }
}
