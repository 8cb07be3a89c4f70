import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Issuable, type IssuableData, type IssuablePage, useIssuable } from './issuable-context.tsx'

type Viewer = IssuablePage['viewer']
type PageNamespace = IssuablePage['namespace']

/** The parts of a page that a save may change, as they are in the cache. */
export interface PageParts<Data> {
  readonly issuable: Data
  readonly viewer: Viewer
  readonly namespace: PageNamespace
}

/** Changed properties of each part. */
export interface PageChange<Data> {
  readonly issuable?: Partial<Data>
  readonly viewer?: Partial<Viewer>
  readonly namespace?: Partial<PageNamespace>
}

/** Properties that were changed, as they are shown now and as they were. */
export interface Preview<Data> {
  readonly shown: PageChange<Data>
  readonly former: PageChange<Data>
}

/** A page in the cache. The issuable is the property that its kind names. */
type CachedPage = Pick<PageParts<never>, 'viewer' | 'namespace'> & Readonly<Record<string, unknown>>

/** The cached data of the page around a component. */
export function usePageCache<Data extends IssuableData = IssuableData>() {
  return pageCache<Data>(useQueryClient(), useIssuable())
}

function pageCache<Data extends IssuableData>(
  client: QueryClient,
  { queryKey, kind: { field } }: Pick<Issuable, 'queryKey' | 'kind'>,
) {
  const now = () => client.getQueryData<CachedPage>(queryKey)
  const partsOf = (page: CachedPage): PageParts<Data> => {
    const { viewer, namespace } = page
    // The kind of the page is that of its data.
    return { issuable: page[field] as Data, viewer, namespace }
  }
  const write = (page: CachedPage, { issuable, viewer, namespace }: PageChange<Data>) => {
    const parts = partsOf(page)
    client.setQueryData<CachedPage>(queryKey, {
      ...page,
      [field]: { ...parts.issuable, ...issuable },
      viewer: { ...parts.viewer, ...viewer },
      namespace: { ...parts.namespace, ...namespace },
    })
  }
  return {
    now,
    /**
     * Whether properties of the issuable still show some values, whatever else has changed. Rows are the same by their
     * ids.
     */
    stillShows: (values: Partial<Data> = {}): boolean => {
      const page = now()
      if (page === undefined) return false
      const shown = picked(partsOf(page).issuable, values)
      return JSON.stringify(shown, idOnly) === JSON.stringify(picked({ ...shown, ...values }, values), idOnly)
    },
    change: (change: (parts: PageParts<Data>) => PageChange<Data>): Preview<Data> | null => {
      const page = now()
      if (page === undefined) return null
      const parts = partsOf(page)
      const shown = change(parts)
      write(page, shown)
      const former = {
        issuable: picked(parts.issuable, shown.issuable),
        viewer: picked(parts.viewer, shown.viewer),
        namespace: picked(parts.namespace, shown.namespace),
      }
      return { shown, former }
    },
    /** Show the former values again, except where something newer is shown by now. */
    takeBack: ({ shown, former }: Preview<Data>) => {
      const page = now()
      if (page === undefined) return
      const { issuable, viewer, namespace } = partsOf(page)
      write(page, {
        issuable: unlessNewer(issuable, shown.issuable, former.issuable),
        viewer: unlessNewer(viewer, shown.viewer, former.viewer),
        namespace: unlessNewer(namespace, shown.namespace, former.namespace),
      })
    },
  }
}

const idOnly = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

/** The properties of a value that a change names. */
const picked = <T extends object>(value: T, change: Partial<T> = {}): Partial<T> =>
  // The same names, with the value's own properties.
  Object.fromEntries(Object.entries(value).filter(([name]) => name in change)) as Partial<T>

/** The former properties whose shown value still stands. */
const unlessNewer = <T extends object>(value: T, shown: Partial<T> = {}, former: Partial<T> = {}): Partial<T> => {
  // Both name properties of the value.
  const stands = (name: string) => value[name as keyof T] === shown[name as keyof T]
  return Object.fromEntries(Object.entries(former).filter(([name]) => stands(name))) as Partial<T>
}
