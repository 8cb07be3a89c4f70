import { builder, words } from '#server/graphql/builder.ts'
import type { FilterBuilder } from '#server/plan/lists/graphql-fields.ts'
import { stateArg, workItemFilters } from '#server/plan/lists/graphql-filter.ts'
import { subscriptionStates } from './item-filter.ts'

const ParentWildcard = builder.enumType('WorkItemParentWildcardId', { values: words(['ANY', 'NONE']) })
const Subscribed = builder.enumType('SubscriptionStatus', { values: words(subscriptionStates) })
const Hierarchy = builder.inputType('HierarchyFilterInput', {
  description: 'Filters by parent.',
  fields: t => ({
    parentIds: t.field({ type: ['WorkItemID'] }),
    parentWildcardId: t.field({ type: ParentWildcard }),
    includeDescendantWorkItems: t.boolean({
      description: 'Include all descendants of the parents, not only their children.',
    }),
  }),
})

/** The filters of lists and exports of work items. @source graphql.md 6 */
export const itemFilterFields = (t: FilterBuilder) => ({
  ...workItemFilters(t),
  ids: t.field({ type: ['WorkItemID'] }),
  parentIds: t.field({ type: ['WorkItemID'] }),
  parentWildcardId: t.field({ type: ParentWildcard }),
  includeDescendantWorkItems: t.boolean({
    description: 'With parentIds: include all descendants of the parents, not only their children.',
  }),
  hierarchyFilters: t.field({ type: Hierarchy }),
  subscribed: t.field({
    type: Subscribed,
    description: 'Work items to which the current user has subscribed, or from which they have unsubscribed.',
  }),
  state: stateArg(t),
})
