import { useSyncExternalStore } from 'react'

interface Revision {
  readonly id: number
  readonly revisedAt: string
}

const key = 'weft:broadcasts-dismissed'
const maxKept = 50
const watchers = new Set<() => void>()
// If storage is refused, a dismissed message stays hidden as long as the page is open.
let own: readonly string[] = []

/** The messages that were dismissed in this browser: those of visitors are stored nowhere else. */
export function useDismissed(): readonly [
  isDismissed: (message: Revision) => boolean,
  dismiss: (message: Revision) => void,
] {
  const text = useSyncExternalStore(watch, read, () => '')
  const names = text.split(' ')
  return [message => names.includes(nameOf(message)), message => write(nameOf(message))]
}

const nameOf = ({ id, revisedAt }: Revision): string => `${id}@${revisedAt}`

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

function read(): string {
  try {
    return [localStorage.getItem(key) ?? '', ...own].join(' ')
  } catch {
    return own.join(' ')
  }
}

function write(name: string): void {
  const names = [...new Set([...read().split(' '), name])].filter(Boolean).slice(-maxKept)
  own = names
  try {
    localStorage.setItem(key, names.join(' '))
  } catch {
    // Remembered above.
  }
  for (const watcher of watchers) watcher()
}
