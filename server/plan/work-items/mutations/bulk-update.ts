import { load, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { groupNodeByPath, projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { bulkUpdate } from '#server/plan/change-sets/bulk-update.ts'
import { listChangeOf } from '#server/plan/issuables/changes/list-change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { loadParent } from '../hierarchy.ts'
import { LabelsInput, StateEvent } from './update.ts'
import { attributesOf, given, HierarchyCreate, type sharedInputs } from './widget-inputs.ts'

/** Work items of one request. */
const mostUpdated = 100

/** Work items of one place are updated as one change that can be undone; those that the actor may not update are skipped. */
export function bulkUpdateMutation(shared: ReturnType<typeof sharedInputs>): void {
  const SubscriptionEvent = builder.enumType('WorkItemSubscriptionEvent', {
    values: { SUBSCRIBE: { value: 'subscribe' }, UNSUBSCRIBE: { value: 'unsubscribe' } } as const,
  })
  mutation('workItemBulkUpdate', {
    description: `Update up to ${mostUpdated} work items of a project, or epics of a group. Those that the current user cannot update are skipped.`,
    input: t => {
      const { confidential, assigneesWidget, healthStatusWidget, iterationWidget, milestoneWidget } = shared(t)
      return {
        ids: t.field({ type: ['WorkItemID'], required: true }),
        fullPath: t.id({ required: true, description: 'Full path of the project or group.' }),
        ...{ confidential, assigneesWidget, healthStatusWidget, iterationWidget, milestoneWidget },
        hierarchyWidget: t.field({ type: HierarchyCreate }),
        labelsWidget: t.field({ type: LabelsInput }),
        stateEvent: t.field({ type: StateEvent }),
        subscriptionEvent: t.field({ type: SubscriptionEvent }),
      }
    },
    run: async (ctx, { ids, fullPath, hierarchyWidget, labelsWidget, stateEvent, subscriptionEvent, ...widgets }) => {
      const place = await placeOf(ctx, fullPath)
      if (ids.length === 0 || ids.length > mostUpdated) throw new Invalid(`Specify 1 to ${mostUpdated} work items`)
      const parentId = hierarchyWidget?.parentId
      if (parentId != null) await loadParent(ctx, parentId)
      const changes: Changes = {
        ...attributesOf(widgets, place.series === 'epic'),
        ...given(
          'labels',
          listChangeOf('labelIds', { add: labelsWidget?.addLabelIds, remove: labelsWidget?.removeLabelIds }),
        ),
        ...given('parent', parentId),
      }
      if (Object.keys(changes).length === 0 && stateEvent == null && subscriptionEvent == null)
        throw new Invalid('Choose at least one change')
      const ticked = { issuableIds: ids.join(','), ...(subscriptionEvent != null && { subscriptionEvent }) }
      const { count } = await bulkUpdate(ctx, place, ticked, { changes, stateEvent: stateEvent ?? null })
      return { count }
    },
    payload: t => ({ updatedWorkItemCount: t.int({ resolve: ({ count }) => count ?? null }) }),
  })
}

async function placeOf(ctx: Context, fullPath: string) {
  const project = await loadIfAllowed(ctx, 'project:read-issues', projectNodeByPath, fullPath)
  if (project !== null) return { namespaceId: project.id, series: 'issue' } as const
  const group = await load(ctx, 'group:read-epics', groupNodeByPath, fullPath)
  return { namespaceId: group.id, series: 'epic' } as const
}
