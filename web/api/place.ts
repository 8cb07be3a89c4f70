import { use, useLayoutEffect, useSyncExternalStore } from 'react'
import { windowTitle } from '#contract/page-title.ts'
import { atOpening, embedded, isDrawing } from './page.ts'

/** The group, project or person a page belongs to, as far as the shell shows it. */
export interface PlaceNamespace {
  readonly id: number
  readonly kind: 'project' | 'group' | 'user'
  readonly ancestorIds?: readonly number[]
  readonly name: string
  readonly fullPath: string
  /** `Weft / Loom`: the names from the root down. */
  readonly fullName: string
  readonly avatarUrl: string | null
  readonly openIssuesCount?: number | null
  readonly openMergeRequestsCount?: number | null
  readonly keepsContacts?: boolean | undefined
  /** The viewer's role, 0 when none. */
  readonly accessLevel: number
  /** The entries of the navigation. */
  readonly offers: {
    readonly issues: boolean
    readonly mergeRequests: boolean
    readonly code: boolean
    readonly releases: boolean
    readonly alerts: boolean
    readonly errors: boolean
    readonly vulnerabilities: boolean
    readonly dependencies: boolean
    readonly escalations: boolean
    readonly environments: boolean
    readonly featureFlags: boolean
    readonly insights: boolean
    readonly settings: boolean
  }
}

/** The namespace of a page's data as the frame around the page shows it. */
export function shownNamespace(header: PlaceNamespace): PlaceNamespace {
  const { id, kind, ancestorIds = [], name, fullPath, fullName, avatarUrl, accessLevel, offers, keepsContacts } = header
  const { openIssuesCount = null, openMergeRequestsCount = null } = header
  const counts = { openIssuesCount, openMergeRequestsCount }
  return { id, kind, ancestorIds, name, fullPath, fullName, avatarUrl, keepsContacts, ...counts, accessLevel, offers }
}

/** Whether the frame around a page shows two namespaces alike: the data of a page may have more fields than it shows. */
export const isSameNamespace = (one: PlaceNamespace | null, other: PlaceNamespace | null): boolean =>
  JSON.stringify(one && shownNamespace(one)) === JSON.stringify(other && shownNamespace(other))

export interface Place {
  /** The page's own name, first in the window's title. */
  readonly title: string
  readonly namespace: PlaceNamespace | null
  /** The navigation entry that is here: `issues`, `files`, `labels`, ... */
  readonly active: string | null
  /** The breadcrumbs after the namespace in the bar, outermost first. */
  readonly crumbs: readonly { readonly label: string; readonly href: string }[]
}

/** The place that the document names, so that the shell has its final shape before the page's own part is loaded. */
function firstPlace(): Place {
  const root = globalThis.document?.getElementById('root')
  const drawn = root?.dataset.place
  if (drawn !== undefined) {
    // Read once: it is not to outlast the rights to the page.
    root?.removeAttribute('data-place')
    // Written by `draw.tsx`.
    return JSON.parse(drawn) as Place
  }
  return { ...nowhere, namespace: namespaceIn(embedded.data) }
}

/** The place that a page's data name, where they have a header of it. */
export function namespaceIn(data: unknown): PlaceNamespace | null {
  if (!isObject(data)) return null
  const found = data.namespace ?? data.header ?? (isObject(data.place) ? data.place.header : null)
  // Only a PlaceHeader lists what its place offers.
  return isObject(found) && isObject(found.offers) ? (found as unknown as PlaceNamespace) : null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const nowhere: Place = { title: '', namespace: null, active: null, crumbs: [] }
const listeners = new Set<() => void>()
let place: Place = nowhere
// While the server draws: until the page has named its place.
let settled: PromiseWithResolvers<void> | null = null
atOpening(() => {
  place = firstPlace()
  settled = isDrawing ? Promise.withResolvers() : null
})

function setPlace(next: Place): void {
  if (JSON.stringify(next) === JSON.stringify(place)) return
  place = next
  for (const listener of listeners) listener()
}

/** Say where the first page is, before anything is drawn, where the document does not say so itself. */
export function beginAt(namespace: PlaceNamespace | null): void {
  if (place.namespace === null && namespace !== null) place = { ...nowhere, namespace }
}

/** Tell the shell where the page is. The last page's place stays until the next one names its own, so nothing flickers. */
export function usePlace(next: Place): void {
  if (isDrawing) {
    place = next
    settled?.resolve()
  }
  // The shell stands outside of the page: the effect carries the page's place out to it.
  useLayoutEffect(() => {
    setPlace(next)
    document.title = windowTitle(next.title, next.namespace?.fullName)
  })
}

/** The place as the page itself names it: a drawing of it waits for the page, which is drawn after it. */
export function useNamedPlace(): Place {
  if (settled !== null) use(settled.promise)
  return useCurrentPlace()
}

/** Draw what waits for the place of a page, which names none if it has not by now. */
export function settlePlace(): void {
  settled?.resolve()
}

export const currentPlace = (): Place => place

export function useCurrentPlace(): Place {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
    () => place,
  )
}
