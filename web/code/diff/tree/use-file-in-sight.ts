import { type RefObject, useEffect, useState } from 'react'
import { fileBox } from '../file-anchor.ts'
import { fileWentTo } from '../go-to-file.ts'

/** Scrolling that pauses for so long has stopped. */
const restMs = 120
/**
 * The distances from the upper right corner of the tree to two points in the file beside it: the second is for the case
 * that the first is between two files.
 */
const beside = { rightPx: 80, downPx: [20, 40] }

/** The anchor of the file at the top of the window, or null before one is found. It follows once scrolling has stopped, and so delays no frame. */
export function useFileInSight(tree: RefObject<HTMLElement | null>): string | null {
  const [anchor, setAnchor] = useState<string | null>(null)
  // The scroll position, and the loaded part of a long diff, are outside of React.
  useEffect(() => {
    let timer = 0
    const look = () => {
      const file = tree.current === null ? null : fileBeside(tree.current)
      if (file != null) setAnchor(file.id)
    }
    const follow = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(look, restMs)
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    document.addEventListener('focusin', follow)
    // Files are loaded, collapsed and expanded, also without scrolling.
    const sizes = new ResizeObserver(follow)
    if (tree.current?.parentElement != null) sizes.observe(tree.current.parentElement)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('scroll', follow)
      document.removeEventListener('focusin', follow)
      sizes.disconnect()
    }
  }, [tree])
  return anchor
}

function fileBeside(tree: HTMLElement): Element | null | undefined {
  if (tree.closest('dialog') !== null) return fileBelowBars()
  const { width, right, top } = tree.getBoundingClientRect()
  // Narrow windows show no tree.
  if (width === 0) return null
  // At the end of the page the tree leaves by the bars above, below which the files stay in sight.
  const line = Math.max(top, Number.parseFloat(getComputedStyle(tree).top))
  const wentTo = fileWentTo(line)
  if (wentTo !== null) return wentTo
  return beside.downPx
    .map(px => document.elementFromPoint(right + beside.rightPx, line + px)?.closest(fileBox))
    .find(file => file != null)
}

/** A drawer covers the diff, so that points in it find no file. */
function fileBelowBars(): Element | undefined {
  const files = [...document.querySelectorAll(fileBox)]
  const line = files[0] === undefined ? 0 : Number.parseFloat(getComputedStyle(files[0]).scrollMarginTop)
  return files.find(file => file.getBoundingClientRect().bottom > line)
}
