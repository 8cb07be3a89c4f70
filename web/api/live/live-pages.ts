import type { Here, LiveNews, LiveSocket } from './live-socket.ts'

/** A message from a page to the worker that holds its browser's socket. */
export type LiveWish =
  | { readonly kind: 'watch' | 'unwatch'; readonly topics: readonly string[] }
  | { readonly kind: 'here'; readonly here: Here }
  /** Instead of everything said before: the answer to `forgotten`. */
  | { readonly kind: 'all'; readonly topics: readonly string[]; readonly here: Here }
  | { readonly kind: 'wake' | 'reopen' | 'bye' | 'alive' }

/** A message from the worker to a page: the socket's news, and messages that keep the two in step. */
export type WorkerNews =
  | LiveNews
  /** To be answered with `alive`. */
  | { readonly kind: 'ping' }
  /** The page said nothing for so long that it was forgotten: it has to say all again. */
  | { readonly kind: 'forgotten' }

interface LivePages {
  /** A page came; hands over what it says from now on. */
  add(say: (news: WorkerNews) => void): (wish: LiveWish) => void
  /** Hear of the socket. */
  tell(news: LiveNews): void
  /** Ask all pages for a sign of life, and forget those that gave none for a while. To be called now and then. */
  ask(): void
}

interface LivePage {
  readonly say: (news: WorkerNews) => void
  readonly topics: Map<string, number>
  here: Here
  /** The number of pings since its last message. Counted, not timed: a laptop that slept sent none. */
  unanswered: number
}

/** A tab that crashes says no good-bye; one that is frozen for long is woken when it says something again. */
const maxUnanswered = 3

/** The pages of one browser, and what they want of its one socket. */
export function livePages(open: () => LiveSocket): LivePages {
  const pages = new Set<LivePage>()
  let isOpen = false
  let socket: LiveSocket | null = null

  /** The presence of all pages together: if one of them writes on a topic, the user is writing. */
  const hereOfAll = (): Here => {
    const all: Record<string, 'looking' | 'writing'> = {}
    for (const page of pages)
      for (const [topic, doing] of Object.entries(page.here)) if (all[topic] !== 'writing') all[topic] = doing
    return all
  }

  const forget = (page: LivePage, live: LiveSocket) => {
    pages.delete(page)
    live.unwatch(timesEach(page.topics))
    page.topics.clear()
    page.here = {}
    live.here(hereOfAll())
  }

  return {
    add: say => {
      const page: LivePage = { say, topics: new Map(), here: {}, unanswered: 0 }
      pages.add(page)
      socket ??= open()
      const live = socket
      say({ kind: 'connection', isOpen })
      return wish => {
        page.unanswered = 0
        if (!pages.has(page) && wish.kind !== 'bye') {
          pages.add(page)
          say({ kind: 'connection', isOpen })
          say({ kind: 'forgotten' })
        }
        switch (wish.kind) {
          case 'watch': {
            // Another page may have heard of a change while this one was on its way.
            const unheard = wish.topics.filter(topic => !page.topics.has(topic))
            for (const topic of wish.topics) page.topics.set(topic, (page.topics.get(topic) ?? 0) + 1)
            return live.watch(wish.topics, [...new Set(unheard)])
          }
          case 'unwatch': {
            const known = wish.topics.filter(topic => page.topics.has(topic))
            for (const topic of known) {
              const left = (page.topics.get(topic) ?? 1) - 1
              if (left > 0) page.topics.set(topic, left)
              else page.topics.delete(topic)
            }
            return live.unwatch(known)
          }
          case 'here':
            page.here = wish.here
            return live.here(hereOfAll())
          case 'all': {
            const before = timesEach(page.topics)
            page.topics.clear()
            for (const topic of wish.topics) page.topics.set(topic, (page.topics.get(topic) ?? 0) + 1)
            live.watch(wish.topics)
            live.unwatch(before)
            page.here = wish.here
            return live.here(hereOfAll())
          }
          case 'wake':
            return live.wake()
          case 'reopen':
            return live.reopen()
          case 'alive':
            return
          case 'bye':
            return pages.has(page) ? forget(page, live) : undefined
          default:
            return wish satisfies never
        }
      }
    },
    tell: news => {
      if (news.kind === 'connection') isOpen = news.isOpen
      for (const page of pages) {
        if (news.kind === 'connection') page.say(news)
        else if (news.kind === 'present') {
          if (news.topic in page.here) page.say(news)
        } else {
          const topics = news.topics.filter(topic => page.topics.has(topic))
          if (topics.length > 0) page.say({ ...news, topics })
        }
      }
    },
    ask: () => {
      for (const page of [...pages]) {
        if (page.unanswered >= maxUnanswered && socket !== null) forget(page, socket)
        else {
          page.unanswered += 1
          page.say({ kind: 'ping' })
        }
      }
    },
  }
}

const timesEach = (topics: ReadonlyMap<string, number>): readonly string[] =>
  [...topics].flatMap(([topic, times]) => Array.from({ length: times }, () => topic))
