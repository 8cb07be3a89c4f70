import { sql } from 'kysely'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { commandsIn, loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import { Conflict, Unprocessable } from '#server/errors.ts'
import { type ChangeOptions, changeIssuable } from '#server/plan/issuables/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { permitted } from '#server/plan/issuables/normalize.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { repositoryOf } from '../repository/open.ts'
import { type MergeRequestRow, mergeRequestById } from './find.ts'
import { messages } from './messages.ts'
import { closeMergeRequest, reopenMergeRequest } from './state.ts'
import { refreshMergeRequest } from './versions/refresh.ts'

export interface MergeRequestChanges {
  readonly attributes: Changes
  readonly stateEvent?: 'close' | 'reopen' | undefined
  readonly targetBranch?: string | undefined
  readonly squash?: boolean | undefined
  readonly removeSourceBranch?: boolean | undefined
  readonly allowCollaboration?: boolean | undefined
}

/**
 * Change a merge request's attributes, target, options and state as the public API does: what the actor may not set is left as it is.
 *
 * @returns whether attributes or the state changed
 * @throws Invalid  a value breaks a rule
 * @throws Unprocessable  the target branch does not exist, or is the source
 * @throws Conflict  an open one has the same two branches; title or description changed since `options.lockVersion`
 */
export async function updateMergeRequest(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  changes: MergeRequestChanges,
  options: ChangeOptions = {},
): Promise<boolean> {
  const wanted = permitted(ctx, mergeRequest.facts, changes.attributes)
  const { text, commands } = commandsIn(ctx, mergeRequest, wanted.description ?? '')
  const given = commands.length === 0 ? wanted : { ...wanted, description: text }
  const isChanged =
    Object.keys(given).length > 0 &&
    (await changeIssuable(ctx, mergeRequest, given, { createsLabels: true, ...options })).length > 0
  if (commands.length > 0) {
    const target = await loadTarget(ctx, mergeRequest.id)
    if (target !== null) await runCommands(ctx, target, commands)
  }
  await changeOptions(ctx, mergeRequest, changes)
  if (changes.targetBranch !== undefined) await retarget(ctx, mergeRequest, changes.targetBranch)
  const isTurned = changes.stateEvent !== undefined && (await changeState(ctx, mergeRequest.id, changes.stateEvent))
  return isChanged || isTurned
}

async function changeOptions(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  { squash, removeSourceBranch, allowCollaboration }: MergeRequestChanges,
): Promise<void> {
  const given = { squash, removeSourceBranch, allowCollaboration }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return
  await ctx.db.updateTable('mergeRequests').set(set).where('id', '=', mergeRequest.id).execute()
  await ctx.events.record(
    'merge_request.options_changed',
    { issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}

/** Merge into another branch. Its changes are compared with that one from now on. */
async function retarget(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  targetBranch: string,
): Promise<void> {
  const from = mergeRequest.targetBranch
  if (targetBranch === from || mergeRequest.state === 'merged') return
  const isOwn = mergeRequest.sourceProjectId === mergeRequest.namespaceId
  if (isOwn && targetBranch === mergeRequest.sourceBranch) throw new Unprocessable(messages.sameBranch)
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  const branch = dir === null ? null : await findRef(dir, 'branch', targetBranch)
  if (branch === null) throw new Unprocessable(messages.noBranch(targetBranch, 'target'))
  try {
    await sql`update merge_requests set target_branch = ${targetBranch}, merge_status = 'unchecked', checked_heads = null, auto_merge = null,
      auto_merge_user_id = null where id = ${mergeRequest.id}`.execute(ctx.db)
  } catch (error) {
    if (isTaken(error, 'merge_requests_open')) throw new Conflict(messages.duplicateUnnamed, { cause: error })
    throw error
  }
  await ctx.events.record(
    'merge_request.retargeted',
    { issuableId: mergeRequest.id, from, to: targetBranch },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
  await refreshMergeRequest(ctx, { ...mergeRequest, targetBranch })
}

async function changeState(ctx: Context, id: number, event: 'close' | 'reopen'): Promise<boolean> {
  if (event === 'close') {
    const open = await loadIfAllowed(ctx, 'issuable:close', mergeRequestById, { id })
    if (open === null || open.state !== 'opened') return false
    await closeMergeRequest(ctx, open)
    return true
  }
  const closed = await load(ctx, 'issuable:read', mergeRequestById, { id })
  if (closed.state !== 'closed' || !may(ctx.actor, 'issuable:reopen', closed.facts)) return false
  await reopenMergeRequest(ctx, await load(ctx, 'issuable:reopen', mergeRequestById, { id }))
  return true
}
