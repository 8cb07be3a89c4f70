import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Forbidden, NamedError } from '#server/errors.ts'
import { activeActor } from '#server/foundation/users/active-actor.ts'
import { mergeRequestById, type ReadableMergeRequest } from '../find.ts'
import { messages } from '../messages.ts'
import { isRebasing } from '../present.ts'
import { readRebase, rebase, tellRebaseFailure } from './rebase.ts'

/**
 * Schedule a job that rebases a merge request in the actor's name. The page shows the reason if the job fails.
 *
 * @throws Forbidden · @throws Unprocessable  as `readRebase`
 * @throws Conflict  a rebase is in progress
 */
export async function rebaseLater(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<void> {
  await readRebase(ctx, mergeRequest)
  const { numAffectedRows } = await sql`
    update merge_requests mr set rebasing_since = ${ctx.now}::timestamptz, merge_error = null
    where mr.id = ${mergeRequest.id} and not ${isRebasing}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Conflict(messages.rebasing)
  await ctx.events.record(
    'merge_request.rebase_scheduled',
    { issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}

/** The job. It reads the actor's rights again. An error that is not a `NamedError` is thrown, so that the job is tried again. */
export async function rebaseNow(ctx: Context, id: number): Promise<void> {
  const actor = await activeActor(ctx.db, userIdOrZero(ctx))
  if (actor !== null) await rebaseAs({ ...ctx, actor }, id)
  await sql`update merge_requests set rebasing_since = null where id = ${id}`.execute(ctx.db)
}

async function rebaseAs(ctx: Context, id: number): Promise<void> {
  const mergeRequest = await loadIfAllowed(ctx, 'issuable:read', mergeRequestById, { id })
  if (mergeRequest === null) return
  try {
    if (!(await rebase(ctx, mergeRequest))) await tellRebaseFailure(ctx, mergeRequest, messages.rebaseConflict)
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    const reason = error instanceof Forbidden ? error.reason : error.message
    await tellRebaseFailure(ctx, mergeRequest, reason ?? error.message)
  }
}
