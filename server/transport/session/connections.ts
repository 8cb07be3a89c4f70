import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { UserActor } from '#server/context.ts'
import { accessScope } from '#server/platform/events/access-topic.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Identity } from './authenticate.ts'

/**
 * Why a socket ends: `over`, its session or token is; `changed`, its person is somebody else to the rules now (an
 * administrator or not, external or not), which a new connection finds out.
 */
export type Ending = 'over' | 'changed'

/** What a door does with a connection of its own. */
export interface ConnectionHandlers {
  /** Stop telling anything, and close the socket. */
  readonly end: (why: Ending) => void
  /** The rights to some topics may have changed: judge them again. */
  readonly judge?: (concerns: (topic: string) => boolean) => void
}

/** An open socket, as its door sees it. */
export interface Connection {
  /**
   * Whether more may be told: false once it ended. While its identity is looked at again it waits for the answer, so that
   * nothing goes out by rights that are gone.
   */
  mayGoOn(): Promise<boolean>
  /** The socket closed. */
  leave(): void
}

interface Held extends ConnectionHandlers {
  readonly identity: Identity
  isOver: boolean
  timer: ReturnType<typeof setTimeout> | null
  /** Set while the identity waits to be looked at. */
  judging: PromiseWithResolvers<void> | null
}

/** Node takes no longer timers. */
const longestTimerMs = 2_147_483_647
const retryMs = 500

/**
 * Every socket that stays open, with how its person showed who they are: the one place that ends them. Whatever ends a session
 * or a token, keeps a person out or changes their rank tells the topic of the person, which comes to each process; the
 * connections of that person are then looked at in one statement. Sessions and tokens that run out are looked at when they do.
 */
export class Connections {
  readonly #db: Db
  readonly #log: Logger
  readonly #all = new Set<Held>()
  readonly #byPerson = new Map<number, Set<Held>>()
  readonly #due = new Set<Held>()
  #isRunning = false

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Hold a connection that was identified a moment ago; it is looked at once more, as its rights may have gone meanwhile. */
  open(identity: Identity, handlers: ConnectionHandlers): Connection {
    const held: Held = { ...handlers, identity, isOver: false, timer: null, judging: null }
    this.#all.add(held)
    for (const id of peopleOf(identity)) this.#byPerson.set(id, (this.#byPerson.get(id) ?? new Set()).add(held))
    this.#judge([held])
    return {
      mayGoOn: async () => {
        while (held.judging !== null) await held.judging.promise
        return !held.isOver
      },
      leave: () => this.#forget(held),
    }
  }

  /** Hear of topics that changed; `*` stands for all that may have. */
  hear(topics: readonly string[]): void {
    if (this.#all.size === 0) return
    if (topics.includes('*')) {
      this.#judge([...this.#all])
      for (const held of this.#all) held.judge?.(() => true)
      return
    }
    for (const topic of topics) {
      const [kind, id] = topic.split(':')
      if (kind === 'user') this.#judge([...(this.#byPerson.get(Number(id)) ?? [])])
      const scope = accessScope(topic)
      if (scope === null) continue
      const concerned = scope.kind === 'user' ? (this.#byPerson.get(scope.id) ?? []) : this.#all
      const isOfIt = (each: string) => scope.kind !== 'issue' || Number(each.split(':')[1]) === scope.id
      for (const held of concerned) held.judge?.(isOfIt)
    }
  }

  #judge(connections: readonly Held[]): void {
    for (const held of connections) {
      const { sessionId, tokenId } = held.identity
      if (held.isOver || (sessionId === null && tokenId === null)) continue
      held.judging ??= Promise.withResolvers()
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
        const verdict = await judgeIdentities(
          this.#db,
          batch.map(held => held.identity),
        )
        for (const held of batch) this.#apply(held, verdict(held.identity))
      } catch (error) {
        // Nothing is told meanwhile: who cannot be judged waits.
        this.#log.warn({ err: error }, 'cannot check the permissions of open connections')
        for (const held of batch) if (!held.isOver) this.#due.add(held)
        await new Promise(resolve => setTimeout(resolve, retryMs).unref())
      }
    }
    this.#isRunning = false
  }

  #apply(held: Held, verdict: Verdict): void {
    // What became known since asks for another look.
    if (this.#due.has(held)) return
    const { judging } = held
    held.judging = null
    if (held.timer !== null) clearTimeout(held.timer)
    held.timer = null
    if (typeof verdict === 'string') {
      this.#forget(held)
      held.end(verdict)
    } else if (verdict.livesMs !== null) {
      const inMs = Math.min(longestTimerMs, Math.max(0, verdict.livesMs) + 20)
      held.timer = setTimeout(() => this.#judge([held]), inMs).unref()
    }
    judging?.resolve()
  }

  #forget(held: Held): void {
    held.isOver = true
    this.#all.delete(held)
    for (const id of peopleOf(held.identity)) {
      const theirs = this.#byPerson.get(id)
      theirs?.delete(held)
      if (theirs?.size === 0) this.#byPerson.delete(id)
    }
    this.#due.delete(held)
    if (held.timer !== null) clearTimeout(held.timer)
    held.judging?.resolve()
    held.judging = null
  }
}

/** Whose account it hangs on: two people's when an administrator acts as somebody else. */
const peopleOf = ({ actor, ownerId }: Identity): ReadonlySet<number> =>
  new Set([...(actor.kind === 'user' ? [actor.id] : []), ...(ownerId === null ? [] : [ownerId])])

/** How an identity stands: it ends, or it goes on for so long, null for ever. */
type Verdict = Ending | { readonly livesMs: number | null }

interface Shown {
  readonly kind: 'session' | 'token'
  readonly id: number
  readonly ownerId: number
  readonly isAdmin: boolean
  readonly livesMs: number | null
}

type Person = Pick<UserActor, 'id' | 'username' | 'name' | 'isAdmin' | 'isExternal'>

/** How identities stand now, in two statements for all of them. */
async function judgeIdentities(db: Db, identities: readonly Identity[]): Promise<(identity: Identity) => Verdict> {
  const ids = (of: (identity: Identity) => number | null) => [...new Set(identities.flatMap(each => of(each) ?? []))]
  const [shown, people] = await Promise.all([
    sql<Shown>`
      select 'session' as kind, s.id, u.id as owner_id, u.is_admin, (extract(epoch from s.expires_at - clock_timestamp()) * 1000)::float8 as lives_ms
      from sessions s join users u on u.id = s.user_id
      where s.id = any (${ids(each => each.sessionId)}::bigint[]) and s.expires_at > clock_timestamp() and u.state = 'active'
      union all
      select 'token', t.id, u.id, u.is_admin, (extract(epoch from t.expires_at::timestamptz - clock_timestamp()) * 1000)::float8
      from personal_access_tokens t join users u on u.id = t.user_id
      where t.id = any (${ids(each => each.tokenId)}::bigint[]) and not t.revoked
        and (t.expires_at is null or t.expires_at > current_date) and u.state = 'active'`.execute(db),
    sql<Person>`
      select id, username, name, is_admin, is_external from users
      where id = any (${ids(({ actor }) => (actor.kind === 'user' ? actor.id : null))}::bigint[]) and state = 'active'`.execute(
      db,
    ),
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
