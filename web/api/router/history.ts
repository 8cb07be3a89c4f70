/** An address that the reader has been at, and can go back or forward to. */
export interface HistoryEntry {
  /** Path, query and hash. */
  readonly href: string
  readonly key: string
  /** Whether the target of the hash is scrolled into view. */
  readonly showsTarget: boolean
  /** The address that the reader has gone on to. */
  readonly left?: string
}

interface EntryOptions {
  readonly showsTarget?: boolean
}

export interface RouterHistory {
  readonly entry: () => HistoryEntry
  readonly push: (href: string, options?: EntryOptions) => void
  /** `isSamePage`: the address is only written in another way, and no guard is asked. */
  readonly replace: (href: string, options?: EntryOptions & { readonly isSamePage?: boolean }) => void
  /** `isNew`: the entry has just been made, by `push` or `replace`. */
  readonly watch: (listener: (isNew: boolean) => void) => void
  /** Ask before the entry is left, or the window closed. @returns stops asking */
  readonly guard: (mayLeave: () => boolean) => () => void
}

interface EntryState {
  readonly key: string
  /** The position among the entries of the site, to go back from. */
  readonly index: number
  readonly showsTarget: boolean
  readonly left?: string
}

/** The history of the window. Once for a document. */
export function browserHistory(): RouterHistory {
  const { history, location } = window
  const listeners = new Set<(isNew: boolean) => void>()
  const guards = new Set<() => boolean>()
  const read = (lastIndex: number) => {
    const { pathname, search, hash } = location
    const href = ownHref(pathname + search + hash)
    const known = history.state as EntryState | null
    if (known?.index !== undefined) return { href, ...known }
    // The browser itself makes the entries of the first page and of links to a part of a page.
    const state = stateAt(lastIndex + 1)
    history.replaceState(state, '')
    return { href, ...state }
  }
  let entry = read(-1)
  let isGoingBack = false

  const notify = (isNew: boolean) => {
    for (const listener of listeners) listener(isNew)
  }
  const mayLeave = () => [...guards].every(guard => guard())
  window.addEventListener('popstate', () => {
    if (isGoingBack) {
      isGoingBack = false
      return
    }
    const next = read(entry.index)
    const wayBack = entry.index - next.index
    isGoingBack = wayBack !== 0 && !mayLeave()
    if (isGoingBack) return history.go(wayBack)
    entry = next
    notify(false)
  })
  // The listener is added only while a guard is set: a browser may not keep pages that listen to this.
  const onUnload = (event: Event) => event.preventDefault()

  return {
    entry: () => entry,
    push: (href, options) => {
      if (!mayLeave()) return
      history.replaceState({ ...history.state, left: href }, '')
      history.pushState(stateAt(entry.index + 1, options), '', ownHref(href))
      entry = read(entry.index)
      notify(true)
    },
    replace: (href, { isSamePage = false, ...options } = {}) => {
      if (!isSamePage && !mayLeave()) return
      history.replaceState(stateAt(entry.index, options), '', ownHref(href))
      entry = read(entry.index)
      notify(true)
    },
    watch: listener => void listeners.add(listener),
    guard: guard => {
      guards.add(guard)
      window.addEventListener('beforeunload', onUnload)
      return () => {
        guards.delete(guard)
        if (guards.size === 0) window.removeEventListener('beforeunload', onUnload)
      }
    },
  }
}

interface MemoryHistory extends RouterHistory {
  readonly back: () => void
  readonly length: () => number
}

/** A history like the window's, for a drawing or a test. */
export function memoryHistory(href: string): MemoryHistory {
  const listeners = new Set<(isNew: boolean) => void>()
  const before: HistoryEntry[] = []
  let entry: HistoryEntry = { href: ownHref(href), ...stateAt(0) }
  const show = (next: HistoryEntry, isNew: boolean) => {
    entry = next
    for (const listener of listeners) listener(isNew)
  }
  const add = (href: string, options?: EntryOptions) =>
    show({ href: ownHref(href), ...stateAt(before.length, options) }, true)
  return {
    entry: () => entry,
    push: (href, options) => {
      before.push(entry)
      add(href, options)
    },
    replace: add,
    watch: listener => void listeners.add(listener),
    guard: () => () => undefined,
    back: () => show(before.pop() ?? entry, false),
    length: () => before.length + 1,
  }
}

const stateAt = (index: number, { showsTarget = true }: EntryOptions = {}): EntryState => ({
  key: Math.random().toString(36).slice(2),
  index,
  showsTarget,
})

/** Two slashes at the start would name another site. */
const ownHref = (href: string): string => href.replace(/^[\\/]{2,}/, '/')
