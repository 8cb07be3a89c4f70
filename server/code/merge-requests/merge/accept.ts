import { type Context, transact } from '#server/context.ts'
import { setAutoMerge } from './auto-merge.ts'
import { type Mergeable, type MergeOptions, mergeMergeRequest, mergeStatusWith } from './merge.ts'

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
  if (waits && (await mergeStatusWith(ctx, mergeRequest, options)) !== 'mergeable')
    await transact(ctx, inner => setAutoMerge(inner, mergeRequest, options))
  else await mergeMergeRequest(ctx, mergeRequest, options)
}
