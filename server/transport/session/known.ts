import { isUserTopic, userTopic } from '#contract/live-topics.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'

/**
 * The way in which a secret was presented. It is valid only for that kind: a token in the session cookie is not a
 * session.
 */
type SecretKind = 'token' | 'session'

/**
 * Recent identities, so that a burst of requests asks the database once. An entry lives for some seconds, and not
 * longer than its person's account, sessions and tokens stay unchanged: each change of one of them announces the
 * person's topic, in this process before the change is answered, in the others within milliseconds.
 */
export class KnownIdentities<T> {
  readonly #entries = new ByteCache<string, { readonly identity: T; readonly userId: number }>({
    name: 'identities',
    // Some 1,600 people within these seconds: an identity takes 1.3 KB.
    maxBytes: 2 * 1024 * 1024,
    sizeOf: (entry, key) => bytesOf(entry) + bytesOf(key),
    livesMs: 10_000,
  })
  #forgotten = 0

  /** @param secret  the token or cookie as it came */
  get(kind: SecretKind, secret: string): T | null {
    return this.#entries.get(keyOf(kind, secret))?.identity ?? null
  }

  /** The number of times that an identity was forgotten, to be read before one is looked up. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** @param since  `forgotten` before the lookup: an identity read before a change is not cached after it */
  add(kind: SecretKind, secret: string, userId: number, identity: T, since: number): T {
    if (since === this.#forgotten) this.#entries.set(keyOf(kind, secret), { identity, userId })
    return identity
  }

  /** Forget the people whose topics changed; `*` forgets all. */
  forget(topics: readonly string[]): void {
    if (!topics.some(topic => topic === '*' || isUserTopic(topic))) return
    this.#forgotten += 1
    if (this.#entries.size === 0) return
    const changed = new Set(topics)
    if (changed.has('*')) this.#entries.clear()
    else this.#entries.deleteWhere((_key, { userId }) => changed.has(userTopic(userId)))
  }
}

const keyOf = (kind: SecretKind, secret: string): string => `${kind} ${secret}`
