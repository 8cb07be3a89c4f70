import { type RawBuilder, sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { mergeBase } from '#server/platform/git/commits/merge-base.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { mergeTree } from '#server/platform/git/writing/merge-tree.ts'

export type MergeStatus = 'unchecked' | 'can_be_merged' | 'cannot_be_merged'

/**
 * The relation of the source branch to the target: `missing` if one of them does not exist, `contained` if the target
 * has all its commits, `ahead` if it has all commits of the target, `diverged` if each has commits of its own.
 */
export type Divergence = 'missing' | 'contained' | 'ahead' | 'diverged'

/** The result of a check of both heads. */
interface Mergeability {
  readonly status: MergeStatus
  readonly divergence: Divergence
  /** The heads of the source and the target branch; empty if the branch no longer exists. */
  readonly checkedHeads: readonly [string, string]
}

/** The result if the branches no longer exist, like their repository. */
export const withoutBranches: Mergeability = {
  status: 'cannot_be_merged',
  divergence: 'missing',
  checkedHeads: ['', ''],
}

/**
 * Check whether two heads merge without a conflict, and how they are related. @param source  like `target`, null if the
 * branch no longer exists
 */
export async function mergeabilityOf(dir: string, target: Oid | null, source: Oid | null): Promise<Mergeability> {
  const checkedHeads = [source ?? '', target ?? ''] as const
  if (target === null || source === null) return { status: 'cannot_be_merged', divergence: 'missing', checkedHeads }
  const [{ outcome }, base] = await Promise.all([mergeTree(dir, target, source), mergeBase(dir, [target, source])])
  const divergence = base === source ? 'contained' : base === target ? 'ahead' : 'diverged'
  return { status: outcome === 'clean' ? 'can_be_merged' : 'cannot_be_merged', divergence, checkedHeads }
}

/** A result as assignments in an update of `merge_requests`. */
export const mergeabilityPairs = ({ status, divergence, checkedHeads }: Mergeability): RawBuilder<unknown> =>
  sql`merge_status = ${status}, divergence = ${divergence}, checked_heads = ${checkedHeads}::text[]`

/** The assignments that make a merge request unchecked. */
export const uncheckedPairs: RawBuilder<unknown> = sql`merge_status = 'unchecked', divergence = null, checked_heads = null`

const became = { unchecked: undefined, can_be_merged: 'mergeable', cannot_be_merged: 'unmergeable' } as const

/** Store the result of a check, and notify the open pages if it changed whether the merge request can be merged. */
export async function storeMergeability(
  ctx: Context,
  mergeRequest: Pick<IssuableRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds'>,
  found: Mergeability,
): Promise<void> {
  const { status, divergence, checkedHeads } = found
  await transact(ctx, async inner => {
    const { rows } = await sql<{ before: MergeStatus }>`
      update merge_requests mr set ${mergeabilityPairs(found)}
      from (select id, merge_status from merge_requests where id = ${mergeRequest.id} for no key update) before
      where mr.id = before.id and mr.is_open and mr.merging is null
        and (mr.merge_status, mr.divergence, mr.checked_heads) is distinct from (${status}, ${divergence}, ${checkedHeads}::text[])
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
