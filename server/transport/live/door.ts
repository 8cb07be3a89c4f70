import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { WebSocket } from 'ws'
import { isUserTopic, type TopicKind, userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import type { Slice } from '#server/slice.ts'
import { contextOf } from '#server/transport/rest/door.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { authenticateSession } from '#server/transport/session/authenticate.ts'
import { closeSocket } from '#server/transport/session/close-socket.ts'
import type { Connection, Connections } from '#server/transport/session/connections.ts'
import type { LiveHub } from './hub.ts'
import { type Here, Presence, type Present } from './presence.ts'

/** The rules by the kind of topic, which comes from outside. */
type TopicRules = Readonly<Record<string, NonNullable<Slice['topics']>[TopicKind]>>
type TopicChanges = Readonly<Record<string, NonNullable<Slice['changedTopics']>[TopicKind]>>

const maxTopics = 200
const recheckMs = 60_000
/**
 * The longest absence for which changes are looked up: for more, the log would be longer than all that a page shows.
 */
const longestAbsenceMs = 24 * 60 * 60_000
const presenceSweepMs = 15_000
/** Words of presence that one socket may say in ten seconds. */
const maxPresenceCalls = 30

/**
 * One socket per browser. The browser says `{"subscribe":["issue:42"],"since":"<ISO>"}` or `{"unsubscribe":[...]}`; the
 * server says `{"changed":["issue:42"],"at":"<ISO>","by":"<write>"}`, names only, and `{"refused":["issue:9"]}` for
 * topics that the person may not know of. With `since`, changes after that moment are sent immediately, for the topics
 * that it subscribes to or else for all that it has, so that a page that was away catches up: after more than a day all
 * of them are sent.
 *
 * Presence: a signed-in browser says `{"here":{"issue:42":"looking"}}` (or `"writing"`), all it shows, at least twice a
 * minute. Such a user is visible to the others who do so, and receives
 * `{"present":{"issue:42":[{"id":7,"name":…,"is_writing":false}]}}`.
 */
export function openLiveDoor(
  app: FastifyInstance,
  parts: DoorParts & { readonly slices: readonly Slice[]; readonly connections: Connections },
  hub: LiveHub,
): void {
  const rules: TopicRules = Object.assign({}, ...parts.slices.map(slice => slice.topics ?? {}))
  const changes: TopicChanges = Object.assign({}, ...parts.slices.map(slice => slice.changedTopics ?? {}))
  const readers = new Set<Reader>()
  const presence = new Presence()
  const unsubscribe = hub.subscribe(
    (topics, by) => {
      const heard = { at: new Date().toISOString(), by }
      for (const reader of readers) reader.tell(topics, heard)
    },
    word => presence.hear(word),
  )
  presence.subscribe((topic, people) => {
    for (const reader of readers) reader.meet(topic, people)
  })
  const sweeping = setInterval(() => presence.sweep(), presenceSweepMs)
  sweeping.unref()
  new Gauge({
    name: 'weft_live_sockets',
    help: 'Open live connections.',
    collect() {
      this.set(readers.size)
    },
  })
  app.addHook('preClose', () => {
    unsubscribe()
    clearInterval(sweeping)
    for (const reader of readers) reader.socket.close(1012, 'Server restarting')
  })
  app.get('/-/live', { websocket: true }, (socket, request) => {
    // A page of another site must not listen with this person's cookie.
    const { origin } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== request.headers.host) {
      socket.close(1008, 'Origin not allowed')
      return
    }
    // No message is read or buffered until the client is authenticated.
    socket.pause()
    authenticateSession(parts, request).then(
      identity => {
        const connection = parts.connections.open(identity, {
          end: why => {
            made.takeLeave()
            leave()
            closeSocket(socket, why)
          },
          recheck: concerns => made.recheck(concerns),
        })
        const made = createReader(socket, {
          ctx: contextOf(parts, request, identity),
          rules,
          changes,
          presence,
          connection,
        })
        const leave = () => {
          connection.leave()
          readers.delete(made)
          made.leave()
        }
        readers.add(made)
        socket.on('close', leave)
        let unheard = 0
        socket.on('message', async (data: Buffer) => {
          // Messages of a client that sends them faster than they are handled wait in the network, not in this
          // process's memory.
          unheard += 1
          socket.pause()
          await made.hear(data.toString('utf8'))
          unheard -= 1
          if (unheard === 0) socket.resume()
        })
        socket.resume()
      },
      error => {
        request.log.error({ err: error }, 'a live connection failed')
        socket.resume()
        socket.close(1011)
      },
    )
  })
}

/** The moment of a change, and the write that made it where one alone did. */
interface Heard {
  readonly at: string
  readonly by: string | undefined
}

interface Reader {
  readonly socket: WebSocket
  hear(text: string): Promise<void>
  tell(topics: readonly string[], heard: Heard): void
  /** Receive the users who are at a topic now. */
  meet(topic: string, people: readonly Present[]): void
  /** Authorize the matching topics again. */
  recheck(concerns: (topic: string) => boolean): void
  /** Notify the user's own pages a last time, so that they check their session. */
  takeLeave(): void
  leave(): void
}

interface ReaderParts {
  readonly ctx: Context
  readonly rules: TopicRules
  readonly changes: TopicChanges
  readonly presence: Presence
  readonly connection: Connection
}

function createReader(socket: WebSocket, { ctx, rules, changes, presence, connection }: ReaderParts): Reader {
  // Topic to the moment of the last look at the person's right to it.
  const topics = new Map<string, number>()

  const isAllowed = async (topic: string): Promise<boolean> => {
    const [, kind, id] = /^([a-z_-]{1,40}):(\d{1,15})$/.exec(topic) ?? []
    if (kind === undefined || id === undefined) return false
    if (kind === 'user') return ctx.actor.kind === 'user' && ctx.actor.id === Number(id)
    if (!Object.hasOwn(rules, kind)) return false
    return (await rules[kind]?.({ ...ctx, now: new Date().toISOString() }, Number(id))) ?? false
  }

  const say = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }

  const subscribe = async (wanted: readonly string[], since: string | null) => {
    const refused: string[] = []
    for (const topic of wanted.slice(0, maxTopics)) {
      const hasRoom = topics.has(topic) || topics.size < maxTopics
      if (hasRoom && (await isAllowed(topic))) topics.set(topic, Date.now())
      else {
        topics.delete(topic)
        refused.push(topic)
      }
    }
    if (refused.length > 0) say({ refused })
    const asked = wanted.length === 0 ? [...topics.keys()] : wanted.filter(topic => topics.has(topic))
    if (since === null || asked.length === 0) return
    if (Date.parse(since) < Date.now() - longestAbsenceMs) {
      say({ changed: asked, at: new Date().toISOString() })
      return
    }
    // A little overlap covers transactions that were committing at that moment; hearing of a change twice does no harm.
    const from = sql<string>`${since}::timestamptz - interval '15 seconds'`
    const missed = await sql<{ topic: string }>`
      select distinct t.topic from events e, unnest(e.topics) as t(topic)
      where e.created_at > ${from} and t.topic = any (${asked}::text[])`.execute(ctx.db)
    const changed = missed.rows.map(row => row.topic)
    for (const topic of asked) {
      const [kind = '', id] = topic.split(':')
      if (Object.hasOwn(changes, kind) && (await changes[kind]?.(ctx, Number(id), from))) changed.push(topic)
    }
    if (changed.length > 0) say({ changed, at: new Date().toISOString() })
  }

  const isStale = (topic: string) => Date.now() - (topics.get(topic) ?? Date.now()) >= recheckMs

  /** Whether the person may know of it still. */
  const renew = async (topic: string): Promise<boolean> => {
    const allowed = await isAllowed(topic)
    if (allowed) topics.set(topic, Date.now())
    else {
      topics.delete(topic)
      say({ refused: [topic] })
    }
    return allowed
  }

  const sayChanged = (changed: readonly string[], { at, by }: Heard) => {
    // A write is named to its own author alone.
    const isOwn = ctx.actor.kind === 'user' && by?.startsWith(`${ctx.actor.id}.`)
    say({ changed, at, ...(isOwn && { by }) })
  }

  const recheck = async (topic: string, heard: Heard) => {
    // The topic may have been rechecked while this waited.
    if (isStale(topic) ? await renew(topic) : topics.has(topic)) sayChanged([topic], heard)
  }

  /** Recheck topics whose permissions may have changed. A lost topic is published once more, so that its page refetches. */
  const recheckTopics = async (suspects: readonly string[]) => {
    const lost: string[] = []
    for (const topic of suspects) if (topics.has(topic) && !(await renew(topic))) lost.push(topic)
    if (lost.length === 0) return
    say({ changed: lost, at: new Date().toISOString() })
    if (browser === null || !lost.some(topic => topic in here)) return
    here = Object.fromEntries(Object.entries(here).filter(([topic]) => topics.has(topic)))
    await browser.say(here)
  }

  const { actor } = ctx
  const browser = actor.kind === 'user' ? presence.open(ctx) : null
  const others = (people: readonly Present[]) =>
    people.filter(person => actor.kind !== 'user' || person.id !== actor.id)
  // The presence that this browser reports, for the topics that it may know of.
  let here: Here = {}
  const heard = countWithin(10_000)

  const be = async (asked: Here) => {
    if (browser === null || heard() > maxPresenceCalls) return
    // A user who may no longer know of the topic gets an empty presence list, whether or not it changes.
    for (const topic of Object.keys(asked).filter(isStale)) await renew(topic)
    const before = here
    here = Object.fromEntries(Object.entries(asked).filter(([topic]) => topics.has(topic)))
    for (const topic of Object.keys(here))
      if (!(topic in before)) say({ present: { [topic]: others(presence.of(topic)) } })
    await browser.say(here)
  }

  const take = async (text: string) => {
    if (!(await connection.isAllowed())) return
    const message = parseMessage(text)
    if (message === null) return socket.close(1007, 'Invalid message')
    for (const topic of message.unsubscribe) topics.delete(topic)
    if (message.subscribe.length > 0 || message.since !== null) await subscribe(message.subscribe, message.since)
    if (message.here !== null) await be(message.here)
    say({ at: new Date().toISOString() })
  }
  let last: Promise<void> = Promise.resolve()
  /** Messages are handled in order: presence depends on the subscriptions before it. */
  const next = (work: () => Promise<unknown>): Promise<void> => {
    last = last
      .then(work)
      .then(() => undefined)
      .catch(error => {
        ctx.services.log.error({ err: error }, 'cannot handle a live message')
        socket.close(1011)
      })
    return last
  }
  const pass = (changed: readonly string[], heard: Heard) => {
    const watched = changed.includes('*') ? [...topics.keys()] : changed.filter(topic => topics.has(topic))
    const fresh = watched.filter(topic => !isStale(topic))
    if (fresh.length > 0) sayChanged(fresh, heard)
    for (const topic of watched) if (!fresh.includes(topic)) void next(() => recheck(topic, heard))
  }

  return {
    socket,
    recheck: concerns => {
      const suspects = [...topics.keys()].filter(topic => !isUserTopic(topic) && concerns(topic))
      // No changes of them are sent before the recheck.
      for (const topic of suspects) topics.set(topic, 0)
      if (suspects.length > 0) void next(() => limitChecks(() => recheckTopics(suspects)))
    },
    takeLeave: () => {
      const own = actor.kind === 'user' ? userTopic(actor.id) : ''
      if (topics.has(own)) say({ changed: [own], at: new Date().toISOString() })
    },
    leave: () => {
      here = {}
      topics.clear()
      browser?.gone().catch(() => undefined)
    },
    meet: (topic, people) => {
      if (topic in here && topics.has(topic)) say({ present: { [topic]: others(people) } })
    },
    hear: text => next(() => (actor.kind === 'user' ? take(text) : limitStrangers(() => take(text)))),
    tell: (changed, heard) => {
      if (changed.includes('*') || changed.some(topic => topics.has(topic)))
        void connection.isAllowed().then(isOpen => isOpen && pass(changed, heard))
    },
  }
}

/** Browsers rechecked concurrently: making a project private may affect all of them, and page requests must not starve. */
const maxConcurrentChecks = 8
const limitChecks = limitConcurrency(maxConcurrentChecks)
/** Requests of strangers wait for those of other strangers, and take no database connection from signed-in users. */
const limitStrangers = limitConcurrency(2)

/** Limits how many tasks run concurrently. */
function limitConcurrency(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= count) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      await work()
    } finally {
      // First in, first out.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

interface Message {
  readonly subscribe: readonly string[]
  readonly unsubscribe: readonly string[]
  readonly since: string | null
  readonly here: Here | null
}

function parseMessage(text: string): Message | null {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null) return null
    const words = (value: unknown) => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : [])
    return {
      subscribe: words('subscribe' in given ? given.subscribe : []),
      unsubscribe: words('unsubscribe' in given ? given.unsubscribe : []),
      since: readMoment('since' in given ? given.since : null),
      here: 'here' in given ? readHere(given.here) : null,
    }
  } catch {
    return null
  }
}

/** A moment as PostgreSQL reads it; null for other values. */
function readMoment(given: unknown): string | null {
  const moment = new Date(typeof given === 'string' ? given : Number.NaN)
  const text = Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
  return /^(?!0000)\d{4}-/.test(text) ? text : null
}

function readHere(given: unknown): Here | null {
  if (typeof given !== 'object' || given === null) return null
  const entries = Object.entries(given).filter(([, doing]) => doing === 'looking' || doing === 'writing')
  return Object.fromEntries(entries)
}

/** The function counts its own calls of the last `ms` milliseconds. */
function countWithin(ms: number): () => number {
  let began = 0
  let calls = 0
  return () => {
    if (Date.now() - began > ms) {
      began = Date.now()
      calls = 0
    }
    calls += 1
    return calls
  }
}
