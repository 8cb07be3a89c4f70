import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'

/** The reader's marks on files of a diff, where they outlive the page. */
export interface FileMarks {
  readonly isViewed: (file: DiffFileHead) => boolean
  /** Null: as the page says. */
  readonly isCollapsed: (file: DiffFileHead) => boolean | null
  /** A viewed file is collapsed, one that is no longer viewed is expanded. Always the same function. */
  readonly setViewed: (file: DiffFileHead, isViewed: boolean) => void
  /** Always the same function. */
  readonly setCollapsed: (files: readonly DiffFileHead[], isCollapsed: boolean) => void
}

interface FileIdentity {
  readonly id: string | null
  readonly fileIdentifierHash: string | null
}

/** Whether a file can be marked as viewed: the mark has to name it. @source DIFF-012 */
export const canBeViewed = ({ id, fileIdentifierHash }: FileIdentity): boolean =>
  Boolean(id) && Boolean(fileIdentifierHash)
