/**
 * Who was identified a moment ago, so that a burst of requests asks the database once. An entry lives for some seconds, and
 * not longer than its person's account, sessions and tokens stay as they are: whatever changes one of them tells the
 * person's topic, in this process before the change is answered, in the others within milliseconds.
 */
export class KnownIdentities<T> {
  readonly #entries = new Map<string, { readonly identity: T; readonly userId: number; readonly atMs: number }>()
  static readonly #livesMs = 10_000
  static readonly #atMost = 5_000

  /** @param secret  the token or cookie as it came */
  get(secret: string): T | null {
    const entry = this.#entries.get(secret)
    if (entry === undefined) return null
    if (performance.now() - entry.atMs < KnownIdentities.#livesMs) return entry.identity
    this.#entries.delete(secret)
    return null
  }

  add(secret: string, userId: number, identity: T): T {
    if (this.#entries.size >= KnownIdentities.#atMost) this.#entries.clear()
    this.#entries.set(secret, { identity, userId, atMs: performance.now() })
    return identity
  }

  /** Forget the people whose topics changed; `*` forgets everybody. */
  forget(topics: readonly string[]): void {
    if (this.#entries.size === 0) return
    const changed = new Set(topics)
    for (const [secret, entry] of this.#entries) {
      if (changed.has('*') || changed.has(`user:${entry.userId}`)) this.#entries.delete(secret)
    }
  }
}
