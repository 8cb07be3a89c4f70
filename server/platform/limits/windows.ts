import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'

export interface Counted {
  /** The number of calls in this window, including this one. */
  readonly count: number
  readonly endsAtMs: number
}

/** Counts by key within windows of time, each from its key's first count on; every process counts for itself. A length that changes counts at once. */
export class Windows {
  readonly #lengthMs: number
  /** When there are too many keys, the oldest ones are reset. */
  readonly #byKey = new ByteCache<number | string, { count: number; readonly startsAtMs: number }>({
    name: 'rate_windows',
    maxBytes: 4 * 1024 * 1024,
    sizeOf: (counted, key) => bytesOf(counted) + bytesOf(key),
  })

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  count(key: number | string, nowMs: number, lengthMs = this.#lengthMs): Counted {
    const known = this.#byKey.get(key)
    if (known !== undefined && nowMs < known.startsAtMs + lengthMs) {
      known.count += 1
      return { count: known.count, endsAtMs: known.startsAtMs + lengthMs }
    }
    this.#byKey.set(key, { count: 1, startsAtMs: nowMs })
    return { count: 1, endsAtMs: nowMs + lengthMs }
  }
}
