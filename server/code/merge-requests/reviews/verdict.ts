import { sql } from 'kysely'
import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Invalid, Unauthenticated } from '#server/errors.ts'
import { approve } from '../approvals/approve.ts'
import { type MergeRequestRow, mergeRequestById, type ReadableMergeRequest } from '../find.ts'
import { messages } from './messages.ts'

interface Authenticated {
  /** The actor's password was checked. */
  readonly isAuthenticated: boolean
}

/**
 * Submit the actor's verdict on a merge request, as the end of a review. The actor is a reviewer from then on.
 *
 * @throws Invalid  the actor may not say so
 */
export async function giveVerdict(
  ctx: Context,
  issuableId: number,
  verdict: ReviewVerdict,
  { isAuthenticated }: Authenticated,
): Promise<void> {
  const mergeRequest = () => load(ctx, 'issuable:read', mergeRequestById, { id: issuableId })
  switch (verdict) {
    case 'approved':
      return approveOnce(ctx, await mergeRequest(), { isAuthenticated })
    case 'requested_changes':
      return requestChanges(ctx, await mergeRequest(), true)
    case 'reviewed':
      if (await setReviewed(ctx, issuableId)) await tellReviewed(ctx, await mergeRequest())
      return
    default:
      verdict satisfies never
  }
}

async function approveOnce(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { isAuthenticated }: Authenticated,
): Promise<void> {
  const userId = userIdOrZero(ctx)
  const { rows } =
    await sql`select 1 from merge_request_approvals where merge_request_id = ${mergeRequest.id} and user_id = ${userId}`.execute(
      ctx.db,
    )
  await addReviewer(ctx, mergeRequest, 'approved')
  if (rows.length > 0) return
  try {
    await approve(ctx, mergeRequest, { isOfReview: true, isAuthenticated })
  } catch (error) {
    if (error instanceof Unauthenticated) throw new Invalid({ base: [messages.cannotApprove] }, { cause: error })
    throw error
  }
}

/**
 * Request changes, which block a merge until the request is cleared. The actor's approval is removed.
 *
 * @throws Invalid  the actor is no developer here, or its author
 */
export async function requestChanges(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  isOfReview: boolean,
): Promise<void> {
  const userId = userIdOrZero(ctx)
  if (!may(ctx.actor, 'issuable:approve', mergeRequest.facts) || mergeRequest.authorId === userId)
    throw new Invalid({ base: [messages.cannotRequestChanges] })
  await sql`delete from merge_request_approvals where merge_request_id = ${mergeRequest.id} and user_id = ${userId}`.execute(
    ctx.db,
  )
  await addReviewer(ctx, mergeRequest, 'requested_changes')
  await ctx.events.record(
    'merge_request.reviewed',
    { issuableId: mergeRequest.id, state: 'requested_changes', isOfReview },
    told(mergeRequest),
  )
}

/** Take the requests for changes of all reviewers back. */
export async function clearRequestedChanges(
  ctx: Context,
  mergeRequest: Allowed<'issuable:merge', MergeRequestRow>,
): Promise<void> {
  const { numAffectedRows } = await sql`update merge_request_reviewers set state = 'reviewed'
    where issuable_id = ${mergeRequest.id} and state = 'requested_changes'`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await ctx.events.record('merge_request.changes_cleared', { issuableId: mergeRequest.id }, told(mergeRequest))
}

/** An approval, or a request for changes, stays. @returns whether the actor is a reviewer whose state has changed */
async function setReviewed(ctx: Context, issuableId: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update merge_request_reviewers set state = 'reviewed' where issuable_id = ${issuableId}
    and user_id = ${userIdOrZero(ctx)} and state in ('unreviewed', 'review_started', 'unapproved')`.execute(ctx.db)
  return numAffectedRows !== 0n
}

const tellReviewed = (ctx: Context, mergeRequest: ReadableMergeRequest): Promise<void> =>
  ctx.events.record(
    'merge_request.reviewed',
    { issuableId: mergeRequest.id, state: 'reviewed', isOfReview: true },
    told(mergeRequest),
  )

async function addReviewer(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  state: 'approved' | 'requested_changes',
): Promise<void> {
  if (mergeRequest.authorId === userIdOrZero(ctx)) return
  await sql`insert into merge_request_reviewers (issuable_id, user_id, namespace_id, state, created_at)
    values (${mergeRequest.id}, ${userIdOrZero(ctx)}, ${mergeRequest.namespaceId}, ${state}, ${ctx.now}::timestamptz)
    on conflict (issuable_id, user_id) do update set state = excluded.state`.execute(ctx.db)
}

const told = (mergeRequest: MergeRequestRow) => ({
  namespaceId: mergeRequest.namespaceId,
  topics: topicsOfIssuable(mergeRequest),
})
