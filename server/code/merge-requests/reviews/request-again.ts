import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { NotFound } from '#server/errors.ts'
import type { MergeRequestRow } from '../find.ts'

/**
 * Request another review of a reviewer: their review begins anew, and their approval is removed.
 *
 * @throws NotFound  no reviewer with that id
 */
export async function requestReviewAgain(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  userId: number,
): Promise<void> {
  const { rows } = await sql`
    with asked as (update merge_request_reviewers set state = 'unreviewed'
        where issuable_id = ${mergeRequest.id} and user_id = ${userId} returning user_id),
      taken as (delete from merge_request_approvals a using asked where a.merge_request_id = ${mergeRequest.id} and a.user_id = asked.user_id)
    select 1 from asked`.execute(ctx.db)
  if (rows.length === 0) throw new NotFound('Reviewer')
  await ctx.events.record(
    'merge_request.review_requested',
    { issuableId: mergeRequest.id, userId },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}
