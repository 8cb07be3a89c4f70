/** How a secret was shown. A text is worth something only in the place of its kind: a token in a cookie is nobody's session. */
export type SecretKind = 'token' | 'session'

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
  get(kind: SecretKind, secret: string): T | null {
    const key = keyOf(kind, secret)
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    if (performance.now() - entry.atMs < KnownIdentities.#livesMs) return entry.identity
    this.#entries.delete(key)
    return null
  }

  add(kind: SecretKind, secret: string, userId: number, identity: T): T {
    if (this.#entries.size >= KnownIdentities.#atMost) this.#entries.clear()
    this.#entries.set(keyOf(kind, secret), { identity, userId, atMs: performance.now() })
    return identity
  }

  /** Forget the people whose topics changed; `*` forgets everybody. */
  forget(topics: readonly string[]): void {
    if (this.#entries.size === 0) return
    const changed = new Set(topics)
    for (const [key, entry] of this.#entries) {
      if (changed.has('*') || changed.has(`user:${entry.userId}`)) this.#entries.delete(key)
    }
  }
}

const keyOf = (kind: SecretKind, secret: string): string => `${kind} ${secret}`
