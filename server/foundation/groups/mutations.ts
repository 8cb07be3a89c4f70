import { load } from '#server/access/load.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { Group, placeNode, VisibilityLevels } from '#server/foundation/namespaces/nodes.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { updateGroup } from './update.ts'

interface Updated {
  readonly groupId: number
}

/** @source graphql.md 9.8: `groupUpdate` */
export function groupsMutations(): void {
  mutation('groupUpdate', {
    description: 'Change the name, path or visibility of a group.',
    input: t => ({
      fullPath: t.id({ required: true }),
      name: t.string(),
      path: t.string(),
      visibility: t.field({ type: VisibilityLevels }),
    }),
    run: async (ctx, { fullPath, name, path, visibility }): Promise<Updated> => {
      const group = await load(ctx, 'group:admin', groupByRef, { id: fullPath })
      await updateGroup(ctx, group, {
        ...(name == null ? {} : { name }),
        ...(path == null ? {} : { path }),
        ...(visibility == null ? {} : { visibility }),
      })
      return { groupId: group.id }
    },
    payload: t => ({
      group: t.field({
        type: Group,
        resolve: ({ groupId }, _args, context) => (groupId === undefined ? null : placeNode(context, groupId)),
      }),
    }),
  })
}
