import { type RefCallback, startTransition, useCallback, useState } from 'react'
import { observeNear } from '#web/ui/near.ts'

/** More than the height of a window, so that what scrolls into view is there before. */
const nearPx = 1400
/** A part that is near for a shorter time was only scrolled past: at reading pace, the window needs longer to get to it. */
const settleMs = 60

/**
 * Whether a part of long code is near the window and not only scrolled past. Until then its plain text is shown.
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
