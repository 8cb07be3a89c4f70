import { placeKinds } from '#contract/foundation/places.ts'
import { deliveryCsv as csv, deliveryPages } from '#contract/insights/delivery.ts'
import { countGroupIssues, countGroupMergeRequests, countNewGroupMembers } from '#contract/insights/group-activity.ts'
import { deliveryPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { findGroup } from '#server/foundation/namespaces/find-group.ts'
import { placeByPath } from '#server/foundation/namespaces/find-place.ts'
import { page } from '#server/page-address.ts'
import { answer, type Slice } from '#server/slice.ts'
import { deliveryCsv, recentActivity, showDeliveryPage } from './delivery.ts'

const groupOfQuery = finder('group', 'Group', (ctx: Context, { groupPath }: { readonly groupPath: string }) =>
  findGroup(ctx, groupPath),
)
const counted = { about: groupOfQuery, ability: 'group:read-insights' } as const

/** How often and how safely a project or group delivers, and how much becomes done in its iterations. */
export const delivery: Slice = {
  name: 'delivery',
  answers: [
    answer(countGroupIssues, {
      ...counted,
      run: async (ctx, group) => ({ issuesCount: (await recentActivity(ctx, group)).issues }),
    }),
    answer(countGroupMergeRequests, {
      ...counted,
      run: async (ctx, group) => ({ mergeRequestsCount: (await recentActivity(ctx, group)).mergeRequests }),
    }),
    answer(countNewGroupMembers, {
      ...counted,
      run: async (ctx, group) => ({ newMembersCount: (await recentActivity(ctx, group)).members }),
    }),
    ...placeKinds.flatMap(kind => {
      const reads = { about: placeByPath[kind], ability: `${kind}:read-insights` } as const
      return [
        answer(deliveryPages[kind], { ...reads, run: showDeliveryPage }),
        answer(csv[kind], { ...reads, run: deliveryCsv }),
      ]
    }),
  ],
  pages: placeKinds.map(kind =>
    page({
      name: `${kind}-delivery`,
      address: deliveryPath(kind, ':namespace'),
      operation: deliveryPages[kind],
      title: insightTitles.delivery,
      module: 'insights/delivery/DeliveryPage.tsx',
    }),
  ),
}
