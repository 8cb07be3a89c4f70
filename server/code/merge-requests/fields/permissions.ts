import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { issuableFactsOf } from '#server/discuss/notes/fields/node.ts'
import { placeNode } from '#server/foundation/namespaces/nodes.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { canApprove } from './facts.ts'
import type { MergeRequestNode } from './node.ts'

type Right = (facts: IssuableFacts, context: GraphqlContext, node: MergeRequestNode) => boolean | Promise<boolean>

/** Into the project itself: a commit that is made from a merged request. */
const pushesToTarget: Right = (facts, { weft }, node) =>
  node.state === 'merged' && may(weft.actor, 'project:push-code', facts.namespace)

const pushesToSource: Right = async (facts, context, node) => {
  if (node.sourceProjectId === null) return false
  const source =
    node.sourceProjectId === node.namespaceId
      ? facts.namespace
      : ((await placeNode(context, node.sourceProjectId))?.facts ?? null)
  return source !== null && may(context.weft.actor, 'project:push-code', source)
}

const rights: Readonly<Record<string, Right>> = {
  adminMergeRequest: (facts, { weft }) => may(weft.actor, 'issuable:set-metadata', facts),
  canApprove: (_facts, context, node) => canApprove(context, node),
  canMerge: (facts, { weft }) => may(weft.actor, 'issuable:merge', facts),
  cherryPickOnCurrentMergeRequest: pushesToTarget,
  createNote: (facts, { weft }) => may(weft.actor, 'issuable:comment', facts),
  pushToSourceBranch: pushesToSource,
  readMergeRequest: (facts, { weft }) => may(weft.actor, 'issuable:read', facts),
  removeSourceBranch: pushesToSource,
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
