import type { Context } from '#server/context.ts'
import { asChangeSets } from './as-change-sets.ts'

/**
 * Change several links of an issue so that one undo takes all of them back. A single link is undone by its event.
 *
 * @param count  the links that may change
 */
export async function asOneChange<Result>(
  ctx: Context,
  issue: { readonly id: number; readonly namespaceId: number },
  count: number,
  change: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  if (count < 2) return change(ctx)
  const results: Result[] = []
  await asChangeSets(ctx, 'issue', [issue], async inner => void results.push(await change(inner)))
  // The one issue was changed.
  return results[0] as Result
}
