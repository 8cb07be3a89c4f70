import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type UserActor, userIdOf } from '#server/context.ts'
import { accessScope } from '#server/platform/events/access-topic.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import type { Identity } from './authenticate.ts'

/**
 * The reason why a socket is closed. `over`: its session or token has ended. `changed`: the user's name, administrator
 * flag or external flag has changed, which takes effect on a new connection.
 */
export type Ending = 'over' | 'changed'

/** Callbacks of the door that owns the connection. */
interface ConnectionHandlers {
  /** Stop sending and close the socket. */
  readonly end: (why: Ending) => void
  /** Permissions for the matching topics may have changed: authorize those subscriptions again. */
  readonly recheck?: (concerns: (topic: string) => boolean) => void
}

/** An open socket, as its door sees it. */
export interface Connection {
  /**
   * Whether the socket may send; false once it has ended. Waits for a pending identity check, so that nothing is sent with
   * permissions that no longer hold.
   */
  isAllowed(): Promise<boolean>
  /** The socket closed. */
  leave(): void
}

interface Held extends ConnectionHandlers {
  readonly identity: Identity
  isOver: boolean
  timer: ReturnType<typeof setTimeout> | null
  /** Set while an identity check is pending. */
  checking: PromiseWithResolvers<void> | null
}

/** The longest delay that Node's timers support. */
const longestTimerMs = 2_147_483_647
const retryMs = 500

/**
 * Registry of open sockets with the identity that opened them; the only place that closes them for lost access. Ending a session
 * or token, blocking a user or changing their administrator flag publishes the user's topic to every process, which then checks
 * all connections of that user in one batch. Sessions and tokens are also checked when they expire.
 */
export class Connections {
  readonly #db: Db
  readonly #log: Logger
  readonly #all = new Set<Held>()
  readonly #byUser = new Map<number, Set<Held>>()
  readonly #due = new Set<Held>()
  #isRunning = false

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Register a connection. Its identity is checked once more, because it may have ended since it was authenticated. */
  open(identity: Identity, handlers: ConnectionHandlers): Connection {
    const held: Held = { ...handlers, identity, isOver: false, timer: null, checking: null }
    this.#all.add(held)
    for (const id of userIdsOf(identity)) this.#byUser.set(id, (this.#byUser.get(id) ?? new Set()).add(held))
    this.#check([held])
    return {
      isAllowed: async () => {
        while (held.checking !== null) await held.checking.promise
        return !held.isOver
      },
      leave: () => this.#forget(held),
    }
  }

  /** Handle changed topics; `*` means that any topic may have changed. */
  onTopics(topics: readonly string[]): void {
    if (this.#all.size === 0) return
    if (topics.includes('*')) {
      this.#check([...this.#all])
      for (const held of this.#all) held.recheck?.(() => true)
      return
    }
    for (const topic of topics) {
      const [kind, id] = topic.split(':')
      if (kind === 'user') this.#check([...(this.#byUser.get(Number(id)) ?? [])])
      const scope = accessScope(topic)
      if (scope === null) continue
      const concerned = scope.kind === 'user' ? (this.#byUser.get(scope.id) ?? []) : this.#all
      const isOfIt = (each: string) => scope.kind !== 'issue' || Number(each.split(':')[1]) === scope.id
      for (const held of concerned) held.recheck?.(isOfIt)
    }
  }

  #check(connections: readonly Held[]): void {
    for (const held of connections) {
      const { sessionId, tokenId } = held.identity
      if (held.isOver || (sessionId === null && tokenId === null)) continue
      held.checking ??= Promise.withResolvers()
      this.#due.add(held)
    }
    if (this.#due.size > 0 && !this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#due.size > 0) {
      const batch = [...this.#due]
      this.#due.clear()
      try {
        const verdict = await checkIdentities(
          this.#db,
          batch.map(held => held.identity),
        )
        for (const held of batch) this.#apply(held, verdict(held.identity))
      } catch (error) {
        // Connections that cannot be checked send nothing until a later attempt succeeds.
        this.#log.warn({ err: error }, 'cannot check the permissions of open connections')
        for (const held of batch) if (!held.isOver) this.#due.add(held)
        await new Promise(resolve => setTimeout(resolve, retryMs).unref())
      }
    }
    this.#isRunning = false
  }

  #apply(held: Held, verdict: Verdict): void {
    // A newer change requires another check.
    if (this.#due.has(held)) return
    const { checking } = held
    held.checking = null
    if (held.timer !== null) clearTimeout(held.timer)
    held.timer = null
    if (typeof verdict === 'string') {
      this.#forget(held)
      held.end(verdict)
    } else if (verdict.livesMs !== null) {
      const inMs = Math.min(longestTimerMs, Math.max(0, verdict.livesMs) + 20)
      held.timer = setTimeout(() => this.#check([held]), inMs).unref()
    }
    checking?.resolve()
  }

  #forget(held: Held): void {
    held.isOver = true
    this.#all.delete(held)
    for (const id of userIdsOf(held.identity)) {
      const theirs = this.#byUser.get(id)
      theirs?.delete(held)
      if (theirs?.size === 0) this.#byUser.delete(id)
    }
    this.#due.delete(held)
    if (held.timer !== null) clearTimeout(held.timer)
    held.checking?.resolve()
    held.checking = null
  }
}

/** The users that an identity depends on: two when an administrator uses sudo. */
const userIdsOf = ({ actor, ownerId }: Identity): ReadonlySet<number> =>
  new Set([...(actor.kind === 'user' ? [actor.id] : []), ...(ownerId === null ? [] : [ownerId])])

/** Result of an identity check: why it ended, or how long it remains valid (null: no expiry). */
type Verdict = Ending | { readonly livesMs: number | null }

interface ShownSession {
  readonly kind: 'session' | 'token'
  readonly id: number
  readonly ownerId: number
  readonly isAdmin: boolean
  readonly livesMs: number | null
}

type User = Pick<UserActor, 'id' | 'username' | 'name' | 'isAdmin' | 'isExternal'>

/** Check many identities with two statements in total. */
async function checkIdentities(db: Db, identities: readonly Identity[]): Promise<(identity: Identity) => Verdict> {
  const ids = (of: (identity: Identity) => number | null) => [...new Set(identities.flatMap(each => of(each) ?? []))]
  const [shown, people] = await Promise.all([
    sql<ShownSession>`
      select 'session' as kind, s.id, u.id as owner_id, u.is_admin, (extract(epoch from s.expires_at - clock_timestamp()) * 1000)::float8 as lives_ms
      from sessions s join users u on u.id = s.user_id
      where s.id = any (${ids(each => each.sessionId)}::bigint[]) and s.expires_at > clock_timestamp() and u.state = 'active'
      union all
      select 'token', t.id, u.id, u.is_admin, (extract(epoch from t.expires_at::timestamptz - clock_timestamp()) * 1000)::float8
      from personal_access_tokens t join users u on u.id = t.user_id
      where t.id = any (${ids(each => each.tokenId)}::bigint[]) and not t.revoked
        and ${notExpired('t.expires_at')} and u.state = 'active'`.execute(db),
    sql<User>`
      select id, username, name, is_admin, is_external from users
      where id = any (${ids(({ actor }) => userIdOf({ actor }))}::bigint[]) and state = 'active'`.execute(db),
  ])
  const byKey = new Map(shown.rows.map(row => [`${row.kind} ${row.id}`, row]))
  const byId = new Map(people.rows.map(row => [row.id, row]))
  return ({ actor, via, sessionId, tokenId }) => {
    const found = byKey.get(via === 'token' ? `token ${tokenId}` : `session ${sessionId}`)
    const person = actor.kind === 'user' ? byId.get(actor.id) : undefined
    if (found === undefined || person === undefined || actor.kind !== 'user') return 'over'
    if (found.ownerId !== actor.id && !found.isAdmin) return 'over'
    const isSame =
      person.isAdmin === actor.isAdmin &&
      person.isExternal === actor.isExternal &&
      person.username === actor.username &&
      person.name === actor.name
    return isSame ? { livesMs: found.livesMs } : 'changed'
  }
}
