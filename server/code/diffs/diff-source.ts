import { hash } from 'node:crypto'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import type { FilePreview } from './file-preview.ts'

/**
 * The source of a diff: two commits of a repository. The caller has checked that the reader may see both.
 *
 * A commit page compares a commit with its first parent, a comparison two refs, a merge request the versions of its branches.
 */
export interface DiffSource {
  /** The bare repository. */
  readonly dir: string
  /** Full path of the project, for addresses. */
  readonly namespace: string
  /** Null: from nothing. */
  readonly from: Oid | null
  readonly to: Oid
  readonly ignoreWhitespace: boolean
  /** The address at which its files are shown outside. */
  readonly preview?: FilePreview | null
  /** The merge base and the head of the target, for a merge request. Absent: `from` for both. */
  readonly refs?: { readonly baseSha: Oid; readonly startSha: Oid }
}

const sha1 = (text: string): string => hash('sha1', text)

/** The path that names a file: its old one once it is deleted. */
export const pathOf = ({ deletedFile, oldPath, newPath }: Pick<ChangedFile, 'deletedFile' | 'oldPath' | 'newPath'>) =>
  deletedFile ? oldPath : newPath

/** @source product-rules.md 9 */
export const fileHash = (path: string): string => sha1(path)

/** @source product-rules.md 9 */
export function fileIdentifierHash(file: ChangedFile): string {
  return sha1([pathOf(file), file.newFile, file.deletedFile, file.renamedFile].join('-'))
}

/** Names this very change: it differs as soon as the path, the mode or the content on either side does. */
export const changeId = (file: ChangedFile): string =>
  sha1([fileIdentifierHash(file), file.oldPath, file.aMode, file.bMode, file.oldId, file.newId].join(' '))
