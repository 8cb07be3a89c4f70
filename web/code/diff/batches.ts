import type { DiffFile, DiffFileHead } from '#contract/code/diffs/diffs.ts'

export const batchAnchor = (page: number): string => `diff-batch-${page}`

/**
 * The distance from the window at which a file is rendered. Chromium lays it out and paints it at 1.5 heights of the window. In a window of
 * usual height that is a later frame, so that no frame does both.
 */
export const fileNearPx = 2_000
/** The distance at which a batch is shown, so that its files have come before they are rendered. */
export const batchNearPx = 2_800

/** Files with more changed lines start collapsed. */
export const batchLines = 3_000

/** Rows that a file will have, roughly. */
export const rowsOf = ({ addedLines, removedLines, generated, binary }: DiffFileHead): number =>
  generated || binary || addedLines + removedLines > batchLines ? 2 : addedLines + removedLines + 8

/** Rows that a file will have whose patch is loaded. Side by side, removed lines stand beside added ones. */
export function loadedRowsOf(file: DiffFile, isSplit: boolean): number {
  const { patch, generated, addedLines, removedLines } = file
  if (generated || patch === '') return rowsOf(file)
  let lines = 0
  for (let end = patch.indexOf('\n'); end !== -1; end = patch.indexOf('\n', end + 1)) lines += 1
  return lines - (isSplit ? Math.min(addedLines, removedLines) : 0)
}

/** Marks an element that stands for files until their lines have come. */
export const unloadedMark = 'data-unloaded'

/** Whether the window shows no such element. */
export const areFilesLoaded = (): boolean =>
  ![...document.querySelectorAll(`[${unloadedMark}]`)].some(element => {
    const { top, bottom } = element.getBoundingClientRect()
    return top < window.innerHeight && bottom > 0
  })
