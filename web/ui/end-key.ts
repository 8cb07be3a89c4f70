import { useEffect } from 'react'
import { atRest } from './at-rest.ts'

/**
 * Make the End key reach the end of a long page: browsers go to where it would end if its unseen parts were as high as estimated.
 *
 * @param isThere  whether the window shows nothing that is still loading; always the same function
 */
export function useEndKey(isLong: boolean, isThere = () => true): void {
  // Keys and the window are outside of React.
  useEffect(() => {
    if (!isLong) return
    let stop: (() => void) | null = null
    let isOver = false
    const stopWaiting = atRest(async () => {
      // Without the part, the key goes where browsers go.
      const part = await import('./scroll-to-end.ts').catch(() => null)
      if (!isOver) stop = part?.listenForEndKey(isThere) ?? null
    })
    return () => {
      isOver = true
      stopWaiting()
      stop?.()
    }
  }, [isLong, isThere])
}
