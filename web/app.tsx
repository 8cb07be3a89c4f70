import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement, Fragment, useEffect, useLayoutEffect } from 'react'
import { CallError } from '#web/api/client.ts'
import { endTakeOver, hasAnswers, takenOver } from '#web/api/page.ts'
import { adoptEmbedded, queryClient, reading } from '#web/api/query.ts'
import { noteReach, unreachable } from '#web/api/reach.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { RouterContext, useRouter, useView } from '#web/api/router/context.ts'
import { type Route, type RoutedPage, Router, type RouterOptions } from '#web/api/router/router.ts'
import { askSession } from '#web/api/session.ts'
import '#web/code/parts.ts'
import { issueParts } from '#web/plan/issues/page/issue-parts.ts'
import { issueRoutes } from '#web/plan/issues/routes.ts'
import { peekPanel } from '#web/plan/peek/peek-panel.ts'
import { replayEarlyInput } from '#web/shell/early-input.ts'
import { PageFailure } from '#web/shell/fallbacks.tsx'
import { OutOfDate } from '#web/shell/out-of-date.ts'
import { PageSkeleton } from '#web/shell/PageSkeleton.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { isUnloaded } from '#web/ui/patiently.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { IdScope } from '#web/ui/use-id.tsx'

peekPanel.load = () => import('#web/plan/peek-panel/PeekPanel.tsx').then(module => module.PeekPanel)
issueParts.load = () => import('#web/late-issue-parts.tsx')

/** The pages that are loaded: the server makes the routes anew for each drawing, which would import the module of its page again. */
const loaded = new Map<PageRoute, ComponentType>()

function routed(page: PageRoute): RoutedPage {
  const loadOnce = async () => {
    if (!loaded.has(page)) loaded.set(page, await fetched(page.load))
  }
  return {
    address: page.address,
    operation: page.data?.operation ?? null,
    content: () => {
      const Loaded = loaded.get(page)
      return (
        <Fragment key={page.stays ?? page.address}>
          {Loaded !== undefined && <Loaded />}
          <Arrival />
        </Fragment>
      )
    },
    skeleton: () => createElement(page.skeleton ?? PageSkeleton),
    failure: page.failure,
    open: async (route, isAhead) => {
      const loading = loadOnce()
      if (page.data === undefined) return loading
      const { operation } = page.data
      // The page reports the first failure, of its data or its module.
      loading.catch(() => undefined)
      const input = await inputOf(page.data, loading, route)
      adoptEmbedded(operation, input)
      // Data that is here already shows at once; when it is old, the page asks again behind what it shows.
      const reply = await queryClient.ensureQueryData({
        ...reading(operation, input as never),
        revalidateIfStale: true,
      })
      await loading
      if (isAhead) return
      const isGiven = hasAnswers()
      // Whatever fails here, the page asks for it itself.
      const ahead = page.ahead?.(reply as never, route.search).catch(() => undefined)
      // Replies that came with the document are shown from the first frame.
      if (isGiven) await ahead
    },
  }
}

/** The function that reads an address may come with the page's module, whose error is then the reason. */
const inputOf = async (
  { input }: NonNullable<PageRoute['data']>,
  loading: Promise<void>,
  { params, search }: Route,
) => {
  try {
    return await input(params, search)
  } catch (error) {
    await loading
    throw error
  }
}

/** Marks a page as ready for use once it is rendered. */
function Arrival() {
  // Earlier key presses and clicks are outside of React, which handles no events while it commits.
  useEffect(() => {
    endTakeOver()
    void takenOver().then(() => setTimeout(replayEarlyInput))
  }, [])
  return null
}

/** Modules that could not be fetched because the network was down. */
const missed = new Set<() => Promise<unknown>>()

/** @throws CallError  the module could not be fetched @throws OutOfDate  the server has another version of it by now */
async function fetched<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (cause) {
    if (!isUnloaded(cause)) throw cause
    if ((await askSession()) !== 'unknown') {
      if (!missed.has(load)) throw new OutOfDate()
      // A browser remembers that a module could not be fetched: only a new document asks for it again.
      window.location.reload()
      return new Promise(() => undefined)
    }
    missed.add(load)
    noteReach(false)
    throw new CallError(0, unreachable, null, { cause })
  }
}

const loadMore = () => import('./more-pages.ts').then(({ morePages }) => morePages)

/** The pages of the site, in a browser or in a drawing. */
export const createPages = (options: Omit<RouterOptions, 'pages'>): Router =>
  new Router({
    ...options,
    pages: { first: issueRoutes.map(routed), more: async () => (await fetched(loadMore)).map(routed) },
  })

/** The whole site, as the browser and the server both draw it. */
export function App({ router }: { readonly router: Router }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterContext value={router}>
        <IdScope prefix="i">
          <Site />
        </IdScope>
      </RouterContext>
    </QueryClientProvider>
  )
}

// An element of its own: the shell subscribes to the location itself and is not rendered with each view.
const shell = <Shell />

function Site() {
  const router = useRouter()
  const view = useView()
  // The window and the history are outside of React.
  useLayoutEffect(() => {
    if (view !== null) router.arrive(view)
  }, [router, view])
  if (view === null) return null
  return (
    <ErrorBoundary label="The page" resetKey={view} fallback={error => <PageFailure error={error} />}>
      {shell}
    </ErrorBoundary>
  )
}
