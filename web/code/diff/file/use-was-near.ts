import { type RefCallback, startTransition, useCallback, useState } from 'react'
import { observeNear } from '#web/ui/near.ts'
import { nearPx } from '../../lines/use-settled-near.ts'

/** Whether a part of a long page has been near the window. @param first  before the browser has looked */
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
