import { readCommits } from '../cat-file.ts'
import { emptyTree, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'
import { writeCommit } from './write-object.ts'

export type Picked = { readonly outcome: 'clean'; readonly tree: Oid } | { readonly outcome: 'conflict' | 'empty' }

const nobody = { name: 'weft', email: '', at: new Date(0) }

/**
 * What a branch's files become when a change is applied to them, or undone. Nothing is written but objects that nobody
 * points at.
 *
 * @param commitId  the change is what differs between it and `since`
 * @param since  its first parent unless another commit is given: of a merge, what the merge brought
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
  // Three commits with the right trees: so `merge-tree` finds the base we mean, which git before 2.40 cannot be told.
  const commitOf = (tree: Oid, parentIds: readonly Oid[], message: string) =>
    writeCommit(repo, { tree, parentIds, author: nobody, committer: nobody, message })
  const root = await commitOf(base, [], 'base')
  const [ours, theirs] = await Promise.all([commitOf(head.tree, [root], 'ours'), commitOf(changed, [root], 'theirs')])
  const { stdout, code } = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '-z', ours, theirs], {
    accept: [1],
  })
  if (code === 1) return { outcome: 'conflict' }
  const tree = oid(stdout.toString('latin1', 0, 40))
  return tree === head.tree ? { outcome: 'empty' } : { outcome: 'clean', tree }
}
