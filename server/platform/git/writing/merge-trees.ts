import type { Oid } from '../objects.ts'
import { type MergedTree, mergeTree } from './merge-tree.ts'
import { writeCommit } from './write-object.ts'

const nobody = { name: 'weft', email: '', at: new Date(0) }

/** Trees; `base` is where both sides come from. */
export interface Sides {
  readonly base: Oid
  readonly ours: Oid
  readonly theirs: Oid
}

/** Merge trees from a base of our choice. Only objects that no ref points at are written. */
export async function mergeTrees(repo: string, { base, ours, theirs }: Sides): Promise<MergedTree> {
  // Three commits with the right trees: so `merge-tree` finds the base we mean, which git before 2.40 cannot be told.
  const commitOf = (tree: Oid, parentIds: readonly Oid[], message: string) =>
    writeCommit(repo, { tree, parentIds, author: nobody, committer: nobody, message })
  const root = await commitOf(base, [], 'base')
  const [one, other] = await Promise.all([commitOf(ours, [root], 'ours'), commitOf(theirs, [root], 'theirs')])
  return mergeTree(repo, one, other)
}
