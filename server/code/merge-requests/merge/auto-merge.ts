import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Actor } from '#server/context.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { NamedError, NotAllowed } from '#server/errors.ts'
import { mergeRequestById } from '../find.ts'
import { messages } from '../messages.ts'
import { detailedMergeStatus } from '../present.ts'
import { type Mergeable, type MergeOptions, mergeMergeRequest } from './merge.ts'

/**
 * Have a merge request merged, in the actor's name, as soon as all its checks pass. A push, a close or another target cancels it.
 *
 * @throws NotAllowed  it is not open
 */
export async function setAutoMerge(ctx: Context, mergeRequest: Mergeable, options: MergeOptions): Promise<void> {
  if (mergeRequest.state !== 'opened') throw new NotAllowed(messages.notMergeable)
  await sql`update merge_requests set auto_merge = ${JSON.stringify(options)}::jsonb, auto_merge_user_id = ${userIdOf(ctx)}
    where id = ${mergeRequest.id}`.execute(ctx.db)
  await ctx.events.record('merge_request.options_changed', { issuableId: mergeRequest.id }, told(mergeRequest))
}

/** Cancel auto-merge; without one, nothing changes. */
export async function cancelAutoMerge(ctx: Context, mergeRequest: Mergeable): Promise<void> {
  const { numAffectedRows } = await sql`update merge_requests set auto_merge = null, auto_merge_user_id = null
    where id = ${mergeRequest.id} and auto_merge is not null`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await ctx.events.record('merge_request.options_changed', { issuableId: mergeRequest.id }, told(mergeRequest))
}

const told = (mergeRequest: Mergeable) => ({
  namespaceId: mergeRequest.namespaceId,
  topics: topicsOfIssuable(mergeRequest),
})

/** Merge a merge request that waits for its checks, if they pass now, with the rights of whoever asked for it. */
export async function autoMerge(ctx: Context, id: number): Promise<void> {
  const { rows } = await sql<{
    id: number
    username: string
    name: string
    isAdmin: boolean
    isExternal: boolean
    options: MergeOptions
  }>`
    select u.id, u.username, u.name, u.is_admin, u.is_external, mr.auto_merge as options
    from merge_requests mr join issuables i on i.id = mr.id join projects p on p.id = i.namespace_id
      join users u on u.id = mr.auto_merge_user_id and u.state = 'active'
    where mr.id = ${id} and mr.is_open and ${detailedMergeStatus} = 'mergeable'`.execute(ctx.db)
  const [asked] = rows
  if (asked === undefined) return
  const { options, ...user } = asked
  const actor: Actor = { kind: 'user', ...user }
  const own = { ...ctx, actor, now: new Date().toISOString() }
  const mergeRequest = await loadIfAllowed(own, 'issuable:merge', mergeRequestById, { id })
  if (mergeRequest === null) return
  try {
    // A push that is only now brought here cancels it.
    await mergeMergeRequest(own, mergeRequest, { ...options, sha: options.sha || (mergeRequest.headSha ?? undefined) })
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    // What stands in its way is shown on its page.
    await transact(own, async inner => {
      await sql`update merge_requests set auto_merge = null, auto_merge_user_id = null, merge_error = ${error.message} where id = ${id}`.execute(
        inner.db,
      )
      await inner.events.record('merge_request.options_changed', { issuableId: id }, told(mergeRequest))
    })
  }
}
