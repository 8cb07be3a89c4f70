import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { mergeTree } from '#server/platform/git/writing/merge-tree.ts'

export type MergeStatus = 'unchecked' | 'can_be_merged' | 'cannot_be_merged'

/** Whether two heads merge without a conflict; `unchecked` where one of them is missing. */
export async function mergeStatusOf(dir: string, target: Oid | null, source: Oid | null): Promise<MergeStatus> {
  if (target === null || source === null) return 'cannot_be_merged'
  const { outcome } = await mergeTree(dir, target, source)
  return outcome === 'clean' ? 'can_be_merged' : 'cannot_be_merged'
}

const became = { unchecked: undefined, can_be_merged: 'mergeable', cannot_be_merged: 'unmergeable' } as const

/** Store whether a merge request can be merged, and let its pages know when that changed. */
export async function storeMergeStatus(
  ctx: Context,
  mergeRequest: Pick<IssuableRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds'>,
  status: MergeStatus,
  heads: readonly (Oid | null)[],
): Promise<void> {
  await transact(ctx, async inner => {
    const { rows } = await sql<{ before: MergeStatus }>`
      update merge_requests mr set merge_status = ${status}, checked_heads = ${heads.map(head => head ?? '')}::text[]
      from (select id, merge_status from merge_requests where id = ${mergeRequest.id} for no key update) before
      where mr.id = before.id and mr.is_open and mr.merging is null
        and (mr.merge_status, mr.checked_heads) is distinct from (${status}, ${heads.map(head => head ?? '')}::text[])
      returning before.merge_status as before`.execute(inner.db)
    const [changed] = rows
    if (changed === undefined) return
    await inner.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id, became: changed.before === status ? undefined : became[status] },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
  })
}
