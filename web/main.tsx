import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { CallError, queryOf } from '#web/api/client.ts'
import { embedded } from '#web/api/page.ts'
import { enterPage, leavePage, watchPageAccess } from '#web/api/page-access.ts'
import { beginAt } from '#web/api/place.ts'
import { adoptEmbedded, queryClient, reading } from '#web/api/query.ts'
import { noteReach, unreachable } from '#web/api/reach.ts'
import { internalPath, namespaced, type PageRoute, parseSearch, publicPath, type Search } from '#web/api/route.tsx'
import { askSession } from '#web/api/session.ts'
import { codeRoutes } from '#web/code/routes.ts'
import { discussRoutes } from '#web/discuss/routes.ts'
import { feedsRoutes } from '#web/feeds/routes.ts'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { foundationRoutes } from '#web/foundation/routes.ts'
import { planRoutes } from '#web/plan/routes.ts'
import { NotFoundPage, OutOfDate, PageFailure, PageSkeleton } from '#web/shell/fallbacks.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { isUnloaded } from '#web/ui/later.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: PageFailure })

const pages = [...foundationRoutes, ...planRoutes, ...codeRoutes, ...feedsRoutes, ...discussRoutes]
const routes = pages.map(routeOf)

function routeOf(page: PageRoute) {
  let shown = ''
  let Loaded: ComponentType | null = null
  // The router's own way keeps a failure for good, and answers it by loading the whole page anew.
  const loadOnce = async () => {
    Loaded ??= await loaded(page)
  }
  return createRoute({
    getParentRoute: () => root,
    path: page.address,
    component: () => (Loaded === null ? null : createElement(Loaded)),
    pendingComponent: () => createElement(page.skeleton ?? PageSkeleton),
    errorComponent: PageFailure,
    loaderDeps: ({ search }: { search: unknown }) => ({ search }),
    loader: async ({ params, deps, preload, cause }) => {
      // Only what stands behind the question mark changed: the page stays, with its focus, and asks by itself.
      if (cause === 'stay' && shown === JSON.stringify(params)) return
      // Until it stands, a page that is asked for again is loaded again.
      if (!preload) shown = ''
      const loading = loadOnce()
      if (page.data === undefined) {
        await loading
        if (!preload) shown = JSON.stringify(params)
        return
      }
      const { operation } = page.data
      const input = page.data.input(namespaced(params), deps.search as Search)
      adoptEmbedded(operation, input)
      // Whichever fails first is told.
      loading.catch(() => undefined)
      // Data that is here already shows at once; when it is old, the page asks again behind what it shows.
      const reply = await queryClient.ensureQueryData({
        ...reading(operation, input as never),
        revalidateIfStale: true,
      })
      await loading
      if (!preload) shown = JSON.stringify(params)
      // What could not be begun is asked for by the page itself.
      if (!preload) page.ahead?.(reply as never).catch(() => undefined)
    },
  })
}

/** @throws CallError  the page's module could not be fetched @throws OutOfDate  the server has another version of it by now */
async function loaded(page: PageRoute): Promise<ComponentType> {
  try {
    return await page.load()
  } catch (cause) {
    if (!isUnloaded(cause)) throw cause
    if ((await askSession()) !== 'unknown') throw new OutOfDate()
    noteReach(false)
    throw new CallError(0, unreachable, null, { cause })
  }
}

const router = createRouter({
  routeTree: root.addChildren(routes),
  rewrite: {
    input: ({ url }) => {
      url.pathname = internalPath(url.pathname)
      return url
    },
    output: ({ url }) => {
      url.pathname = publicPath(url.pathname)
      return url
    },
  },
  parseSearch,
  stringifySearch: search => {
    const query = queryOf(search)
    return query === '' ? '' : `?${query.replaceAll('%5B', '[').replaceAll('%5D', ']')}`
  },
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

// The loader does not run for a page that was fetched when the pointer came to its link.
router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && leavePage())
router.subscribe('onResolved', () => {
  const match = router.state.matches.at(-1)
  const page = match && pages.find(each => each.address === match.fullPath)
  const { namespace = null } = namespaced(match?.params ?? {})
  enterPage({ operation: page?.data?.operation ?? null, namespace })
})
watchPageAccess({
  replace: href => router.history.replace(href),
  fullPathOf: (operation, data) => embeddedPlace(operation, data)?.fullPath ?? null,
})
beginAt(embeddedPlace(embedded.operation, embedded.data))
const element = document.getElementById('root')
if (element !== null) {
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
