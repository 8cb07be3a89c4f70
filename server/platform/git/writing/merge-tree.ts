import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

export type MergedTree =
  | { readonly outcome: 'clean'; readonly tree: Oid }
  /** `tree` holds the files with conflict markers. */
  | { readonly outcome: 'conflict'; readonly tree: Oid; readonly paths: readonly string[] }

/**
 * Merge two commits without a work tree. Nothing is written but objects that nobody points at.
 *
 * @returns the tree of the merge, and the paths in conflict, each once, sorted
 */
export async function mergeTree(repo: string, ours: Oid, theirs: Oid): Promise<MergedTree> {
  const { stdout, code } = await git(
    repo,
    [
      'merge-tree',
      '--write-tree',
      '--name-only',
      '--no-messages',
      '-z',
      '--allow-unrelated-histories',
      oid(ours),
      oid(theirs),
    ],
    { accept: [1] },
  )
  const [head = '', ...paths] = stdout.toString('utf8').split('\0')
  const tree = oid(head.trim())
  if (code === 0) return { outcome: 'clean', tree }
  return { outcome: 'conflict', tree, paths: [...new Set(paths.filter(path => path !== ''))].sort() }
}
