import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'

export const batchAnchor = (page: number): string => `diff-batch-${page}`

/** Files with more changed lines start collapsed. */
export const batchLines = 3_000

/** Rows that a file will have, roughly. */
export const rowsOf = ({ addedLines, removedLines, generated, binary }: DiffFileHead): number =>
  generated || binary || addedLines + removedLines > batchLines ? 2 : addedLines + removedLines + 8
