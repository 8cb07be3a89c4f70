import type { MouseEvent } from 'react'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { type Peeked, peekedAt, peekedIn, peekWord, peekWordOf } from './peek-address.ts'

interface Peek {
  /** The item in the panel; null while it is closed. */
  readonly shown: Peeked | null
  /** Show the issue or epic at a path; the way back closes the panel. @returns whether there is one */
  readonly open: (path: string) => boolean
  readonly close: () => void
}

/** The panel in which a list or board shows one of its items, as the address says. */
export function usePeek(): Peek {
  const { namespace = '' } = usePageParams()
  const { [peekWord]: word, ...rest } = usePageSearch()
  const setSearch = useSetSearch()
  return {
    shown: peekedIn(word, namespace),
    open: path => {
      const peeked = peekedAt(path)
      // A move from one item to the next keeps one entry, so that the way back still leads out of the panel.
      if (peeked !== null)
        setSearch({ ...rest, [peekWord]: peekWordOf(peeked, namespace) }, { replace: word !== undefined })
      return peeked !== null
    },
    close: () => setSearch(rest, { replace: true }),
  }
}

/** Whether a click has no modifier key that makes the browser open a link elsewhere. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
