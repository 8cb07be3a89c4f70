import { type RefCallback, startTransition, useCallback, useState } from 'react'
import { observeNear } from '#web/ui/near.ts'
import { nearPx } from '../in-turn.ts'

/** Whether a part of a long page has been near what the window shows. */
export function useWasNear(first: boolean): readonly [wasNear: boolean, ref: RefCallback<Element>] {
  const [wasNear, setNear] = useState(first)
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || wasNear) return
      return observeNear(element, nearPx, isNear => {
        if (isNear) startTransition(() => setNear(true))
      })
    },
    [wasNear],
  )
  return [wasNear, ref]
}
