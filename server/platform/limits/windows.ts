export interface Counted {
  /** Of this window, with this one. */
  readonly count: number
  readonly endsAtMs: number
}

const keysAtMost = 10_000

/** Counts by key within windows of time, each from its key's first count on; every process counts for itself. */
export class Windows {
  readonly #lengthMs: number
  readonly #byKey = new Map<number | string, { count: number; readonly endsAtMs: number }>()

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  count(key: number | string, nowMs: number): Counted {
    const known = this.#byKey.get(key)
    if (known !== undefined && nowMs < known.endsAtMs) {
      known.count += 1
      return known
    }
    if (this.#byKey.size >= keysAtMost) {
      for (const [each, { endsAtMs }] of this.#byKey) if (nowMs >= endsAtMs) this.#byKey.delete(each)
      if (this.#byKey.size >= keysAtMost) this.#byKey.clear()
    }
    const fresh = { count: 1, endsAtMs: nowMs + this.#lengthMs }
    this.#byKey.set(key, fresh)
    return fresh
  }
}
