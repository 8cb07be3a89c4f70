import { useEffect } from 'react'

/**
 * Make the End key reach the end of a long page: browsers go to where it would end if its unseen parts were as high as estimated.
 *
 * @param isThere  whether the window shows nothing that is still loading; always the same function. Omitted: nothing is loading
 */
export function useEndKey(isLong: boolean, isThere?: () => boolean): void {
  // Keys and the window are outside of React.
  useEffect(() => {
    if (!isLong) return
    let last: KeyboardEvent | null = null
    const onKey = (event: KeyboardEvent) => {
      last = event
      if (event.key !== 'End') return
      // The browser goes to its own end meanwhile, and stays there if the part cannot be loaded or another key is pressed.
      import('./scroll-to-end.ts').then(
        ({ scrollToEnd }) => last === event && scrollToEnd(event, isThere),
        () => {},
      )
    }
    window.addEventListener('keydown', onKey)
    return () => {
      last = null
      window.removeEventListener('keydown', onKey)
    }
  }, [isLong, isThere])
}
