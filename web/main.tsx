import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { queryOf } from '#web/api/client.ts'
import { embedded } from '#web/api/page.ts'
import { beginAt } from '#web/api/place.ts'
import { adoptEmbedded, queryClient, reading } from '#web/api/query.ts'
import { internalPath, namespaced, type PageRoute, parseSearch, publicPath, type Search } from '#web/api/route.tsx'
import { codeRoutes } from '#web/code/routes.ts'
import { discussRoutes } from '#web/discuss/routes.ts'
import { feedsRoutes } from '#web/feeds/routes.ts'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { foundationRoutes } from '#web/foundation/routes.ts'
import { planRoutes } from '#web/plan/routes.ts'
import { NotFoundPage, PageFailure, PageSkeleton } from '#web/shell/fallbacks.tsx'
import { Shell } from '#web/shell/Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: PageFailure })

const routes = [...foundationRoutes, ...planRoutes, ...codeRoutes, ...feedsRoutes, ...discussRoutes].map(routeOf)

function routeOf(page: PageRoute) {
  let shown = ''
  return createRoute({
    getParentRoute: () => root,
    path: page.address,
    component: lazyRouteComponent(async () => ({ default: await page.load() })),
    pendingComponent: () => createElement(page.skeleton ?? PageSkeleton),
    errorComponent: PageFailure,
    loaderDeps: ({ search }: { search: unknown }) => ({ search }),
    loader: async ({ params, deps, preload, cause }) => {
      // Only what stands behind the question mark changed: the page stays, with its focus, and asks by itself.
      const isSamePage = cause === 'stay' && shown === JSON.stringify(params)
      if (!preload) shown = JSON.stringify(params)
      if (isSamePage) return
      if (page.data === undefined) return
      const { operation } = page.data
      const input = page.data.input(namespaced(params), deps.search as Search)
      adoptEmbedded(operation, input)
      // Data that is here already shows at once; when it is old, the page asks again behind what it shows.
      const reply = await queryClient.ensureQueryData({
        ...reading(operation, input as never),
        revalidateIfStale: true,
      })
      // What could not be begun is asked for by the page itself.
      if (!preload) page.ahead?.(reply as never).catch(() => undefined)
    },
  })
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

beginAt(embeddedPlace(embedded.operation, embedded.data))
const element = document.getElementById('root')
if (element !== null) {
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
