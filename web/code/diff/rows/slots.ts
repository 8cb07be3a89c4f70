import type { ReactNode } from 'react'
import type { DiffFile, DiffFileHead } from '#contract/code/diffs/diffs.ts'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import type { ImagePoint } from '../images/image-point.ts'

/** A line of a changed file. Both numbers on an unchanged line, else that of its side. */
export interface LinePlace {
  readonly oldLine: number | null
  readonly newLine: number | null
  /** @source product-rules.md 9 */
  readonly lineCode: string
}

/** The content below a line, for instance a thread or a form. */
export interface LineContent {
  /** Unique in its file. */
  readonly key: string
  /** The line, as a position has it: both numbers on an unchanged line, else that of its side. */
  readonly oldLine: number | null
  readonly newLine: number | null
  readonly content: ReactNode
  /** The lines that it is about, which are marked; for more than the one above it. */
  readonly range?: { readonly start: LinePlace; readonly end: LinePlace } | undefined
}

/** The pin at a point of an image: a thread, a pending comment or a form. */
export interface ImagePin {
  /** Unique in its file. */
  readonly key: string
  readonly kind: 'thread' | 'draft' | 'form'
  /** Null: of another version of the image than the one that is shown. */
  readonly point: Pick<ImagePoint, 'xPercent' | 'yPercent'> | null
  /** The author of the thread or comment. */
  readonly by: string
  readonly isResolved: boolean
  /** Put it at another point; never rejects. Absent for users who may not. */
  readonly onMove?: ((point: ImagePoint) => Promise<void>) | undefined
  /** @param isAtImage  it stands below the image, on which the pin is */
  readonly content: (isAtImage: boolean) => ReactNode
}

/**
 * The contents that other parts of the page put into a diff. Callers keep the identity of every function
 * (`useCallback`), because a new one draws all lines again.
 */
export interface DiffSlots {
  /**
   * The contents below lines. A hidden unchanged line is shown for its content; contents without a line in the file are
   * at the top.
   */
  readonly threadsOf?: (file: DiffFile) => readonly LineContent[]
  /** The content between header and lines of a file. */
  readonly topOf?: (file: DiffFile) => ReactNode
  /** The actions at the end of a file's header. */
  readonly fileActions?: (file: DiffFile) => ReactNode
  /** The items in the menu of a file, after those of every diff. */
  readonly menuItems?: (file: DiffFile) => readonly MenuItem[]
  /** The mark beside the name in the file tree. */
  readonly treeMark?: (file: DiffFileHead) => ReactNode
  /** Whether a file is collapsed until its reader opens it. A change of the result opens or collapses it. */
  readonly isCollapsed?: (file: DiffFileHead) => boolean
  /** Comment on a line, or on the lines from the first to the last. Without it there is no button in the gutter. */
  readonly onComment?: (file: DiffFile, start: LinePlace, end: LinePlace) => void
  /**
   * The pins on the new version of an image, and their contents below it; at the top of the file if the lines of a
   * drawing are shown instead.
   */
  readonly pinsOf?: (file: DiffFile) => readonly ImagePin[]
  /** Comment on a point of an image. Without it a click on the image does nothing. @source IMGDIFF-009 */
  readonly onCommentPoint?: (file: DiffFile, point: ImagePoint) => void
}
