import { useState } from 'react'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

const storage = 'weft-collapsed-groups'
const mostKept = 200

/** The collapsed groups, remembered in this browser. @param list  the path of the list, and its grouping */
export function useCollapsed(
  list: string,
): readonly [isCollapsed: (key: string) => boolean, toggle: (key: string) => void] {
  const [known, setKnown] = useState(read)
  // The server draws all groups open.
  const isHydrated = useIsHydrated()
  const nameOf = (key: string) => `${list} ${key}`
  return [
    key => isHydrated && known.includes(nameOf(key)),
    key => {
      const name = nameOf(key)
      const now = read()
      const next = now.includes(name) ? now.filter(each => each !== name) : [...now, name].slice(-mostKept)
      setKnown(next)
      write(next)
    },
  ]
}

function read(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(storage) ?? '[]')
    return Array.isArray(names) ? names.filter(each => typeof each === 'string') : []
  } catch {
    // There is no storage, or it holds something else.
    return []
  }
}

function write(names: readonly string[]): void {
  try {
    localStorage.setItem(storage, JSON.stringify(names))
  } catch {
    // Without storage, it is remembered until the reader leaves the page.
  }
}
