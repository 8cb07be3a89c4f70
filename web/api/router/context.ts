import { createContext, use, useSyncExternalStore } from 'react'
import type { Location, Route, Router, View } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

/** What the address of the page says that is being drawn; of none, outside of a page. */
export const RouteContext = createContext<Route>({ params: {}, search: {} })

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('There are no pages outside of the site')
  return router
}

/** A part of where the site is. */
export function useLocation<Part>(select: (location: Location) => Part): Part {
  const router = useRouter()
  const read = () => select(router.location())
  return useSyncExternalStore(router.watch, read, read)
}

/** What is shown; null until the first page can be. */
export function useView(): View | null {
  const { watch, view } = useRouter()
  return useSyncExternalStore(watch, view, view)
}
