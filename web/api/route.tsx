import { type ComponentProps, type ComponentType, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { RouteContext, useLocation, useRouter } from './router/context.ts'
import type { Params } from './router/match.ts'
import { type Search, stringifySearch } from './router/search.ts'

type PageInput = Readonly<Record<string, unknown>>

/** A page of an area: where it is, what data it opens with, and which chunk shows it. */
export interface PageRoute {
  /** `/$namespace/-/issues/$iid`: `$namespace` holds a full path with slashes, a trailing `$` the rest of the address. */
  readonly address: string
  /** The page's one request, made (or taken from the document) before the page shows. */
  readonly data?: {
    readonly operation: Address<Operation>
    readonly input: (params: Params, search: Search) => PageInput | Promise<PageInput>
  }
  readonly load: () => Promise<ComponentType>
  /** Begins what the page will ask for next, from the data's answer. */
  readonly ahead?: (reply: never, search: Search) => Promise<void>
  /** Shown while the data come: the page's own skeleton. */
  readonly skeleton?: ComponentType
  /** The sentence for data that cannot be read, if the page has its own. */
  readonly failure?: string
  /** Addresses with the same name show the same page, which stays mounted between them. */
  readonly stays?: string
}

/** The words of the address: `namespace`, `iid`, `_splat`. */
export const usePageParams = (): Params => useContext(RouteContext).params

export const usePageSearch = (): Search => useContext(RouteContext).search

interface SetSearchOptions {
  /** Take the place of the present address instead of adding one to go back to. */
  readonly replace?: boolean
}

/** Change the query of the address and stay on the page. */
export function useSetSearch(): (search: Search, options?: SetSearchOptions) => void {
  const router = useRouter()
  return (search, { replace = false } = {}) => {
    const path = router.location().href.replace(/[?#].*/, '')
    router.navigate(path + stringifySearch(search), { replace, keepsScroll: true })
  }
}

/** Path and query of the page. */
export const useAddress = (): string => useLocation(({ href }) => href.replace(/#.*/, ''))

/** The part of the address after the `#`. Browsers do not send it, so it is empty until a drawn page is hydrated. */
export function useHash(): string {
  const router = useRouter()
  return useSyncExternalStore(
    router.watch,
    () => router.location().hash,
    () => '',
  )
}

/** Change the hash of the address: the page stays, and its scroll position. */
export function useSetHash(): (hash: string) => void {
  const router = useRouter()
  return hash => router.navigate(`#${hash}`, { replace: true, keepsScroll: true, ignoresTarget: true })
}

/** Go to an address of the site. */
export function useGoTo(): (href: string, options?: { readonly replace?: boolean }) => void {
  const { history } = useRouter()
  return (href, options) => {
    if (options?.replace) history.replace(href)
    else history.push(href)
  }
}

/** Ask before the page is left, by a link, by the way back or by closing it; null asks nothing. */
export function useLeaveGuard(question: string | null): void {
  const { history } = useRouter()
  // The history is outside of React.
  useEffect(() => {
    if (question === null) return
    // The browser's own question: nothing else can hold the way back.
    return history.guard(() => window.confirm(question))
  }, [history, question])
}

/** The time for which the pointer rests before the page behind a link is fetched. */
const restMs = 60

/**
 * A link inside the site: opens without a reload and fetches the page when the pointer rests on it. It does not subscribe to the
 * router: a long discussion has thousands of links, which would all check each change of the address.
 */
export function PageLink({ href, onClick, onPointerEnter, onPointerLeave, ...rest }: PageLinkProps) {
  const router = useRouter()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={event => {
        onPointerEnter?.(event)
        resting.current = setTimeout(() => void router.preload(href), restMs)
      }}
      onPointerLeave={event => {
        onPointerLeave?.(event)
        clearTimeout(resting.current)
      }}
      onClick={event => {
        onClick?.(event)
        clearTimeout(resting.current)
        const isElsewhere = (rest.target !== undefined && rest.target !== '_self') || rest.download !== undefined
        if (event.defaultPrevented || event.button !== 0 || isElsewhere) return
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.navigate(href)
      }}
    />
  )
}

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }
