import { useLayoutEffect, useRef } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { anchorOf } from '../file-anchor.ts'

/** A file that is collapsed while its beginning is above the window stays at the top of it. @returns to be called before */
export function useStayInSight({ fileHash }: DiffFile, isCollapsed: boolean): () => void {
  const isAbove = useRef(false)
  useLayoutEffect(() => {
    if (isCollapsed && isAbove.current) document.getElementById(anchorOf(fileHash))?.scrollIntoView()
    isAbove.current = false
  }, [isCollapsed, fileHash])
  return () => {
    const element = document.getElementById(anchorOf(fileHash))
    const margin = element === null ? 0 : Number.parseFloat(getComputedStyle(element).scrollMarginTop)
    isAbove.current = element !== null && element.getBoundingClientRect().top < margin
  }
}
