import { createElement } from 'react'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { valueStreamPages } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { streamsInput } from './value-streams/address.ts'

const valueStreams = {
  project: () => import('./value-streams/ValueStreamsPage.tsx').then(module => module.ProjectValueStreamsPage),
  group: () => import('./value-streams/ValueStreamsPage.tsx').then(module => module.GroupValueStreamsPage),
}

const kinds: readonly PlaceKind[] = ['project', 'group']

export const insightRoutes: readonly PageRoute[] = kinds.map(kind => ({
  address: valueStreamsPath(kind, '$namespace'),
  data: {
    operation: valueStreamPages[kind],
    input: ({ namespace = '' }, search) => streamsInput(namespace, search),
  },
  load: valueStreams[kind],
  skeleton: () => createElement(PlaceListSkeleton, { title: insightTitles.valueStreams }),
}))
