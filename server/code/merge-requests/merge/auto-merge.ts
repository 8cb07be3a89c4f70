import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Actor } from '#server/context.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import type { TopicSource } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Forbidden, NamedError, NotAllowed, Unauthenticated } from '#server/errors.ts'
import { mergeRequestById } from '../find.ts'
import { messages } from '../messages.ts'
import { detailedMergeStatus, hasFailedPipeline } from '../present.ts'
import {
  type Mergeable,
  type MergeOptions,
  mergeMergeRequest,
  mergeStatusWith,
  refuseHopeless,
  refuseUnseen,
  refuseWithoutRight,
} from './merge.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { clearAutoMerge, tellAutoMerge, toldOf } from './tell-auto-merge.ts'

/** The word of the contract for the way a merge request is merged later; there is one. */
export const autoMergeStrategy = 'merge_when_checks_pass'

/** The options of a merge that waits. */
export interface AutoMergeOptions extends MergeOptions {
  /** A push has just brought the head: its pipeline is not reported yet. */
  readonly awaitsReport?: boolean | undefined
}

/**
 * Have a merge request merged, in the actor's name, as soon as all its checks pass, which a job looks at once this is committed. A push, a
 * close or another target cancels it. Scripts ask again until it is merged: the second time by the same actor only changes the options.
 *
 * @throws Unauthenticated  the actor may not merge into the target branch: 401
 * @throws NotAllowed  it is not open, has nothing to merge, or its pipeline failed: 405
 * @throws Conflict  its branches are not those that the caller has seen: 409
 * @throws Unprocessable  the branches conflict, or must be rebased: 422
 */
export async function setAutoMerge(ctx: Context, mergeRequest: Mergeable, options: AutoMergeOptions): Promise<void> {
  await refuseAutoMerge(ctx, mergeRequest, options)
  const { targetBranch: _seen, ...kept } = options
  const { rows } = await sql<{ formerUserId: number | null }>`
    update merge_requests mr set auto_merge = ${JSON.stringify(kept)}::jsonb, auto_merge_user_id = ${userIdOf(ctx)}, merge_error = null
    from (select id, auto_merge_user_id from merge_requests where id = ${mergeRequest.id} for no key update) former
    where mr.id = former.id returning former.auto_merge_user_id as former_user_id`.execute(ctx.db)
  if (rows[0]?.formerUserId === userIdOf(ctx))
    await ctx.events.record('merge_request.options_changed', { issuableId: mergeRequest.id }, toldOf(mergeRequest))
  else await tellAutoMerge(ctx, mergeRequest, { to: 'set', sha: options.sha || mergeRequest.headSha })
  // The last check may have passed meanwhile.
  await ctx.events.record('merge_request.checked', { issuableId: mergeRequest.id }, toldOf(mergeRequest))
}

/** @throws  as `setAutoMerge` */
export async function refuseAutoMerge(ctx: Context, mergeRequest: Mergeable, options: AutoMergeOptions): Promise<void> {
  await refuseWithoutRight(ctx, mergeRequest)
  refuseUnseen(mergeRequest, options)
  const status = await mergeStatusWith(ctx, mergeRequest, { ...options, waits: true })
  refuseHopeless(status)
  if (status === 'not_open' || status === 'checking' || status === 'commits_status')
    throw new NotAllowed(messages.notMergeable)
  const { rows } = await sql<{ failed: boolean }>`
    select ${hasFailedPipeline} as failed from issuables i join merge_requests mr on mr.id = i.id where i.id = ${mergeRequest.id}`.execute(
    ctx.db,
  )
  if (rows[0]?.failed) throw new NotAllowed(messages.pipelineFailed)
}

/** Cancel auto-merge; without one, nothing changes. */
export async function cancelAutoMerge(ctx: Context, mergeRequest: Mergeable): Promise<void> {
  if (await clearAutoMerge(ctx, mergeRequest.id)) await tellAutoMerge(ctx, mergeRequest, { to: 'canceled' })
}

/**
 * Merge a merge request that waits for its checks, if they pass now, with the rights of the user who asked for it. An
 * obstacle, such as a right that they have lost, cancels auto-merge and is shown on its page.
 */
export async function autoMerge(ctx: Context, id: number): Promise<void> {
  const { rows } = await sql<{
    id: number
    username: string
    name: string
    isAdmin: boolean
    isExternal: boolean
    isActive: boolean
    options: MergeOptions
  }>`
    select u.id, u.username, u.name, u.is_admin, u.is_external, u.state = 'active' as is_active, mr.auto_merge as options
    from merge_requests mr join issuables i on i.id = mr.id join projects p on p.id = i.namespace_id
      join users u on u.id = mr.auto_merge_user_id
    where mr.id = ${id} and mr.is_open and ${detailedMergeStatus} = 'mergeable'`.execute(ctx.db)
  const [asked] = rows
  if (asked === undefined) return
  const { options, isActive, ...user } = asked
  const actor: Actor = { kind: 'user', ...user }
  const own = { ...ctx, actor, now: new Date().toISOString() }
  const mergeRequest = isActive ? await loadIfAllowed(own, 'issuable:merge', mergeRequestById, { id }) : null
  if (mergeRequest === null) return refuse(own, id, messages.cannotMergeNow(user.name))
  try {
    // A push that is only now brought here cancels it.
    const sha = options.sha || (mergeRequest.headSha ?? undefined)
    await mergeMergeRequest(own, mergeRequest, { ...options, sha, waits: true })
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    // A check fails again, or another merge has begun: it goes on waiting.
    if (error instanceof NotAllowed) return
    await refuse(own, id, reasonOf(error, user.name))
  }
}

function reasonOf(error: NamedError, name: string): string {
  if (error instanceof Unauthenticated || error instanceof Forbidden) return messages.cannotMergeNow(name)
  return error instanceof Conflict ? messages.sourceMoved : messages.refusedMerge(refusalSentence(error))
}

/** Cancel the auto-merge of the actor, and show the reason on the page. */
async function refuse(ctx: Context, id: number, because: string): Promise<void> {
  await transact(ctx, async inner => {
    const { rows } = await sql<Omit<TopicSource, 'type'>>`
      update merge_requests mr set auto_merge = null, auto_merge_user_id = null, merge_error = ${messages.autoMergeEnded(because)}
      from namespaces n where mr.id = ${id} and mr.auto_merge_user_id = ${userIdOf(ctx)} and n.id = mr.namespace_id
      returning mr.id, mr.namespace_id, n.ancestor_ids`.execute(inner.db)
    const [refused] = rows
    if (refused === undefined) return
    await tellAutoMerge(inner, { ...refused, type: 'merge_request' }, { to: 'aborted', because })
  })
}
