import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Unprocessable } from '#server/errors.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { repositoryOf } from '../repository/open.ts'
import type { MergeRequestRow } from './find.ts'
import { endAutoMerge } from './merge/tell-auto-merge.ts'
import { messages } from './messages.ts'
import { uncheckedPairs } from './versions/mergeability.ts'
import { refreshMergeRequest } from './versions/refresh.ts'

/**
 * Merge into another branch. The source branch is compared with that one from now on, as a new version; a merged request, and
 * one that has this target, stay as they are.
 *
 * @throws Unprocessable  the branch does not exist, or is the source
 * @throws Conflict  an open merge request has the same two branches, or this one is being merged
 */
export async function retargetMergeRequest(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  targetBranch: string,
): Promise<void> {
  const from = mergeRequest.targetBranch
  if (targetBranch === from || mergeRequest.state === 'merged' || mergeRequest.state === 'locked') return
  const isOwn = mergeRequest.sourceProjectId === mergeRequest.namespaceId
  if (isOwn && targetBranch === mergeRequest.sourceBranch) throw new Unprocessable(messages.sameBranch)
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  const branch = dir === null ? null : await findRef(dir, 'branch', targetBranch)
  if (branch === null) throw new Unprocessable(messages.noBranch(targetBranch, 'target'))
  await refuseDuplicate(ctx, mergeRequest, targetBranch)
  try {
    const { numAffectedRows } =
      await sql`update merge_requests set target_branch = ${targetBranch}, retargeted = true, ${uncheckedPairs}
      where id = ${mergeRequest.id} and merging is null`.execute(ctx.db)
    if (numAffectedRows === 0n) throw new Conflict(messages.beingMerged)
    await endAutoMerge(ctx, mergeRequest, messages.targetChanged)
  } catch (error) {
    if (isTaken(error, 'merge_requests_open')) throw new Conflict(messages.duplicateUnnamed, { cause: error })
    throw error
  }
  await ctx.events.record(
    'merge_request.retargeted',
    { issuableId: mergeRequest.id, from, to: targetBranch },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
  await refreshMergeRequest(ctx, { ...mergeRequest, targetBranch }, { isRetargeted: true })
}

async function refuseDuplicate(ctx: Context, mergeRequest: MergeRequestRow, targetBranch: string): Promise<void> {
  if (mergeRequest.state !== 'opened') return
  const { sourceProjectId, sourceBranch, namespaceId } = mergeRequest
  const { rows } = await sql<{ iid: number }>`
    select i.iid from merge_requests mr join issuables i on i.id = mr.id
    where mr.is_open and mr.namespace_id = ${namespaceId} and mr.source_project_id = ${sourceProjectId}::bigint
      and mr.source_branch = ${sourceBranch} and mr.target_branch = ${targetBranch} limit 1`.execute(ctx.db)
  if (rows[0] !== undefined) throw new Conflict(messages.duplicate(rows[0].iid))
}
