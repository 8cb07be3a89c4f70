import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()

/**
 * Whether a part of the page is folded, remembered in this browser across visits and tabs.
 *
 * @param name  of the part: `navigation`, `sidebar`
 */
export function useFolded(name: string): readonly [isFolded: boolean, setFolded: (folded: boolean) => void] {
  return useRemembered(`weft:folded:${name}`)
}

/** Whether the lists of issues show rows of 36 px instead of 44. */
export function useCompactRows(): readonly [isCompact: boolean, setCompact: (compact: boolean) => void] {
  return useRemembered('weft:rows:compact')
}

function useRemembered(key: string): readonly [isOn: boolean, set: (on: boolean) => void] {
  const isOn = useSyncExternalStore(watch, () => read(key))
  return [isOn, on => write(key, on)]
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

// Where storage is refused, the choice lasts as long as the page.
const kept = new Map<string, string>()

function read(key: string): boolean {
  try {
    return (localStorage.getItem(key) ?? kept.get(key)) === '1'
  } catch {
    return kept.get(key) === '1'
  }
}

function write(key: string, on: boolean): void {
  const value = on ? '1' : '0'
  kept.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Remembered above.
  }
  for (const watcher of watchers) watcher()
}
