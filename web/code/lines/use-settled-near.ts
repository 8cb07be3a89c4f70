import { type RefCallback, startTransition, useCallback, useState } from 'react'
import { observeNear } from '#web/ui/near.ts'

const nearPx = 1400
/** What leaves again within so long was passed by: the window needs longer to get to it at the pace of reading. */
const settleMs = 60

/**
 * Whether a part of long code is near what the window shows, and not only passed by. Until then its plain text stands there.
 *
 * @param first  before the browser has looked
 */
export function useSettledNear(first: boolean): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(first)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = observeNear(element, nearPx, isNear => {
      clearTimeout(timer)
      if (isNear) timer = setTimeout(() => startTransition(() => setNear(true)), settleMs)
      else setNear(false)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return [isNear, ref]
}
