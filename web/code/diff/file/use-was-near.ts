import { type RefCallback, startTransition, useCallback, useState } from 'react'
import { observeNear } from '#web/ui/near.ts'
import { fileNearPx } from '../batches.ts'
import { inFrame } from '../when-idle.ts'

/** Whether a part of a long page has been near the window. @param first  before the browser has looked */
export function useWasNear(first: boolean): readonly [wasNear: boolean, ref: RefCallback<Element>] {
  const [wasNear, setNear] = useState(first)
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || wasNear) return
      let cancel = () => {}
      const stop = observeNear(element, fileNearPx, isNear => {
        cancel()
        if (isNear) cancel = inFrame(element, () => startTransition(() => setNear(true)))
      })
      return () => {
        cancel()
        stop()
      }
    },
    [wasNear],
  )
  return [wasNear, ref]
}
