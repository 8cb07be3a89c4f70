import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Forbidden, Unprocessable } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { logIds } from '#server/platform/git/commits/log.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { pick } from '#server/platform/git/writing/pick.ts'
import { type Signature, writeCommit } from '#server/platform/git/writing/write-object.ts'
import { type Pushable, pushableByRef } from '../../collaboration/pushable.ts'
import { bringCommit } from '../../forks/bring-objects.ts'
import { checkMove } from '../../protected-refs/guard.ts'
import { authorOf, signatureOf } from '../../repository/commits/signature.ts'
import { repositoryOf } from '../../repository/open.ts'
import { pushTo } from '../../repository/push/push-to.ts'
import type { MergeRequestRow, ReadableMergeRequest } from '../find.ts'
import { messages } from '../messages.ts'
import { refreshMergeRequest } from '../versions/refresh.ts'
import { type Heads, headsOf } from '../versions/repositories.ts'

/** More commits than this are for a rebase on one's own machine. */
const maxCommits = 1_000

/**
 * Put the commits of a merge request on top of its target branch. Merge commits are left out, as are commits that the
 * target has already.
 *
 * @throws Forbidden  the actor may not push to the source project, or rewrite its branch, or the branch no longer
 *   exists
 * @throws Unprocessable  it is not open, a commit conflicts, or there are too many
 * @throws Conflict  the source branch moved meanwhile
 */
export async function rebaseMergeRequest(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<void> {
  if (await rebase(ctx, mergeRequest)) return
  await tellRebaseFailure(ctx, mergeRequest, messages.rebaseConflict)
  throw new Unprocessable(messages.rebaseConflict)
}

/**
 * Like `rebaseMergeRequest`, without a message on the page when a commit conflicts.
 *
 * @returns false when a commit conflicts; the branch is then as it was
 */
export async function rebase(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<boolean> {
  const { project, heads } = await readRebase(ctx, mergeRequest)
  const dir = await sourceRepository(ctx, mergeRequest, heads)
  const after = await rebased(dir, heads.target, heads.source, await signatureOf(ctx))
  if (after === null) return false
  if (after === heads.source) return true
  const ref = branchRef(mergeRequest.sourceBranch)
  try {
    await pushTo(ctx, project)(dir, [{ ref, after, before: heads.source }])
  } catch (error) {
    if (error instanceof Conflict) throw new Conflict(messages.rebaseMoved, { cause: error })
    throw error
  }
  await sql`update merge_requests set rebase_commit_sha = ${after} where id = ${mergeRequest.id}`.execute(ctx.db)
  await refreshMergeRequest(ctx, mergeRequest)
  return true
}

interface Rebase {
  /** The project of the source branch. */
  readonly project: Pushable
  readonly heads: Heads & { readonly source: Oid; readonly target: Oid }
}

/**
 * Check that the actor may rebase a merge request, and read the heads of its branches.
 *
 * @throws Forbidden  the actor may not push to the source project, or rewrite its branch, or the branch no longer
 *   exists
 * @throws Unprocessable  it is not open
 */
export async function readRebase(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<Rebase> {
  const { state, sourceProjectId, sourceBranch } = mergeRequest
  if (state !== 'opened') throw new Unprocessable(messages.rebaseNotOpen)
  if (sourceProjectId === null) throw new Forbidden(messages.noSourceBranch)
  const project = await loadIfAllowed(ctx, 'project:push-branch', pushableByRef, { id: sourceProjectId })
  if (project === null) throw new Forbidden(messages.noPushRight)
  await checkMove(ctx, project, 'force', 'branch', sourceBranch)
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) throw new Forbidden(messages.noSourceBranch)
  return { project, heads: { ...heads, source: heads.source, target: heads.target } }
}

/** The repository of the source branch. That of a fork is given the head of the target branch. */
export async function sourceRepository(ctx: Context, mergeRequest: MergeRequestRow, heads: Heads): Promise<string> {
  const { sourceProjectId, namespaceId } = mergeRequest
  if (sourceProjectId === namespaceId || sourceProjectId === null || heads.target === null) return heads.dir
  const fork = await repositoryOf(ctx, { id: sourceProjectId })
  if (fork === null) throw new Unprocessable(messages.noSourceBranch)
  const keptBy = `refs/keep-around/${heads.target}`
  await bringCommit(ctx, { fromProjectId: namespaceId, toProjectId: sourceProjectId, commitId: heads.target, keptBy })
  return fork
}

/** @returns the new head; null where a commit conflicts */
async function rebased(dir: string, target: Oid, source: Oid, committer: Signature): Promise<Oid | null> {
  const ids = await logIds(dir, {
    from: [source],
    notFrom: [target],
    noMerges: true,
    order: 'topo',
    reverse: true,
    limit: maxCommits + 1,
  })
  if (ids.length > maxCommits) throw new Unprocessable(messages.rebaseTooLong(maxCommits))
  let head = target
  // The commits are rebased one after another: each is the parent of the next.
  for (const commit of await readCommits(dir, ids)) {
    if (commit === null) continue
    const picked = await pick(dir, commit.id, head, 'apply')
    if (picked.outcome === 'empty') continue
    if (picked.outcome !== 'clean') return null
    const { message } = commit
    head = await writeCommit(dir, {
      tree: picked.tree,
      parentIds: [head],
      author: authorOf(commit),
      committer,
      message,
    })
  }
  return head
}

/** Store the reason why a merge request was not rebased, for its page. */
export async function tellRebaseFailure(ctx: Context, mergeRequest: MergeRequestRow, reason: string): Promise<void> {
  await transact(ctx, async inner => {
    await sql`update merge_requests set merge_error = ${reason} where id = ${mergeRequest.id}`.execute(inner.db)
    await inner.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
  })
}
