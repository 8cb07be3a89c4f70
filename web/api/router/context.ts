import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Location, Route, Router, View } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

/** The route of the page that is being rendered; empty outside of pages. */
export const RouteContext = createContext<Route>({ params: {}, search: {} })

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('A router is only there inside of the app')
  return router
}

/** A part of the current location. Its hash is for `useHash`: the server, whose drawing is hydrated, never hears of it. */
export function useLocation<Part>(select: (location: Location) => Part): Part {
  const router = useRouter()
  const read = () => select(router.location())
  return useSyncExternalStore(router.watch, read, read)
}

/** The current view; null until the first page can be shown. */
export function useView(): View | null {
  const { watch, view } = useRouter()
  return useSyncExternalStore(watch, view, view)
}
