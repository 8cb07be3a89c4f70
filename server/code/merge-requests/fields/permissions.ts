import type { IssuableFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { issuableFactsOf } from '#server/discuss/notes/fields/node.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { type RefGuard, refGuard } from '../../protected-refs/guard.ts'
import { canApprove } from './facts.ts'
import type { MergeRequestNode } from './node.ts'

type Right = (facts: IssuableFacts, context: GraphqlContext, node: MergeRequestNode) => boolean | Promise<boolean>

/** Into the project itself: a commit that is made from a merged request. */
const pushesToTarget: Right = (facts, { weft }, node) =>
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
  (right: 'canPush' | 'canDelete'): Right =>
  async (_facts, context, { sourceProjectId, sourceBranch }) => {
    if (sourceProjectId === null || context.weft.actor.kind === 'anonymous') return false
    return (await sourceGuard(context, sourceProjectId))?.of('branch', sourceBranch)[right] ?? false
  }

const rights: Readonly<Record<string, Right>> = {
  adminMergeRequest: (facts, { weft }) => may(weft.actor, 'issuable:set-metadata', facts),
  canApprove: (_facts, context, node) => canApprove(context, node),
  canMerge: (facts, { weft }) => may(weft.actor, 'issuable:merge', facts),
  cherryPickOnCurrentMergeRequest: pushesToTarget,
  createNote: (facts, { weft }) => may(weft.actor, 'issuable:comment', facts),
  pushToSourceBranch: onSource('canPush'),
  readMergeRequest: (facts, { weft }) => may(weft.actor, 'issuable:read', facts),
  removeSourceBranch: onSource('canDelete'),
  revertOnCurrentMergeRequest: pushesToTarget,
  updateMergeRequest: (facts, { weft }) => may(weft.actor, 'issuable:update', facts),
}

export const MergeRequestPermissions = builder.objectRef<MergeRequestNode>('MergeRequestPermissions').implement({
  description: 'Permissions of the current user on the merge request.',
  fields: t =>
    Object.fromEntries(
      Object.entries(rights).map(([name, right]) => [
        name,
        t.boolean({
          nullable: false,
          resolve: async (node, _args, context) => {
            const found = await issuableFactsOf(context, node.id)
            return found !== null && right(found.facts, context, node)
          },
        }),
      ]),
    ),
})
