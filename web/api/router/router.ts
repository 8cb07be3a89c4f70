import type { HistoryLocation, NavigateOptions, RouterHistory } from '@tanstack/history'
import type { ReactNode } from 'react'
import { type Match, matcherOf, type Params } from './match.ts'
import { keepScroll, type ScrollKeeper } from './scroll.ts'
import { parseSearch, type Search, stringifySearch } from './search.ts'

/** What the address of a page says. */
export interface Route {
  readonly params: Params
  readonly search: Search
}

export interface RoutedPage {
  readonly address: string
  /** Once it is open. */
  readonly content: () => ReactNode
  /** Shown while the page is opened. */
  readonly skeleton: () => ReactNode
  /** Load what the page is shown by. `isAhead`: before it is wanted. */
  readonly open: (route: Route, isAhead: boolean) => Promise<void>
}

/** Where the site is, from the moment that a page is asked for. */
export interface Location {
  /** Path, query and hash, as the browser has them. */
  readonly href: string
  /** Decoded. */
  readonly path: string
  /** Decoded, without its `#`. */
  readonly hash: string
  /** Which entry of the history it is. */
  readonly key: string
  /** Whether the target of the hash is brought into sight. */
  readonly showsTarget: boolean
}

/** What is shown. It follows the location once the page can be drawn, or once that has taken a while. */
export interface View {
  /** null: no page has this address. */
  readonly page: RoutedPage | null
  readonly route: Route
  readonly state: 'pending' | 'ready' | 'failed'
  /** Why it failed. */
  readonly error: unknown
  readonly location: Location
}

interface GoOptions {
  /** Take the place of the present address instead of adding one to go back to. */
  readonly replace?: boolean
  /** Leave the window where it is scrolled to. */
  readonly keepsScroll?: boolean
  /** Do not bring the target of the hash into sight. */
  readonly ignoresTarget?: boolean
}

export interface RouterOptions {
  readonly pages: readonly RoutedPage[]
  readonly history: RouterHistory
  /** Another path was asked for. */
  readonly onLeave?: () => void
  /** A page is drawn, or its failure is. */
  readonly onArrive?: (view: View) => void
}

const pendingAfterMs = 300

export class Router {
  readonly history: RouterHistory
  readonly #options: RouterOptions
  readonly #match: (path: string) => Match<RoutedPage> | null
  readonly #listeners = new Set<() => void>()
  readonly #scroll: ScrollKeeper | null
  #location: Location
  #view: View | null = null
  /** Where the page that was drawn last is. */
  #arrived: Location | null = null
  #keepsScroll = false
  #isNewEntry = false
  #loading: symbol | null = null

  constructor(options: RouterOptions) {
    this.#options = options
    this.history = options.history
    this.#match = matcherOf(options.pages)
    this.#location = locationOf(options.history.location)
    // A drawing has no place to scroll to.
    this.#scroll = globalThis.document ? keepScroll(() => (this.#arrived ?? this.#location).key) : null
    options.history.subscribe(({ action }) => {
      this.#isNewEntry = action.type === 'PUSH' || action.type === 'REPLACE'
      void this.load()
    })
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly location = (): Location => this.#location

  readonly view = (): View | null => this.#view

  /** Open the page at the present address. It never fails: the view says what went wrong. */
  async load({ isAgain = false } = {}): Promise<void> {
    const turn = Symbol()
    this.#loading = turn
    const location = locationOf(this.history.location)
    const from = this.#arrived
    if (from !== null) this.#scroll?.leave(from.key)
    if (from?.path !== location.path) this.#options.onLeave?.()
    this.#location = location
    this.#notify()
    const { page, route } = this.#routeOf(location.href)
    const show = (state: View['state'], error: unknown = null) => {
      if (this.#loading === turn) this.#show({ page, route, state, error, location })
    }
    const shown = this.#view
    // Only what stands behind the question mark changed: the page stays, with its focus, and asks by itself.
    const stays =
      !isAgain && shown?.state === 'ready' && shown.page === page && isSame(shown.route.params, route.params)
    if (page === null || stays) return show('ready')
    const patience = setTimeout(() => show('pending'), pendingAfterMs)
    await page.open(route, false).then(
      () => show('ready'),
      error => show('failed', error),
    )
    clearTimeout(patience)
  }

  /** Open the page again that failed. */
  readonly retry = (): void => void this.load({ isAgain: true })

  /** Load what a page of the site is shown by, before it is wanted. */
  async preload(href: string): Promise<void> {
    const { page, route } = this.#routeOf(this.#canonical(href))
    // It keeps itself fresh.
    if (page === this.#view?.page && isSame(route, this.#view?.route)) return
    // A page that fails is asked for again when it is wanted, and says so then.
    await page?.open(route, true).catch(() => undefined)
  }

  /** Go to an address of the site, relative to the present one. */
  navigate(href: string, { replace = false, keepsScroll = false, ignoresTarget = false }: GoOptions = {}): void {
    const next = this.#canonical(href)
    this.#keepsScroll = keepsScroll
    if (isSameHref(next, this.#canonical(this.#location.href))) void this.load()
    else this.#go(next, replace, { showsTarget: !ignoresTarget })
  }

  /** The view is drawn: tell so, scroll, and write the first address as every other one. */
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
      this.#go(canonical, true, { showsTarget }, { ignoreBlocker: true })
  }

  #go(href: string, replace: boolean, state: object, options?: NavigateOptions): void {
    if (replace) this.history.replace(href, state, options)
    else this.history.push(href, state, options)
  }

  #show(view: View): void {
    this.#view = view
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

/** An address of the site has no origin. */
const base = 'http://localhost'

function locationOf({ href, state }: HistoryLocation): Location {
  const { pathname, hash } = new URL(href, base)
  return {
    href,
    path: decoded(pathname),
    hash: decoded(hash.slice(1)),
    key: state.__TSR_key ?? href,
    showsTarget: !('showsTarget' in state) || state.showsTarget !== false,
  }
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

/** The next value, with the parts of the former one that are the same: effects run when what they read has changed. */
function sharing<Value>(former: Value, next: Value): Value {
  if (isSame(former, next)) return former
  if (!isRecord(former) || !isRecord(next)) return next
  // The same keys with the same or shared values.
  return Object.fromEntries(Object.entries(next).map(([key, value]) => [key, sharing(former[key], value)])) as Value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
