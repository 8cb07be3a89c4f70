import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { mergeTree } from '#server/platform/git/writing/merge-tree.ts'
import { type Signature, writeCommit } from '#server/platform/git/writing/write-object.ts'

/** The commits to merge, and the method. */
interface MergePlan {
  readonly source: Oid
  readonly target: Oid
  readonly method: 'merge' | 'rebase_merge' | 'ff'
  readonly squash: boolean
  readonly mergeMessage: string
  readonly squashMessage: string
  readonly committer: Signature
  /** The author of the squash commit. */
  readonly author: Signature
}

type PlannedMerge =
  | {
      readonly outcome: 'ready'
      readonly after: Oid
      readonly mergeCommit: Oid | null
      readonly squashCommit: Oid | null
    }
  | { readonly outcome: 'conflict' | 'need_rebase' }

/**
 * Write the commits of a merge. Nothing points at them yet.
 *
 * @returns the commit that becomes the head of the target branch
 */
export async function planMerge(dir: string, plan: MergePlan): Promise<PlannedMerge> {
  const { source, target, method, squash } = plan
  const isForward = await isAncestor(dir, target, source)
  if (method !== 'merge' && !isForward && !squash) return { outcome: 'need_rebase' }
  const merged = await mergeTree(dir, target, source)
  if (merged.outcome === 'conflict') return { outcome: 'conflict' }
  const { tree } = merged
  const { committer, author } = plan
  const squashCommit = squash
    ? await writeCommit(dir, { tree, parentIds: [target], author, committer, message: plan.squashMessage })
    : null
  const tip = squashCommit ?? source
  if (method === 'ff') return { outcome: 'ready', after: tip, mergeCommit: null, squashCommit }
  const mergeCommit = await writeCommit(dir, {
    tree,
    parentIds: [target, tip],
    author: committer,
    committer,
    message: plan.mergeMessage,
  })
  return { outcome: 'ready', after: mergeCommit, mergeCommit, squashCommit }
}
