import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { builder } from '#server/graphql/builder.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { loadWorkItem } from '../find.ts'
import { addTo, parentIdOf, reorderIn, setParent } from '../hierarchy.ts'
import { WorkItem, workItemNode } from '../node.ts'
import { type Done, itemField, maxItemsAtOnce } from './payload.ts'

/** The position relative to the adjacent item: an item before it has it as the next neighbor. */
export const Position = builder.enumType('RelativePositionType', {
  values: { BEFORE: { value: 'moveAfterId' }, AFTER: { value: 'moveBeforeId' } } as const,
})

interface Reordered extends Done {
  readonly adjacentId: number | null
}

export function hierarchyMutations(): void {
  mutation('workItemsHierarchyReorder', {
    description: 'Move a work item among its siblings, or to another parent.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      parentId: t.field({ type: 'WorkItemID' }),
      adjacentWorkItemId: t.field({ type: 'WorkItemID' }),
      relativePosition: t.field({ type: Position }),
    }),
    run: async (ctx, { id, parentId, adjacentWorkItemId, relativePosition }): Promise<Reordered> => {
      await loadWorkItem(ctx, 'issuable:read', id)
      const isElsewhere = parentId != null && parentId !== (await parentIdOf(ctx, id))
      await changeHierarchy(ctx, id, {
        ...(isElsewhere ? { parentId } : {}),
        adjacentWorkItemId: adjacentWorkItemId ?? null,
        relativePosition: relativePosition ?? null,
      })
      return { workItemId: id, adjacentId: adjacentWorkItemId ?? null }
    },
    payload: t => ({
      workItem: itemField<Reordered>(t, ({ workItemId }) => workItemId),
      adjacentWorkItem: itemField<Reordered>(t, ({ adjacentId }) => adjacentId),
      parentWorkItem: t.field({
        type: WorkItem,
        resolve: async ({ workItemId }, _args, context) => {
          const parentId = workItemId === undefined ? null : (await workItemNode(context, workItemId))?.parentId
          return parentId == null ? null : workItemNode(context, parentId)
        },
      }),
    }),
  })
  mutation('workItemHierarchyAddChildrenItems', {
    description: 'Add child items to a work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      childrenIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    run: async (ctx, { id, childrenIds }): Promise<{ readonly addedIds: readonly number[] }> => {
      await loadWorkItem(ctx, 'issuable:read', id)
      await addChildren(ctx, id, childrenIds)
      return { addedIds: childrenIds }
    },
    payload: t => ({
      addedChildren: t.field({
        type: [WorkItem],
        nullable: false,
        resolve: async ({ addedIds = [] }, _args, context) =>
          (await Promise.all(addedIds.map(id => workItemNode(context, id)))).filter(item => item !== null),
      }),
    }),
  })
}

interface HierarchyGiven {
  readonly parentId?: Maybe<number>
  readonly childrenIds?: Maybe<readonly number[]>
  readonly adjacentWorkItemId?: Maybe<number>
  readonly relativePosition?: Maybe<'moveBeforeId' | 'moveAfterId'>
}

async function addChildren(ctx: Context, parentId: number, childrenIds: readonly number[]): Promise<void> {
  if (childrenIds.length > maxItemsAtOnce) throw new Invalid(`Add at most ${maxItemsAtOnce} child items at a time`)
  await addTo(ctx, parentId, childrenIds)
}

export async function changeHierarchy(ctx: Context, id: number, asked: HierarchyGiven): Promise<void> {
  const { parentId, childrenIds, adjacentWorkItemId: adjacent, relativePosition } = asked
  if (parentId !== undefined) await setParent(ctx, id, parentId)
  if (childrenIds != null) await addChildren(ctx, id, childrenIds)
  if (adjacent == null && relativePosition == null) return
  if (adjacent == null || relativePosition == null)
    throw new Invalid('Both adjacentWorkItemId and relativePosition are required to reorder')
  const inside = await parentIdOf(ctx, id)
  if (inside === null) throw new Invalid('The work item has no parent, so it cannot be reordered.')
  await reorderIn(ctx, inside, id, { [relativePosition]: adjacent })
}
