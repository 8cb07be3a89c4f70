import { codeBlobPage, codeTreePage, namespacePage, newFilePage } from '#web/api/operations.gen.ts'
import type { CodeRef } from '../shapes.ts'

/** What a commit made on a page makes stale. */
export const staleAfterCommit = [codeTreePage, codeBlobPage, namespacePage, newFilePage]

/** Where a commit begins: a name other than the branch of the page starts a new branch there. */
export function startOf(ref: CodeRef | null, branch: string): { startBranch?: string; startSha?: string } {
  if (ref === null || (ref.kind === 'branch' && ref.name === branch)) return {}
  return ref.kind === 'branch' ? { startBranch: ref.name } : { startSha: ref.commitId }
}

/** A name for a new branch that is hardly taken: `ann-main-patch-40312`. */
export function branchProposal(username: string, ref: CodeRef | null): string {
  const from = ref === null || ref.kind === 'commit' ? '' : `${ref.name.slice(0, 100)}-`
  return `${username}-${from}patch-${String(Date.now() % 100_000).padStart(5, '0')}`
}
