import { useCallback, useEffect, useRef } from 'react'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { batchAnchor } from './batches.ts'
import { anchorOf } from './file-anchor.ts'

/** The place of a file; that of its batch while that is far. */
const elementOf = ({ fileHash }: DiffFileHead, index: number): HTMLElement | null =>
  document.getElementById(anchorOf(fileHash)) ??
  document.getElementById(batchAnchor(Math.floor(index / diffBatchSize) + 1))

/** Anchor of the file after that at the top of the window, or before it. */
export function nextFile(files: readonly DiffFileHead[], by: 1 | -1): string {
  const top = 120
  const tops = files.map((file, index) => elementOf(file, index)?.getBoundingClientRect().top ?? 0)
  const after = tops.findIndex(each => each > top)
  const index =
    by === 1
      ? after < 0
        ? files.length - 1
        : after
      : Math.max(
          0,
          tops.findLastIndex(each => each < top - 60),
        )
  return anchorOf(files[index]?.fileHash ?? '')
}

/** Brings an element into the window, and again when what stands above it has got its lines. */
export function useGoToFile(files: readonly DiffFileHead[]): (id: string, otherwise?: string) => void {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useCallback(
    (id: string, otherwise?: string) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      const until = performance.now() + 3_000
      let last: number | null = null
      const look = () => {
        if (signal.aborted || performance.now() > until) return
        const element = document.getElementById(id) ?? placeOf(files, otherwise ?? id)
        const at = element?.getBoundingClientRect().top ?? null
        if (element !== null && at !== last) {
          element.scrollIntoView()
          element.querySelector<HTMLElement>('[data-file-link]')?.focus({ preventScroll: true })
          last = element.getBoundingClientRect().top
        }
        requestAnimationFrame(look)
      }
      // The reader's own scrolling ends it.
      for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
        document.addEventListener(type, () => running.current?.abort(), { signal, passive: true })
      }
      look()
    },
    [files],
  )
}

function placeOf(files: readonly DiffFileHead[], anchor: string): HTMLElement | null {
  const index = files.findIndex(file => anchorOf(file.fileHash) === anchor)
  const file = files[index]
  return file === undefined ? null : elementOf(file, index)
}
