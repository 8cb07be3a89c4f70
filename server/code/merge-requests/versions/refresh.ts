import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { countCommits } from '#server/platform/git/commits/log.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import {
  changeCodeOwnerRules,
  ownedVersion,
  refreshCodeOwnerRules,
  removeOwnerApprovals,
  touchedOwnerRules,
} from '../approvals/code-owner-rules.ts'
import type { MergeRequestRow } from '../find.ts'
import { tellAutoMerge } from '../merge/tell-auto-merge.ts'
import { messages } from '../messages.ts'
import { mergeabilityOf, storeMergeability, withoutBranches } from './mergeability.ts'
import { headsOf } from './repositories.ts'
import { draftVersion, keepVersion, storeVersion, versionOf } from './versions.ts'

type Refreshed = Pick<
  MergeRequestRow,
  'id' | 'iid' | 'type' | 'state' | 'namespaceId' | 'ancestorIds' | 'sourceProjectId' | 'sourceBranch' | 'targetBranch'
>

/**
 * Bring an open merge request up to its branches: a new version where its source branch moved, and whether it can be merged
 * now. Asked again, it changes nothing.
 *
 * @param isRetargeted  its target branch is another one: it has a new version even where its source branch did not move
 */
export async function refreshMergeRequest(
  ctx: Context,
  mergeRequest: Refreshed,
  { isRetargeted = false }: { readonly isRetargeted?: boolean } = {},
): Promise<void> {
  if (mergeRequest.state !== 'opened') return
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null) return storeMergeability(ctx, mergeRequest, withoutBranches)
  const { dir, source, target } = heads
  if (source !== null && target !== null) {
    const last = await versionOf(ctx, mergeRequest.id)
    const hasMoved = last === null || last.headSha !== source
    if (!hasMoved && !isRetargeted) await refreshCodeOwnerRules(ctx, mergeRequest, dir, target, last)
    else {
      const draft = await draftVersion(dir, target, source)
      const owned = await ownedVersion(dir, target, draft)
      const before = last?.headSha ?? null
      const isForced = before !== null && !(await isAncestor(dir, before, source))
      const commitCount =
        before === null
          ? draft.commitCount
          : await countCommits(dir, { from: [source], notFrom: [before, target], max: 10_000 })
      const touched =
        hasMoved && last !== null ? await touchedOwnerRules(ctx, mergeRequest, dir, owned, draft, last) : []
      await keepVersion(dir, mergeRequest.iid, draft)
      await transact(ctx, async inner => {
        // Another push may have been brought here meanwhile.
        const { rows } = await sql<{ headSha: string | null }>`
          select head_sha from merge_requests where id = ${mergeRequest.id} for no key update`.execute(inner.db)
        if ((rows[0]?.headSha ?? null) !== before) return
        const { id: versionId, endsAutoMerge } = await storeVersion(inner, mergeRequest, draft)
        await changeCodeOwnerRules(inner, mergeRequest, owned)
        await removeOwnerApprovals(inner, mergeRequest, touched)
        const told = { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) }
        if (hasMoved)
          await inner.events.record(
            'merge_request.pushed',
            { issuableId: mergeRequest.id, versionId, before, after: source, commitCount, isForced },
            told,
          )
        else await inner.events.record('merge_request.recompared', { issuableId: mergeRequest.id, versionId }, told)
        if (endsAutoMerge)
          await tellAutoMerge(inner, mergeRequest, {
            to: 'aborted',
            because: hasMoved ? messages.sourceMoved : messages.targetChanged,
          })
      })
    }
  }
  await storeMergeability(ctx, mergeRequest, await mergeabilityOf(dir, target, source))
}
