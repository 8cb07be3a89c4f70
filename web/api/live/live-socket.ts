/** News from the socket for a page. */
export type LiveNews =
  | {
      readonly kind: 'changed'
      readonly topics: readonly string[]
      /** The write that changed them, where one alone did. */
      readonly by?: string
    }
  | { readonly kind: 'connection'; readonly isOpen: boolean }
  | { readonly kind: 'present'; readonly topic: string; readonly people: readonly Present[] }

/** Another user who has the same thing open. */
export interface Present {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatar_url: string | null
  readonly is_writing: boolean
}

/** The topics on the screen, and whether the user looks at them or writes on them. */
export type Here = Readonly<Record<string, 'looking' | 'writing'>>

export interface LiveSocket {
  /**
   * @param unheard  topics whose changes of the last seconds are announced immediately, because the page that shows them
   *   has heard of none yet. By default those that were not watched before
   */
  watch(topics: readonly string[], unheard?: readonly string[]): void
  unwatch(topics: readonly string[]): void
  /** Tell the others what is before the person now, all of it. */
  here(here: Here): void
  /** Try again now instead of waiting: the network came back, the laptop woke up. */
  wake(): void
  /** Close the socket and open another: a user has signed in. */
  reopen(): void
}

/** A message from the server. */
interface LiveMessage {
  readonly changed?: readonly string[]
  readonly refused?: readonly string[]
  readonly at?: string
  readonly by?: string
  readonly present?: Readonly<Record<string, readonly Present[]>>
}

const firstDelayMs = 500
const longestDelayMs = 30_000
/** The server forgets who is here when they say nothing for a minute. */
const heartbeatMs = 25_000
/**
 * The server answers every message. A browser takes minutes to notice that a socket is dead after its network has changed, so
 * one that owes an answer for so long is replaced.
 */
const answersWithinMs = 5_000
const opensWithinMs = 10_000

/**
 * Keep one socket to the server open. After a break it comes back with growing, scattered pauses, watches the same topics
 * again and asks what changed since the last word it heard.
 */
export function openLiveSocket(url: string, tell: (news: LiveNews) => void): LiveSocket {
  // The number of watchers of each topic: pages of one browser share the socket.
  const watched = new Map<string, number>()
  let socket: WebSocket | null = null
  // The start of this page until the server tells the time, so that changes made while the page was loading are
  // requested too.
  let lastHeard = new Date().toISOString()
  let delayMs = firstDelayMs
  let timer: ReturnType<typeof setTimeout> | null = null
  let heartbeat: ReturnType<typeof setInterval> | null = null
  let here: Here = {}
  const hasHere = () => Object.keys(here).length > 0

  // Runs while an answer, or the socket itself, is awaited.
  let owed: ReturnType<typeof setTimeout> | undefined

  const say = (message: object) => {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify(message))
    owed ??= setTimeout(replace, answersWithinMs)
  }

  const settle = () => {
    clearTimeout(owed)
    owed = undefined
  }

  /** Give the socket up, and open another one at once. */
  const replace = () => {
    const dead = socket
    end()
    dead?.close()
    connect()
  }

  const end = () => {
    settle()
    socket = null
    if (heartbeat !== null) clearInterval(heartbeat)
    tell({ kind: 'connection', isOpen: false })
  }

  const connect = () => {
    timer = null
    const next = new WebSocket(url)
    socket = next
    owed = setTimeout(replace, opensWithinMs)
    next.onopen = () => {
      if (socket !== next) return
      settle()
      delayMs = firstDelayMs
      tell({ kind: 'connection', isOpen: true })
      say({ subscribe: [...watched.keys()], since: lastHeard, ...(hasHere() ? { here } : {}) })
      heartbeat = setInterval(() => say(hasHere() ? { here } : {}), heartbeatMs)
    }
    next.onmessage = event => {
      if (socket !== next) return
      settle()
      const message: LiveMessage = JSON.parse(String(event.data))
      if (message.at !== undefined) lastHeard = message.at
      const { by } = message
      if (message.changed !== undefined)
        tell({ kind: 'changed', topics: message.changed, ...(by !== undefined && { by }) })
      // Pages refetch topics they have lost, and then show the refusal.
      if (message.refused !== undefined) tell({ kind: 'changed', topics: message.refused })
      for (const [topic, people] of Object.entries(message.present ?? {})) tell({ kind: 'present', topic, people })
    }
    next.onclose = () => {
      if (socket !== next) return
      end()
      timer = setTimeout(connect, delayMs * (0.5 + Math.random()))
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
  connect()

  return {
    watch: (topics, unheard = topics.filter(topic => !watched.has(topic))) => {
      for (const topic of topics) watched.set(topic, (watched.get(topic) ?? 0) + 1)
      if (unheard.length > 0) say({ subscribe: unheard, since: lastHeard })
    },
    unwatch: topics => {
      const gone: string[] = []
      for (const topic of topics) {
        const left = (watched.get(topic) ?? 1) - 1
        if (left > 0) watched.set(topic, left)
        else {
          watched.delete(topic)
          gone.push(topic)
        }
      }
      if (gone.length > 0) say({ unsubscribe: gone })
    },
    here: shown => {
      here = shown
      say({ here })
    },
    wake: () => {
      delayMs = firstDelayMs
      if (socket === null && timer !== null) {
        clearTimeout(timer)
        connect()
      } else if (socket?.readyState === WebSocket.OPEN) say({ since: lastHeard })
      // The pending connection dates from before the network came back.
      else if (socket !== null) replace()
    },
    reopen: () => {
      delayMs = firstDelayMs
      if (socket !== null) socket.close()
      else if (timer !== null) {
        clearTimeout(timer)
        connect()
      }
    },
  }
}
