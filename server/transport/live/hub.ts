import type pg from 'pg'
import type { Logger } from 'pino'
import { connectTo, watchConnection } from '#server/platform/sql/connection.ts'

/** `by` names the write that changed them, where one alone did. */
type Listener = (topics: readonly string[], by?: string) => void
type PresenceListener = (word: unknown) => void

/** Hears of every committed change, of this process and the others, and passes on the names. */
export interface LiveHub {
  /** @param onPresence  hears who opens and leaves pages, wherever they are connected */
  subscribe(listener: Listener, onPresence?: PresenceListener): () => void
  close(): Promise<void>
}

/** Listen on one connection of its own, which is made anew when it breaks. */
export async function openLiveHub(connectionString: string, log: Logger): Promise<LiveHub> {
  const listeners = new Set<Listener>()
  const presenceListeners = new Set<PresenceListener>()
  let client: pg.Client | null = null
  let closed = false
  const tell = (payload: unknown) => {
    const isNamed = typeof payload === 'object' && payload !== null && 'topics' in payload && 'by' in payload
    const topics = isNamed ? payload.topics : payload
    if (!Array.isArray(topics)) return
    const by = isNamed && typeof payload.by === 'string' ? payload.by : undefined
    for (const listener of listeners)
      listener(
        topics.filter(topic => typeof topic === 'string'),
        by,
      )
  }
  const connect = async (): Promise<void> => {
    const next = await connectTo(connectionString, {}, listenOn)
    await next.query('listen weft_live; listen weft_presence')
    if (closed) return next.end()
    client = next
    watchConnection(next)
    // Changes may have been missed before this connection: every page looks again.
    for (const listener of listeners) listener(['*'])
  }
  const listenOn = (next: pg.Client) => {
    next.on('notification', message => {
      const payload: unknown = JSON.parse(message.payload ?? '[]')
      if (message.channel === 'weft_presence') for (const listener of presenceListeners) listener(payload)
      else tell(payload)
    })
    next.on('error', error => {
      if (client !== next) return
      client = null
      log.warn({ err: error }, 'the live connection broke')
      again()
    })
  }
  const again = () => {
    if (closed) return
    setTimeout(() => {
      connect().catch(failure => {
        log.error({ err: failure }, 'no live connection')
        again()
      })
    }, 500).unref()
  }
  await connect()
  return {
    subscribe: (listener, onPresence) => {
      listeners.add(listener)
      if (onPresence !== undefined) presenceListeners.add(onPresence)
      return () => {
        listeners.delete(listener)
        if (onPresence !== undefined) presenceListeners.delete(onPresence)
      }
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
