import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the server draws and the browser takes over its drawing, then true: for what only the browser knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
