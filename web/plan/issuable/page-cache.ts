import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Issuable, type IssuableData, type IssuablePage, useIssuable } from './issuable-context.tsx'

type Viewer = IssuablePage['viewer']
type Place = IssuablePage['namespace']

/** The parts of a page that a save may change, as they are in the cache. */
export interface PageParts<Data> {
  readonly issuable: Data
  readonly viewer: Viewer
  readonly namespace: Place
}

/** Changed properties of each part. */
export interface PageChange<Data> {
  readonly issuable?: Partial<Data>
  readonly viewer?: Partial<Viewer>
  readonly namespace?: Partial<Place>
}

/** A page in the cache. The issuable is the property that its kind names. */
type Page = Pick<PageParts<never>, 'viewer' | 'namespace'> & Readonly<Record<string, unknown>>

/** The cached data of the page around a component. */
export function usePageCache<Data extends IssuableData = IssuableData>() {
  return pageCache<Data>(useQueryClient(), useIssuable())
}

function pageCache<Data extends IssuableData>(
  client: QueryClient,
  { queryKey, kind: { field } }: Pick<Issuable, 'queryKey' | 'kind'>,
) {
  const now = () => client.getQueryData<Page>(queryKey)
  return {
    now,
    set: (page: Page) => client.setQueryData(queryKey, page),
    change: (change: (parts: PageParts<Data>) => PageChange<Data>) => {
      const page = now()
      if (page === undefined) return
      const { viewer, namespace } = page
      // The kind of the page is that of its data.
      const issuable = page[field] as Data
      const changes = change({ issuable, viewer, namespace })
      client.setQueryData<Page>(queryKey, {
        ...page,
        [field]: { ...issuable, ...changes.issuable },
        viewer: { ...viewer, ...changes.viewer },
        namespace: { ...namespace, ...changes.namespace },
      })
    },
  }
}
