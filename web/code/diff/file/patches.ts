import { type Hunk, readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'

const hunksOfFiles = new WeakMap<DiffFile, readonly Hunk[]>()

/** Read once: long patches are read before they are drawn, in a task of their own, so that no task gets long. */
export function hunksOf(file: DiffFile): readonly Hunk[] {
  const hunks = hunksOfFiles.get(file) ?? readHunks(file.patch)
  hunksOfFiles.set(file, hunks)
  return hunks
}

export const nextTask = () => new Promise(resolve => setTimeout(resolve))
