import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { blockedBy, tellChecked } from './dependencies/change.ts'
import type { MergeRequestRow } from './find.ts'

/** Delete a merge request with everything on it. Its branches stay, and its number is not given again. */
export async function deleteMergeRequest(
  ctx: Context,
  mergeRequest: Allowed<'issuable:delete', MergeRequestRow>,
): Promise<void> {
  const { id, iid, title, namespaceId } = mergeRequest
  const blocked = await blockedBy(ctx, id)
  await sql`delete from issuables where id = ${id}`.execute(ctx.db)
  await ctx.events.record(
    'merge_request.deleted',
    { issuableId: id, iid, title },
    { namespaceId, topics: [...topicsOfIssuable(mergeRequest), accessTopic('issue', id)] },
  )
  await tellChecked(ctx, blocked)
}
