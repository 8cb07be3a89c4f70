import { createElement } from 'react'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { codeReviewsPath, deliveryPath, valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { codeReviewsPage, deliveryPages, valueStreamPages } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { codeReviewsInput } from './code-reviews/address.ts'
import { deliveryInput } from './delivery/address.ts'
import { streamsInput } from './value-streams/address.ts'

const streams = () => import('./value-streams/ValueStreamsPage.tsx')
const delivery = () => import('./delivery/DeliveryPage.tsx')

const loads = {
  project: {
    streams: () => streams().then(module => module.ProjectValueStreamsPage),
    delivery: () => delivery().then(module => module.ProjectDeliveryPage),
  },
  group: {
    streams: () => streams().then(module => module.GroupValueStreamsPage),
    delivery: () => delivery().then(module => module.GroupDeliveryPage),
  },
}

const kinds: readonly PlaceKind[] = ['project', 'group']

export const insightRoutes: readonly PageRoute[] = [
  {
    address: codeReviewsPath('$namespace'),
    data: { operation: codeReviewsPage, input: ({ namespace = '' }, search) => codeReviewsInput(namespace, search) },
    load: () => import('./code-reviews/CodeReviewsPage.tsx').then(module => module.CodeReviewsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: insightTitles.codeReviews }),
  },
  ...kinds.flatMap((kind): readonly PageRoute[] => [
    {
      address: valueStreamsPath(kind, '$namespace'),
      data: {
        operation: valueStreamPages[kind],
        input: ({ namespace = '' }, search) => streamsInput(namespace, search),
      },
      load: loads[kind].streams,
      skeleton: () => createElement(PlaceListSkeleton, { title: insightTitles.valueStreams }),
    },
    {
      address: deliveryPath(kind, '$namespace'),
      data: { operation: deliveryPages[kind], input: ({ namespace = '' }, search) => deliveryInput(namespace, search) },
      load: loads[kind].delivery,
      skeleton: () => createElement(PlaceListSkeleton, { title: insightTitles.delivery }),
    },
  ]),
]
