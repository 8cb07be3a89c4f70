import { type Hunk, readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { type FileRow, fileRows } from '../rows/rows.ts'

const hunksOfFiles = new WeakMap<DiffFile, readonly Hunk[]>()

/** Read once: long patches are read before they are drawn, in a task of their own, so that no task gets long. */
export function hunksOf(file: DiffFile): readonly Hunk[] {
  const hunks = hunksOfFiles.get(file) ?? readHunks(file.patch)
  hunksOfFiles.set(file, hunks)
  return hunks
}

/** Whether the hunks of a file contain all of it. */
export const isWhole = (file: DiffFile): boolean => file.newFile || file.deletedFile || file.submodule

/** Rows of a file of which nothing has been expanded. */
export const firstRowsOf = (file: DiffFile): readonly FileRow[] =>
  fileRows(hunksOf(file), { lineCount: file.lineCount, isWhole: isWhole(file) })

export const nextTask = () => new Promise(resolve => setTimeout(resolve))
