import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type TopicSource, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'

/** Record the outcome of auto-merge, in the transaction that changes the merge request. */
export const tellAutoMerge = (
  ctx: Context,
  mergeRequest: TopicSource,
  change: EventPayloads['merge_request.auto_merge_changed']['change'],
): Promise<void> =>
  ctx.events.record('merge_request.auto_merge_changed', { issuableId: mergeRequest.id, change }, toldOf(mergeRequest))

/** The namespace and topics of the events of a merge request. */
export const toldOf = (mergeRequest: TopicSource) => ({
  namespaceId: mergeRequest.namespaceId,
  topics: topicsOfIssuable(mergeRequest),
})

/** @returns whether the merge request waited to be merged automatically */
export async function clearAutoMerge(ctx: Context, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update merge_requests set auto_merge = null, auto_merge_user_id = null
    where id = ${id} and auto_merge is not null`.execute(ctx.db)
  return numAffectedRows === 1n
}

/** End the auto-merge of a merge request, if it waits for one, since something else about it has changed. */
export async function endAutoMerge(ctx: Context, mergeRequest: TopicSource, because: string): Promise<void> {
  if (await clearAutoMerge(ctx, mergeRequest.id)) await tellAutoMerge(ctx, mergeRequest, { to: 'aborted', because })
}
