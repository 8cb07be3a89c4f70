import { type ReactNode, useState } from 'react'
import { HoldKeys } from './HoldKeys.tsx'
import type { Loadable } from './on-demand.tsx'

/**
 * Open a part that is loaded on demand: the page stays as it is until the part can be shown as a whole. This is not a transition,
 * because React would delay that for as long as it is busy with hundreds of comments.
 *
 * @returns what to render beside the part, and what runs the change of state that opens it
 */
export function useOpening(part?: Loadable): readonly [held: ReactNode, open: (show: () => void) => void] {
  const [isOpening, setOpening] = useState(false)
  function open(show: () => void) {
    const loading = part?.ahead() ?? null
    if (loading === null) return show()
    setOpening(true)
    void loading.then(() => {
      setOpening(false)
      show()
    })
  }
  return [isOpening && <HoldKeys />, open]
}
