import type { ReactNode } from 'react'
import type { DiffFile, DiffFileHead } from '#contract/code/diffs.ts'

/** A line of a changed file. Both numbers on an unchanged line, else that of its side. */
export interface LinePlace {
  readonly oldLine: number | null
  readonly newLine: number | null
  /** @source product-rules.md 9 */
  readonly lineCode: string
}

/** What stands below a line, for instance a thread or a form. */
export interface LineContent {
  /** Unique in its file. */
  readonly key: string
  /** The line, as a position has it: both numbers on an unchanged line, else that of its side. */
  readonly oldLine: number | null
  readonly newLine: number | null
  readonly content: ReactNode
}

/**
 * What other parts of the page put into a diff. Every function is kept by its callers (`useCallback`), because a new one draws all
 * lines again.
 */
export interface DiffSlots {
  /** Below lines. An unchanged line that is not shown is shown for its content; what has no line in the file comes to the top. */
  readonly threadsOf?: (file: DiffFile) => readonly LineContent[]
  /** Between header and lines of a file. */
  readonly topOf?: (file: DiffFile) => ReactNode
  /** At the end of a file's header. */
  readonly fileActions?: (file: DiffFile) => ReactNode
  /** In the file tree, beside the name. */
  readonly treeMark?: (file: DiffFileHead) => ReactNode
  /** Whether a file is collapsed until its reader opens it. A change of the answer opens or collapses it. */
  readonly isCollapsed?: (file: DiffFileHead) => boolean
  /** Instead of "Binary file": for instance both versions of an image. Null: the usual. */
  readonly viewerOf?: (file: DiffFile) => ReactNode | null
  /** Comment on a line, or on the lines from the first to the last. Without it there is no button in the gutter. */
  readonly onComment?: (file: DiffFile, start: LinePlace, end: LinePlace) => void
}
