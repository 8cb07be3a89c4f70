import pg from 'pg'
import type { Logger } from 'pino'

type Listener = (topics: readonly string[]) => void

/** Hears of every committed change, of this process and the others, and passes on the names. */
export interface LiveHub {
  subscribe(listener: Listener): () => void
  close(): Promise<void>
}

/** Listen on one connection of its own, which is made anew when it breaks. */
export async function openLiveHub(connectionString: string, log: Logger): Promise<LiveHub> {
  const listeners = new Set<Listener>()
  let client: pg.Client | null = null
  let closed = false
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, keepAlive: true })
    next.on('notification', message => {
      const topics: unknown = JSON.parse(message.payload ?? '[]')
      if (!Array.isArray(topics)) return
      for (const listener of listeners) listener(topics.filter(topic => typeof topic === 'string'))
    })
    next.on('error', error => {
      if (client !== next) return
      client = null
      log.warn({ err: error }, 'the live connection broke')
      again()
    })
    await next.connect()
    await next.query('listen weft_live')
    if (closed) return next.end()
    client = next
    // Whatever happened while nobody listened: every page looks again.
    for (const listener of listeners) listener(['*'])
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
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
