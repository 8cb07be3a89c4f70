import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { type ComponentType, createElement, useEffect } from 'react'
import { CallError, queryOf } from '#web/api/client.ts'
import { hasAnswers } from '#web/api/page.ts'
import { adoptEmbedded, queryClient, reading } from '#web/api/query.ts'
import { noteReach, unreachable } from '#web/api/reach.ts'
import { internalPath, namespaced, type PageRoute, parseSearch, publicPath, type Search } from '#web/api/route.tsx'
import { askSession } from '#web/api/session.ts'
import { codeRoutes } from '#web/code/routes.ts'
import { discussRoutes } from '#web/discuss/routes.ts'
import { feedsRoutes } from '#web/feeds/routes.ts'
import { foundationRoutes } from '#web/foundation/routes.ts'
import { planRoutes } from '#web/plan/routes.ts'
import { replayEarlyInput } from '#web/shell/early-input.ts'
import { NotFoundPage, OutOfDate, PageFailure, PageSkeleton } from '#web/shell/fallbacks.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { isUnloaded } from '#web/ui/patiently.ts'

const isBrowser = typeof window !== 'undefined'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: PageFailure })

export const pages = [...foundationRoutes, ...planRoutes, ...codeRoutes, ...feedsRoutes, ...discussRoutes]
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
    component: () => (
      <>
        {Loaded !== null && <Loaded />}
        <Arrival />
      </>
    ),
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
      if (preload) return
      const isGiven = hasAnswers()
      // What could not be begun is asked for by the page itself.
      const ahead = page.ahead?.(reply as never).catch(() => undefined)
      // What came with the document is drawn at once.
      if (isGiven) await ahead
    },
  })
}

/** Tells that a page can be used. */
function Arrival() {
  // What was pressed before is outside of React, which takes no events while it commits.
  useEffect(() => {
    const timer = setTimeout(replayEarlyInput)
    return () => clearTimeout(timer)
  }, [])
  return null
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

const routeTree = root.addChildren(routes)

/** The pages of the site, in a browser or in a drawing. @param history  where the address stands */
export const createPages = (history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
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
    // A drawing has no place to scroll to.
    scrollRestoration: isBrowser,
  })

/** The whole site, as the browser and the server both draw it. */
export function App({ router }: { readonly router: AnyRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
