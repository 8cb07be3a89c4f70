import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { mergeTree } from '#server/platform/git/writing/merge-tree.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { writeCommit } from '#server/platform/git/writing/write-object.ts'
import type { MergeRequestRow } from '../find.ts'
import { messages } from '../messages.ts'
import { headsOf } from '../versions/repositories.ts'

/**
 * The commit that a merge would make of both branches as they are now, for programs that test it. Git clients fetch it as
 * `refs/merge-requests/<iid>/merge`. Asked again, it is the same commit until a branch moves.
 *
 * @throws Malformed  it is not open, or its branches conflict: 400
 */
export async function mergeRef(ctx: Context, mergeRequest: MergeRequestRow): Promise<Oid> {
  const heads = mergeRequest.state === 'opened' ? await headsOf(ctx, mergeRequest) : null
  if (heads === null || heads.source === null || heads.target === null) throw new Malformed(messages.noMergeRef)
  const { dir, source, target } = heads
  const merged = await mergeTree(dir, target, source)
  const [head] = await readCommits(dir, [source])
  if (merged.outcome === 'conflict' || head == null) throw new Malformed(messages.cannotMerge)
  const { sourceBranch, targetBranch, iid } = mergeRequest
  const { name, email, date } = head.committer
  const madeBy = { name, email, at: new Date(date) }
  const commitId = await writeCommit(dir, {
    tree: merged.tree,
    parentIds: [target, source],
    // The time is that of the source's head, so that the same two heads always make the same commit.
    author: madeBy,
    committer: madeBy,
    message: `Merge branch '${sourceBranch}' into '${targetBranch}'`,
  })
  await updateRefs(dir, [{ ref: `refs/merge-requests/${iid}/merge`, after: commitId }])
  return commitId
}
