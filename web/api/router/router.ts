import type { ReactNode } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from '../address.ts'
import type { HistoryEntry, RouterHistory } from './history.ts'
import { type Match, matcherOf, type Params } from './match.ts'
import { keepScroll, type ScrollKeeper } from './scroll.ts'
import { parseSearch, type Search, stringifySearch } from './search.ts'

/** The parameters and the query of a page's address. */
export interface Route {
  readonly params: Params
  readonly search: Search
}

export interface RoutedPage {
  readonly address: string
  /** Loads the data of the page. */
  readonly operation: Address<Operation> | null
  /** Render the page. Only after `open` has resolved. */
  readonly content: () => ReactNode
  /** Rendered while the page is being opened. */
  readonly skeleton: () => ReactNode
  /** The sentence for a page that cannot be opened, if it has its own. */
  readonly failure?: string | undefined
  /** Load the module and the data of the page. `isAhead`: ahead of a navigation. */
  readonly open: (route: Route, isAhead: boolean) => Promise<void>
}

/** The pages that are known from the start, and those that are learned later. */
interface RoutedPages {
  readonly first: readonly RoutedPage[]
  /** No address of theirs matches where one of the first pages does. */
  readonly more: () => Promise<readonly RoutedPage[]>
}

/** The current address, from the moment that a page is requested. */
export interface Location extends HistoryEntry {
  /** Decoded. */
  readonly path: string
  /** Decoded, without its `#`. */
  readonly hash: string
}

/**
 * The view of the site. It follows the location once the page is open, or with a skeleton once that has taken a while.
 */
export interface View {
  /** null if no page has this address, or none is known yet. */
  readonly page: RoutedPage | null
  readonly route: Route
  readonly state: 'pending' | 'ready' | 'failed'
  /** The reason of a failure. */
  readonly error: unknown
  readonly location: Location
}

interface GoOptions {
  /** Replace the current entry of the history instead of adding one. */
  readonly replace?: boolean
  /** Leave the window where it is scrolled to. */
  readonly keepsScroll?: boolean
  /** Do not bring the target of the hash into sight. */
  readonly ignoresTarget?: boolean
}

export interface RouterOptions {
  readonly pages: RoutedPages
  readonly history: RouterHistory
  /** The reader has navigated to another path. */
  readonly onLeave?: () => void
  /** Another view is about to be rendered: a page, its skeleton or its failure. */
  readonly onShow?: () => void
  /** Bring what is kept of a page that could not be opened. @returns whether it can be opened with that */
  readonly restore?: (error: unknown, href: string) => Promise<boolean>
  /** A page has been rendered, or its failure has. */
  readonly onArrive?: (view: View) => void
}

const pendingAfterMs = 300

export class Router {
  readonly history: RouterHistory
  readonly #options: RouterOptions
  #match: (path: string) => Match<RoutedPage> | null
  #learning: Promise<void> | null = null
  #knowsAll = false
  readonly #listeners = new Set<() => void>()
  readonly #scroll: ScrollKeeper | null
  #location: Location
  #view: View | null = null
  /** The location of the page that was rendered last. */
  #arrived: Location | null = null
  #keepsScroll = false
  #isNewEntry = false
  #loading: symbol | null = null

  constructor(options: RouterOptions) {
    this.#options = options
    this.history = options.history
    this.#match = matcherOf(options.pages.first)
    this.#location = locationOf(options.history.entry())
    // The server's drawing has nothing to scroll.
    this.#scroll = globalThis.document ? keepScroll(() => this.#shown()?.key ?? null) : null
    options.history.watch(isNew => {
      this.#isNewEntry = isNew
      void this.load()
    })
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly location = (): Location => this.#location

  readonly view = (): View | null => this.#view

  /** Open the page at the present address; `isAgain`: one that failed. It never fails: the view says what went wrong. */
  async load({ isAgain = false } = {}): Promise<void> {
    const turn = Symbol()
    this.#loading = turn
    const location = locationOf(this.history.entry())
    const from = this.#shown()
    if (from !== null) this.#scroll?.leave(from.key)
    if (this.#arrived?.path !== location.path) this.#options.onLeave?.()
    this.#location = location
    this.#notify()
    let found = this.#routeOf(location.href)
    const show = (state: View['state'], error: unknown = null) => {
      if (this.#loading === turn) this.#show({ ...found, state, error, location })
    }
    const shown = this.#view
    // Only the query or the hash has changed: the page stays mounted, keeps its focus and asks for its data itself.
    const stays =
      !isAgain &&
      shown?.state === 'ready' &&
      shown.page === found.page &&
      isSame(shown.route.params, found.route.params)
    if (found.page === null ? this.#knowsAll : stays) return show('ready')
    const patience = setTimeout(() => show('pending'), pendingAfterMs)
    const open = async () => {
      if (found.page === null) await this.learn()
      if (this.#loading !== turn) return
      found = this.#routeOf(location.href)
      await found.page?.open(found.route, false)
    }
    const restored = async (error: unknown) => {
      if (!(await this.#options.restore?.(error, location.href))) throw error
      await open()
    }
    await open()
      .catch(restored)
      .then(
        () => show('ready'),
        error => show('failed', error),
      )
    clearTimeout(patience)
  }

  /** Learn the addresses of all pages. @throws what the loading of them throws */
  learn(): Promise<void> {
    this.#learning ??= this.#learn().catch(error => {
      this.#learning = null
      throw error
    })
    return this.#learning
  }

  async #learn(): Promise<void> {
    const { first, more } = this.#options.pages
    this.#match = matcherOf([...first, ...(await more())])
    this.#knowsAll = true
  }

  /** Load the module and the data of a page ahead of a navigation. */
  async preload(href: string): Promise<void> {
    const address = this.#canonical(href)
    // A failure is told when the page is asked for, which loads it again.
    try {
      if (this.#routeOf(address).page === null) await this.learn()
      const { page, route } = this.#routeOf(address)
      // The page that is shown keeps itself fresh.
      if (page === this.#view?.page && isSame(route, this.#view?.route)) return
      await page?.open(route, true)
    } catch {}
  }

  /** Go to an address of the site, relative to the present one. */
  navigate(href: string, { replace = false, keepsScroll = false, ignoresTarget = false }: GoOptions = {}): void {
    const next = this.#canonical(href)
    this.#keepsScroll = keepsScroll
    if (isSameHref(next, this.#canonical(this.#location.href))) {
      // The target of the same address is shown again.
      this.#isNewEntry = !ignoresTarget
      void this.load()
    } else this.history[replace ? 'replace' : 'push'](next, { showsTarget: !ignoresTarget })
  }

  /** To be called once a view is rendered: reports it, scrolls, and rewrites the first address in the form of all others. */
  arrive(view: View): void {
    if (view.state === 'pending' || view.location === this.#arrived) return
    const from = this.#arrived
    const { key: to, hash, showsTarget, href } = view.location
    this.#arrived = view.location
    this.#options.onArrive?.(view)
    this.#scroll?.arrive({
      from: from?.key ?? null,
      to,
      hash,
      resets: !this.#keepsScroll,
      isNew: this.#isNewEntry,
      showsTarget,
    })
    this.#keepsScroll = false
    this.#isNewEntry = false
    const canonical = this.#canonical(href)
    if (from === null && !isSameHref(href, canonical))
      this.history.replace(canonical, { showsTarget, isSamePage: true })
  }

  /** The location of the page on the screen; null before the first, and while the skeleton of the next stands there. */
  #shown(): Location | null {
    return this.#view?.location === this.#arrived ? this.#arrived : null
  }

  #show(view: View): void {
    this.#view = view
    this.#options.onShow?.()
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #routeOf(href: string): { readonly page: RoutedPage | null; readonly route: Route } {
    const { pathname, search } = new URL(href, base)
    const found = this.#match(pathname)
    const route = { params: found?.params ?? {}, search: parseSearch(search) }
    const shown = this.#view?.route
    return { page: found?.page ?? null, route: shown === undefined ? route : sharing(shown, route) }
  }

  #canonical(href: string): string {
    const { pathname, search, hash } = new URL(href, new URL(this.#location.href, base))
    return pathname + stringifySearch(parseSearch(search)) + hash
  }
}

/** Addresses of the site have no origin, without which `URL` does not parse them. */
const base = 'http://localhost'

function locationOf(entry: HistoryEntry): Location {
  const { pathname, hash } = new URL(entry.href, base)
  return { ...entry, path: decoded(pathname), hash: decoded(hash.slice(1)) }
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

const isSameHref = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The next value with the equal parts of the former one, so that effects run only when their values have changed. */
function sharing<Value>(former: Value, next: Value): Value {
  if (isSame(former, next)) return former
  if (!isRecord(former) || !isRecord(next)) return next
  // The keys of `next`, with its values or equal ones.
  return Object.fromEntries(Object.entries(next).map(([key, value]) => [key, sharing(former[key], value)])) as Value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
