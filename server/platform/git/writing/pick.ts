import { readCommits } from '../cat-file.ts'
import { emptyTree, type Oid, oid } from '../objects.ts'
import { mergeTrees } from './merge-trees.ts'

export type Picked = { readonly outcome: 'clean'; readonly tree: Oid } | { readonly outcome: 'conflict' | 'empty' }

/**
 * The files of a branch once a change is applied to them, or undone. Only objects that no ref reaches are written.
 *
 * @param commitId  the change is the difference between it and `since`
 * @param since  its first parent unless another commit is given: for a merge, the changes against that parent
 * @returns the new tree; `empty` when it is the one the branch has already
 */
export async function pick(
  repo: string,
  commitId: Oid,
  onto: Oid,
  verb: 'apply' | 'undo',
  since?: Oid,
): Promise<Picked> {
  const [commit, head] = await readCommits(repo, [oid(commitId), oid(onto)])
  if (commit == null || head == null) throw new RangeError('Both must be commits')
  const from = since ?? commit.parentIds[0]
  const [parent] = from === undefined ? [] : await readCommits(repo, [oid(from)])
  const parentTree = parent?.tree ?? emptyTree
  const [base, changed] = verb === 'apply' ? [parentTree, commit.tree] : [commit.tree, parentTree]
  const { outcome, tree } = await mergeTrees(repo, { base, ours: head.tree, theirs: changed })
  if (outcome === 'conflict') return { outcome }
  return tree === head.tree ? { outcome: 'empty' } : { outcome, tree }
}
