import { type RefObject, useEffect, useState } from 'react'

/** Scrolling that pauses for so long has come to rest. */
const restMs = 120
/** From the corner of the tree into the file that stands beside it. */
const beside = { rightPx: 80, downPx: 20 }
const fileBox = '[data-diff-file]'

/** The anchor of the file at the top of the window once scrolling has come to rest: no frame of it pays for the look. */
export function useFileInSight(tree: RefObject<HTMLElement | null>): string | null {
  const [anchor, setAnchor] = useState<string | null>(null)
  // Where the window is scrolled to is outside of React.
  useEffect(() => {
    let timer = 0
    const look = () => {
      const edges = tree.current?.getBoundingClientRect()
      // Narrow windows show no tree.
      if (edges === undefined || edges.width === 0) return
      // The last files cannot come to the top: of them, the one that the reader went to.
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
      const file =
        (isAtEnd ? document.activeElement?.closest(fileBox) : null) ??
        document.elementFromPoint(edges.right + beside.rightPx, edges.top + beside.downPx)?.closest(fileBox)
      if (file != null) setAnchor(file.id)
    }
    const follow = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(look, restMs)
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('scroll', follow)
    }
  }, [tree])
  return anchor
}
