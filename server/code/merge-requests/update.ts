import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { commandsIn, loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type ChangeOptions, changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { type MergeRequestRow, mergeRequestById } from './find.ts'
import { retargetMergeRequest } from './retarget.ts'
import { closeMergeRequest, reopenMergeRequest } from './state.ts'

interface MergeRequestChanges {
  readonly attributes: Changes
  readonly stateEvent?: 'close' | 'reopen' | undefined
  readonly targetBranch?: string | undefined
  readonly squash?: boolean | undefined
  readonly removeSourceBranch?: boolean | undefined
  readonly allowCollaboration?: boolean | undefined
  /** The merge request cannot be merged before; null: it can be merged at any time. */
  readonly mergeAfter?: string | null | undefined
}

/**
 * Change a merge request's attributes, target, options and state as the public API does: attributes that the actor may
 * not set stay.
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
  const { text, commands } = commandsIn(ctx, mergeRequest, options.isLiteral ? '' : (wanted.description ?? ''))
  const given = commands.length === 0 ? wanted : { ...wanted, description: text }
  const isChanged =
    Object.keys(given).length > 0 &&
    (await changeIssuable(ctx, mergeRequest, given, { createsLabels: true, ...options })).length > 0
  if (commands.length > 0) {
    const target = await loadTarget(ctx, mergeRequest.id)
    if (target !== null) await runCommands(ctx, target, commands)
  }
  await changeOptions(ctx, mergeRequest, changes)
  if (changes.targetBranch !== undefined) await retargetMergeRequest(ctx, mergeRequest, changes.targetBranch)
  const isTurned = changes.stateEvent !== undefined && (await changeState(ctx, mergeRequest.id, changes.stateEvent))
  return isChanged || isTurned
}

async function changeOptions(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  { squash, removeSourceBranch, allowCollaboration, mergeAfter }: MergeRequestChanges,
): Promise<void> {
  const given = {
    squash,
    removeSourceBranch,
    mergeAfter,
    waitsUntil: mergeAfter,
    allowCollaboration:
      allowCollaboration !== undefined && (await mayOpenSource(ctx, mergeRequest)) ? allowCollaboration : undefined,
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return
  await ctx.db.updateTable('mergeRequests').set(set).where('id', '=', mergeRequest.id).execute()
  await ctx.events.record(
    'merge_request.options_changed',
    { issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}

/** A user who lets others commit to the source branch must be able to do so themselves. */
async function mayOpenSource(ctx: Context, { sourceProjectId: id, namespaceId }: MergeRequestRow): Promise<boolean> {
  if (id === null || id === namespaceId) return false
  return (await loadIfAllowed(ctx, 'project:push-code', projectByRef, { id })) !== null
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
