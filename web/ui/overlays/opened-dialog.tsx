import { type ReactNode, useSyncExternalStore } from 'react'

let opened: ReactNode = null
const watchers = new Set<() => void>()

/** Open a dialog that belongs to no element of the page, such as that of a toast. @param render  is given what closes it */
export function openDialog(render: (onClose: () => void) => ReactNode): void {
  replace(render(closeOpened))
}

export const closeOpened = (): void => replace(null)

/** The dialog that was opened last. Rendered once; `openDialog` reaches it from anywhere. */
export function OpenedDialog(): ReactNode {
  return useSyncExternalStore(watch, shown, shown)
}

const shown = (): ReactNode => opened

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function replace(next: ReactNode): void {
  opened = next
  for (const watcher of watchers) watcher()
}
