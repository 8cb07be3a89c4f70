import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type IssuableRule, issuablePermissions } from '#server/discuss/notes/fields/issuable-permissions.ts'
import { batch } from '#server/graphql/batch.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { type RefGuard, refGuard } from '../../protected-refs/guard.ts'
import { canApprove, mayMergeOf } from './facts.ts'
import type { MergeRequestNode } from './node.ts'

type Rule = IssuableRule<MergeRequestNode>

/** Into the project itself: a commit that is made from a merged request. */
const pushesToTarget: Rule = (facts, { weft }, node) =>
  node.state === 'merged' && may(weft.actor, 'project:push-code', facts.namespace)

/** The rules of a project that the actor may push to; null where they may push to no branch. */
const sourceGuard = batch<number, RefGuard | null>(async (ctx, ids) => {
  const guards = new Map(
    await Promise.all(
      ids.map(async id => {
        const project = await loadIfAllowed(ctx, 'project:push-branch', pushableByRef, { id })
        return [id, project === null ? null : await refGuard(ctx, project)] as const
      }),
    ),
  )
  return id => guards.get(id) ?? null
})

const onSource =
  (right: 'canPush' | 'canDelete'): Rule =>
  async (_facts, context, { sourceProjectId, sourceBranch }) => {
    if (sourceProjectId === null || context.weft.actor.kind === 'anonymous') return false
    return (await sourceGuard(context, sourceProjectId))?.of('branch', sourceBranch)[right] ?? false
  }

export const MergeRequestPermissions = issuablePermissions<MergeRequestNode>(
  'MergeRequestPermissions',
  'merge request',
  {
    adminMergeRequest: 'issuable:set-metadata',
    canApprove: (_facts, context, node) => canApprove(context, node),
    canMerge: (_facts, context, node) => mayMergeOf(context, node.id),
    cherryPickOnCurrentMergeRequest: pushesToTarget,
    createNote: 'issuable:comment',
    pushToSourceBranch: onSource('canPush'),
    readMergeRequest: 'issuable:read',
    removeSourceBranch: onSource('canDelete'),
    revertOnCurrentMergeRequest: pushesToTarget,
    updateMergeRequest: 'issuable:update',
  },
)
