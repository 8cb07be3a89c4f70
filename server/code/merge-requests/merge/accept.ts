import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { mergeRequestById } from '../find.ts'
import { refreshMergeRequest } from '../versions/refresh.ts'
import { setAutoMerge } from './auto-merge.ts'
import { type Mergeable, type MergeOptions, mergeMergeRequest, mergeStatusWith } from './merge.ts'

/**
 * Merge a merge request now, or when its checks pass if it `waits` for them: its pipeline is one of them then, whatever the project demands.
 *
 * @throws  as `mergeMergeRequest` and `setAutoMerge`
 */
export async function acceptMergeRequest(
  ctx: Context,
  given: Mergeable,
  { waits, ...options }: MergeOptions & { readonly waits: boolean },
): Promise<void> {
  if (!waits) return mergeMergeRequest(ctx, given, options)
  await refreshMergeRequest(ctx, given)
  const mergeRequest = await load(ctx, 'issuable:merge', mergeRequestById, { id: given.id })
  if ((await mergeStatusWith(ctx, mergeRequest, { ...options, waits })) === 'mergeable')
    await mergeMergeRequest(ctx, mergeRequest, { ...options, waits })
  else await transact(ctx, inner => setAutoMerge(inner, mergeRequest, options))
}
