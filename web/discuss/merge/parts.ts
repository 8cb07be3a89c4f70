import type { MergePiece } from './merge-texts.ts'

/** One text that two people changed. */
export interface MergePart {
  readonly label: string
  readonly base: string
  readonly mine: string
  readonly theirs: string
  /** A text of one line, in which not both sides can stand. */
  readonly isLine?: boolean
}

/** A merged part as the dialog takes it. */
export interface MergedPart extends MergePart {
  readonly pieces: readonly MergePiece[]
}
