import { sql } from 'kysely'
import type { pickMergeRequest } from '#contract/code/commits/picks.ts'
import type { InputOf } from '#contract/operation.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { pickOnPage } from '../../repository/commits/pick.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { messages } from '../messages.ts'

/**
 * Revert the changes of a merged merge request, or apply them to another branch, in one commit.
 *
 * @throws Forbidden  the actor may not push to the project or the fork, or to the branch
 * @throws Unprocessable  it is not merged, or its changes conflict
 */
export async function pickMerged(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { verb, branch, onNewBranch, forkId, dryRun }: Omit<InputOf<typeof pickMergeRequest>, 'namespace' | 'iid'>,
) {
  const project = await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
  const merge = await mergeOf(ctx, mergeRequest.id)
  if (mergeRequest.state !== 'merged' || merge === null) throw new Unprocessable(messages.notMerged)
  const { commitId, isForward, baseSha } = merge
  const picking = { commitId, verb, branch, onNewBranch, forkId, dryRun }
  if (!isForward || baseSha === null) return pickOnPage(ctx, project, picking)
  // The commits are on the target branch one after another: they are undone together.
  const message = messages.picked[verb](mergeRequest.title, `${mergeRequest.namespacePath}!${mergeRequest.iid}`)
  return pickOnPage(ctx, project, { ...picking, since: baseSha, message })
}

async function mergeOf(ctx: Context, id: number) {
  const { rows } = await sql<{ commitId: Oid; isForward: boolean; baseSha: Oid | null }>`
    select mr.merge_commit_sha as commit_id, mr.merge_commit_sha = mr.head_sha and mr.squash_commit_sha is null and v.commit_count > 1 as is_forward,
      v.base_sha
    from merge_requests mr left join lateral (
      select base_sha, commit_count from merge_request_versions where merge_request_id = mr.id order by number desc limit 1) v on true
    where mr.id = ${id} and mr.merge_commit_sha is not null`.execute(ctx.db)
  return rows[0] ?? null
}
