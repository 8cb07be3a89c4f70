import { useCallback, useEffect, useRef } from 'react'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { holdScroll } from '#web/ui/hold-scroll.ts'
import { areFilesLoaded, batchAnchor } from './batches.ts'
import { anchorOf, fileBox } from './file-anchor.ts'

const roundingPx = 2

/** The place of a file; that of its batch while that is far. */
const elementOf = ({ fileHash }: DiffFileHead, index: number): HTMLElement | null =>
  document.getElementById(anchorOf(fileHash)) ??
  document.getElementById(batchAnchor(Math.floor(index / diffBatchSize) + 1))

/**
 * The last files cannot come to the top of the window: of them, the one that the reader went to.
 *
 * @param topPx  where the window is free of bars
 * @returns null if the window is not at the end of the page, or has left that file
 */
export function fileWentTo(topPx: number): Element | null {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
  const file = isAtEnd ? document.activeElement?.closest(fileBox) : null
  if (file == null) return null
  const { top, bottom } = file.getBoundingClientRect()
  return bottom > topPx && top < window.innerHeight ? file : null
}

/** Anchor of the file after that at the top of the window, or before it. */
export function nextFile(files: readonly DiffFileHead[], by: 1 | -1): string {
  const file = document.querySelector(fileBox)
  // The position of a file after a jump to it, below the bars of the page.
  const top = file === null ? 0 : Number.parseFloat(getComputedStyle(file).scrollMarginTop)
  const tops = files.map((each, index) => elementOf(each, index)?.getBoundingClientRect().top ?? 0)
  const wentTo = fileWentTo(top)?.id
  const at = wentTo === undefined ? -1 : files.findIndex(({ fileHash }) => anchorOf(fileHash) === wentTo)
  const after = at >= 0 ? at + 1 : tops.findIndex(each => each > top + roundingPx)
  const before = at >= 0 ? at - 1 : tops.findLastIndex(each => each < top - roundingPx)
  const last = files.length - 1
  const index = by === -1 ? Math.max(0, before) : after < 0 ? last : Math.min(after, last)
  return anchorOf(files[index]?.fileHash ?? '')
}

/** Brings an element to the top of the window, and keeps it there while what stands above it or in the window gets its lines. */
export function useGoToFile(files: readonly DiffFileHead[]): (id: string, otherwise?: string) => void {
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  return useCallback(
    (id: string, otherwise?: string) => {
      let last: number | null = null
      let lastPagePx = 0
      let focused: HTMLElement | null = null
      stop.current = holdScroll(() => {
        const own = document.getElementById(id)
        const element = own ?? placeOf(files, otherwise ?? id)
        if (element === null) return false
        const pagePx = document.documentElement.scrollHeight
        // A longer page lets one of the last files come closer to the top.
        if (element.getBoundingClientRect().top !== last || pagePx !== lastPagePx) {
          element.scrollIntoView()
          last = element.getBoundingClientRect().top
          lastPagePx = pagePx
        }
        // The placeholder of a file has none yet.
        const link = element.querySelector<HTMLElement>('[data-file-link]')
        if (link !== null && link !== focused) {
          link.focus({ preventScroll: true })
          focused = link
        }
        return own !== null && areFilesLoaded()
      })
    },
    [files],
  )
}

function placeOf(files: readonly DiffFileHead[], anchor: string): HTMLElement | null {
  const index = files.findIndex(file => anchorOf(file.fileHash) === anchor)
  const file = files[index]
  return file === undefined ? null : elementOf(file, index)
}
