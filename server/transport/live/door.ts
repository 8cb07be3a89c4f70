import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Context } from '#server/context.ts'
import type { Slice } from '#server/slice.ts'
import { contextOf, type DoorParts } from '#server/transport/rest/door.ts'
import { authenticateSession } from '#server/transport/session/authenticate.ts'
import type { LiveHub } from './hub.ts'

type TopicRules = NonNullable<Slice['topics']>

const topicsAtMost = 200
const recheckMs = 60_000

/**
 * One socket per browser. The browser says `{"subscribe":["issue:42"],"since":"<ISO>"}` or `{"unsubscribe":[...]}`; the server says
 * `{"changed":["issue:42"],"at":"<ISO>"}`, names only, and `{"refused":["issue:9"]}` for what the person may not know of.
 * With `since`, whatever changed after that moment is told at once, so that a page that was away catches up.
 */
export function openLiveDoor(
  app: FastifyInstance,
  parts: DoorParts & { readonly slices: readonly Slice[] },
  hub: LiveHub,
): void {
  const rules: TopicRules = Object.assign({}, ...parts.slices.map(slice => slice.topics ?? {}))
  const readers = new Set<Reader>()
  const unsubscribe = hub.subscribe(topics => {
    const at = new Date().toISOString()
    for (const reader of readers) reader.tell(topics, at)
  })
  new Gauge({
    name: 'weft_live_sockets',
    help: 'Browsers that listen for changes.',
    collect() {
      this.set(readers.size)
    },
  })
  app.addHook('preClose', () => {
    unsubscribe()
    for (const reader of readers) reader.socket.close(1012, 'The server restarts')
  })
  app.get('/-/live', { websocket: true }, (socket, request) => {
    // A page of another site must not listen with this person's cookie.
    const { origin } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== request.headers.host) {
      socket.close(1008, 'Another origin')
      return
    }
    const waiting: string[] = []
    let reader: Reader | null = null
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (reader === null) waiting.push(text)
      else void reader.hear(text)
    })
    authenticateSession(parts, request).then(
      identity => {
        const made = createReader(socket, contextOf(parts, request, identity), rules)
        reader = made
        readers.add(made)
        socket.on('close', () => readers.delete(made))
        for (const text of waiting) void made.hear(text)
      },
      error => {
        request.log.error({ err: error }, 'a live connection failed')
        socket.close(1011)
      },
    )
  })
}

interface Reader {
  readonly socket: WebSocket
  hear(text: string): Promise<void>
  tell(topics: readonly string[], at: string): void
}

function createReader(socket: WebSocket, ctx: Context, rules: TopicRules): Reader {
  // Topic to the moment of the last look at the person's right to it.
  const topics = new Map<string, number>()

  const isAllowed = async (topic: string): Promise<boolean> => {
    const [, kind, id] = /^([a-z-]{1,40}):(\d{1,15})$/.exec(topic) ?? []
    if (kind === undefined || id === undefined) return false
    if (kind === 'user') return ctx.actor.kind === 'user' && ctx.actor.id === Number(id)
    return (await rules[kind]?.({ ...ctx, now: new Date().toISOString() }, Number(id))) ?? false
  }

  const say = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }

  const subscribe = async (wanted: readonly string[], since: string | null) => {
    const refused: string[] = []
    for (const topic of wanted.slice(0, topicsAtMost)) {
      if (topics.size < topicsAtMost && (await isAllowed(topic))) topics.set(topic, Date.now())
      else refused.push(topic)
    }
    if (refused.length > 0) say({ refused })
    if (since === null || topics.size === 0) return
    // A little overlap covers what was committing at that moment; hearing of a change twice does no harm.
    const missed = await sql<{ topic: string }>`
      select distinct t.topic from events e, unnest(e.topics) as t(topic)
      where e.created_at > ${since}::timestamptz - interval '15 seconds' and t.topic = any (${[...topics.keys()]}::text[])`.execute(
      ctx.db,
    )
    if (missed.rows.length > 0) say({ changed: missed.rows.map(row => row.topic), at: new Date().toISOString() })
  }

  const recheck = async (topic: string, at: string) => {
    if (await isAllowed(topic)) {
      topics.set(topic, Date.now())
      say({ changed: [topic], at })
    } else {
      topics.delete(topic)
      say({ refused: [topic] })
    }
  }

  return {
    socket,
    hear: async text => {
      const message = parseMessage(text)
      if (message === null) return socket.close(1007, 'Not understood')
      for (const topic of message.unsubscribe) topics.delete(topic)
      if (message.subscribe.length > 0 || message.since !== null) await subscribe(message.subscribe, message.since)
      say({ at: new Date().toISOString() })
    },
    tell: (changed, at) => {
      const all = changed.includes('*')
      const heard = all ? [...topics.keys()] : changed.filter(topic => topics.has(topic))
      const fresh = heard.filter(topic => Date.now() - (topics.get(topic) ?? 0) < recheckMs)
      if (fresh.length > 0) say({ changed: fresh, at })
      for (const topic of heard) if (!fresh.includes(topic)) void recheck(topic, at)
    },
  }
}

interface Message {
  readonly subscribe: readonly string[]
  readonly unsubscribe: readonly string[]
  readonly since: string | null
}

function parseMessage(text: string): Message | null {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null) return null
    const words = (value: unknown) => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : [])
    const since =
      'since' in given && typeof given.since === 'string' && !Number.isNaN(Date.parse(given.since)) ? given.since : null
    return {
      subscribe: words('subscribe' in given ? given.subscribe : []),
      unsubscribe: words('unsubscribe' in given ? given.unsubscribe : []),
      since,
    }
  } catch {
    return null
  }
}
