import { useState } from 'react'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

type TypedTexts = Readonly<Record<string, string>>

interface Typed<Values extends TypedTexts> {
  readonly values: Values
  readonly set: (change: Partial<Values>) => void
  /** Forget what was sent. A field that was changed since stays. */
  readonly sent: (values: Values) => void
}

/**
 * The text of a visitor, kept in this tab through a reload until it is sent. A visitor has no account to keep it, and the computer may be
 * shared: it ends with the tab.
 *
 * @param place  the path of the page
 */
export function useTyped<Values extends TypedTexts>(place: string, empty: Values): Typed<Values> {
  const [typed, setTyped] = useState<Values | null>(null)
  // The server draws the page without what this browser keeps.
  const isHydrated = useIsHydrated()
  const values = typed ?? (isHydrated ? readTyped(place, empty) : empty)
  const write = (next: Values) => {
    setTyped(next)
    keepTyped(place, next)
  }
  return {
    values,
    set: change => write({ ...values, ...change }),
    sent: gone => {
      // The text may have changed since this function was made.
      const now = readTyped(place, empty)
      const left = Object.entries(now).map(([name, text]) => [name, text === gone[name] ? empty[name] : text])
      // The names are those of `empty`.
      write(Object.fromEntries(left) as Values)
    },
  }
}

const keyOf = (place: string) => `weft-typed ${place}`

function readTyped<Values extends TypedTexts>(place: string, empty: Values): Values {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}')
    const known = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
    const read = Object.entries(empty).map(([name, text]) => {
      const value: unknown = known.get(name)
      return [name, typeof value === 'string' ? value : text]
    })
    // The names are those of `empty`.
    return Object.fromEntries(read) as Values
  } catch {
    // There is no storage, or its content is invalid.
    return empty
  }
}

function keepTyped(place: string, values: TypedTexts): void {
  try {
    if (Object.values(values).every(text => text === '')) sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), JSON.stringify(values))
  } catch {
    // Without storage, the text lasts until the page is left.
  }
}
