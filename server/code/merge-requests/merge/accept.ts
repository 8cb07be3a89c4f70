import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { detailedMergeStatus } from '../present.ts'
import { setAutoMerge } from './auto-merge.ts'
import { type Mergeable, type MergeOptions, mergeMergeRequest } from './merge.ts'

/**
 * Merge a merge request now, or when its checks pass if it `waits` for them and cannot be merged yet.
 *
 * @throws  as `mergeMergeRequest` and `setAutoMerge`
 */
export async function acceptMergeRequest(
  ctx: Context,
  mergeRequest: Mergeable,
  { waits, ...options }: MergeOptions & { readonly waits: boolean },
): Promise<void> {
  if (waits && !(await isMergeable(ctx, mergeRequest.id)))
    await transact(ctx, inner => setAutoMerge(inner, mergeRequest, options))
  else await mergeMergeRequest(ctx, mergeRequest, options)
}

async function isMergeable(ctx: Context, id: number): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select ${detailedMergeStatus} as status from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id
    where i.id = ${id}`.execute(ctx.db)
  return rows[0]?.status === 'mergeable'
}
