import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Unprocessable } from '#server/errors.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { MergeRequestRow } from './find.ts'
import { messages } from './messages.ts'
import { headsOf } from './versions/repositories.ts'

/** Close a merge request; one that is not open stays as it is. */
export async function closeMergeRequest(
  ctx: Context,
  mergeRequest: Allowed<'issuable:close', MergeRequestRow>,
): Promise<void> {
  const actorId = userIdOf(ctx)
  const { numAffectedRows } = await sql`
    with closed as (
      update issuables set state = 'closed', closed_at = ${ctx.now}::timestamptz, closed_by_id = ${actorId}::bigint,
        state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${actorId}::bigint
      where id = ${mergeRequest.id} and state = 'opened' returning id
    )
    update merge_requests mr set auto_merge = null, auto_merge_user_id = null from closed where mr.id = closed.id`.execute(
    ctx.db,
  )
  if (numAffectedRows === 0n) return
  await tell(ctx, 'merge_request.closed', mergeRequest)
}

/**
 * Open a closed merge request again; one that is open stays as it is.
 *
 * @throws Unprocessable  its source branch no longer exists
 * @throws Conflict  another open one has the same two branches
 */
export async function reopenMergeRequest(
  ctx: Context,
  mergeRequest: Allowed<'issuable:reopen', MergeRequestRow>,
): Promise<void> {
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null) throw new Unprocessable(messages.cannotReopen)
  const actorId = userIdOf(ctx)
  try {
    const { numAffectedRows } = await sql`
      update issuables set state = 'opened', closed_at = null, closed_by_id = null, state_changed_at = ${ctx.now}::timestamptz,
        updated_at = ${ctx.now}::timestamptz, updated_by_id = ${actorId}::bigint
      where id = ${mergeRequest.id} and state = 'closed'`.execute(ctx.db)
    if (numAffectedRows === 0n) return
  } catch (error) {
    if (isTaken(error, 'merge_requests_open')) throw new Conflict(messages.duplicateUnnamed, { cause: error })
    throw error
  }
  await tell(ctx, 'merge_request.reopened', mergeRequest)
}

const tell = (
  ctx: Context,
  name: 'merge_request.closed' | 'merge_request.reopened',
  mergeRequest: MergeRequestRow,
): Promise<void> =>
  ctx.events.record(
    name,
    { issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: [...topicsOfIssuable(mergeRequest), ...ownChangesTopics(ctx)] },
  )
