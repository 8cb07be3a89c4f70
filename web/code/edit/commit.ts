import {
  codeBlobPage,
  codeFolderFiles,
  codeIdePage,
  codeTreePage,
  namespacePage,
  newFilePage,
} from '#web/api/operations.gen.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { commitTarget } from './commit-target.ts'

/** The pages that a commit made on a page makes stale. */
export const staleAfterCommit = [codeTreePage, codeBlobPage, codeIdePage, codeFolderFiles, namespacePage, newFilePage]

/** The start of a commit: a name other than the branch of the page starts a new branch there. */
export function startOf(
  place: CodePlace,
  ref: CodeRef | null,
  branch: string,
): { startBranch?: string; startSha?: string } {
  if (ref === null) return {}
  if (ref.kind === 'branch' && ref.name === branch && commitTarget(place) !== 'fork') return {}
  return ref.kind === 'branch' ? { startBranch: ref.name } : { startSha: ref.commitId }
}

/** The branch that a form names at first: the one that is shown, or a new one where that cannot be committed to. */
export const branchToBegin = (place: CodePlace, ref: CodeRef, username: string): string =>
  ref.kind === 'branch' && commitTarget(place) !== 'fork' ? ref.name : branchProposal(username, ref)

/** A name for a new branch that is hardly taken: `ann-main-patch-40312`. */
export function branchProposal(username: string, ref: CodeRef | null): string {
  const from = ref === null || ref.kind === 'commit' ? '' : `${ref.name.slice(0, 100)}-`
  return `${username}-${from}patch-${String(Date.now() % 100_000).padStart(5, '0')}`
}
