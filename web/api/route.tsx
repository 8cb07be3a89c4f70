import { useBlocker, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, useRef } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'

export type Search = Readonly<
  Record<string, string | readonly string[] | Readonly<Record<string, string | readonly string[]>>>
>

/** A page of an area: where it is, what data it opens with, and which chunk shows it. */
export interface PageRoute {
  /** `/$namespace/-/issues/$iid`: `$namespace` holds a full path with slashes, a trailing `$` the rest of the address. */
  readonly address: string
  /** The page's one request, made (or taken from the document) before the page shows. */
  readonly data?: {
    readonly operation: Address<Operation>
    readonly input: (params: Readonly<Record<string, string>>, search: Search) => Readonly<Record<string, unknown>>
  }
  readonly load: () => Promise<ComponentType>
  /** Begins what the page will ask for next, from the data's answer. */
  readonly ahead?: (reply: never) => Promise<void>
  /** Shown while the data come: the page's own skeleton. */
  readonly skeleton?: ComponentType
}

/** The words of the address: `namespace`, `iid`, `_splat`. */
export function usePageParams(): Readonly<Record<string, string>> {
  const params: Readonly<Record<string, string>> = useParams({ strict: false })
  return namespaced(params)
}

/** A full path stands in one segment inside the router, with colons for its slashes. */
export const namespaced = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  params.namespace === undefined ? params : { ...params, namespace: params.namespace.replaceAll(':', '/') }

/** What stands after the question mark; lists are written `label_name[]=bug`. */
export function usePageSearch(): Search {
  return useSearch({ strict: false })
}

interface SetSearchOptions {
  /** Take the place of the present address instead of adding one to go back to. */
  readonly replace?: boolean
}

/** Change what stands after the question mark and stay on the page. */
export function useSetSearch(): (search: Search, options?: SetSearchOptions) => void {
  const navigate = useNavigate()
  return (search, options) => {
    // The router's own type knows no routes here: pages are values.
    void navigate({ to: '.', search: search as never, replace: options?.replace ?? false, resetScroll: false })
  }
}

/** Path and query of the page. */
export function useAddress(): string {
  return useLocation({ select: location => location.publicHref.replace(/#.*/, '') })
}

/** What stands after the `#`. */
export function useHash(): string {
  return useLocation({ select: location => location.hash })
}

/** Change what stands after the `#`: the page stays, and where it is scrolled to. */
export function useSetHash(): (hash: string) => void {
  const navigate = useNavigate()
  return hash => {
    const options = { to: '.', search: true, hash, replace: true, resetScroll: false, hashScrollIntoView: false }
    // The router's own type knows no routes here: pages are values.
    void navigate(options as never)
  }
}

/** Go to an address of the site. */
export function useGoTo(): (href: string, options?: { readonly replace?: boolean }) => void {
  const router = useRouter()
  return (href, options) => {
    if (options?.replace) router.history.replace(href)
    else router.history.push(href)
  }
}

/** Ask before the page is left, by a link, by the way back or by closing it; null asks nothing. */
export function useLeaveGuard(question: string | null): void {
  useBlocker({
    disabled: question === null,
    enableBeforeUnload: question !== null,
    // The browser's own question: nothing else can hold the way back.
    shouldBlockFn: () => question !== null && !window.confirm(question),
  })
}

/** How long the pointer rests before the page behind a link is fetched. */
const restMs = 60

/**
 * A link inside the site: opens without a reload and fetches the page when the pointer rests on it. It hears nothing of the
 * router: a long discussion has thousands of links, which all would look at each change of the address.
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
        resting.current = setTimeout(() => void router.preloadRoute(routed(href)).catch(() => undefined), restMs)
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
        void router.navigate(routed(href))
      }}
    />
  )
}

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }

/** An address of the site as the router takes it. */
function routed(href: string) {
  const [path = '', query] = href.split('?')
  const [bare = '', hash] = path.split('#')
  const anchor = hash ?? query?.split('#')[1]
  const options = {
    to: internalPath(bare),
    ...(query === undefined ? {} : { search: parseSearch(`?${query.split('#')[0]}`) }),
    ...(anchor === undefined ? {} : { hash: anchor }),
  }
  // The router's own types know no routes here: pages are values.
  return options as never
}

/** `?a=1&b[]=2&not[c][]=3` as values. */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[] | Record<string, string | string[]>> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer, inner, list] = /^([^[\]]+)(?:\[([^[\]]+)\])?(\[\])?$/.exec(name) ?? []
    if (outer === undefined || outer === '__proto__') continue
    const into: Record<string, unknown> =
      inner === undefined ? search : (objectAt(search, outer) as Record<string, unknown>)
    const key = inner ?? outer
    if (list === undefined) into[key] = value
    else into[key] = [...(Array.isArray(into[key]) ? into[key] : []), value]
  }
  return search
}

function objectAt(search: Record<string, unknown>, name: string): object {
  const known = search[name]
  if (typeof known === 'object' && known !== null && !Array.isArray(known)) return known
  const made = {}
  search[name] = made
  return made
}

const ownSegments = /^\/(?:-|admin|dashboard|explore|groups|projects|users|help|search|api|assets|uploads)(?:\/|$)/

/** `/a/b/-/issues/7` as the router sees it: `/a:b/-/issues/7`. */
export function internalPath(path: string): string {
  if (path === '/' || path === '') return path
  if (path.startsWith('/groups/')) {
    const dash = path.indexOf('/-/')
    if (dash < 0) return `/groups/${colons(path.slice('/groups/'.length))}`
    return `/groups/${colons(path.slice('/groups/'.length, dash))}${path.slice(dash)}`
  }
  if (ownSegments.test(path)) return path
  const dash = path.indexOf('/-/')
  return dash < 0 ? `/${colons(path.slice(1))}` : `/${colons(path.slice(1, dash))}${path.slice(dash)}`
}

/** The other way round. */
export function publicPath(path: string): string {
  // No full path stands in these; a topic may have a colon in its name.
  if (path.startsWith('/explore/')) return path
  const end = path.indexOf('/-/', 1)
  const head = end < 0 ? path : path.slice(0, end)
  return `${head.replaceAll(/:|%3A/g, '/')}${end < 0 ? '' : path.slice(end)}`
}

const colons = (segments: string): string => segments.replace(/\/+$/, '').replaceAll('/', ':')
