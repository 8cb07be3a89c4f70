import { createElement } from 'react'
import {
  getGroupIterationPage,
  getGroupIterationsPage,
  getGroupLabelsPage,
  getGroupMilestonePage,
  getGroupMilestonesPage,
  getIterationsPage,
  getLabelsPage,
  getMilestonePage,
  getMilestonesPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { issueInput } from '#web/plan/issues/page/issue-address.ts'
import { PlaceListSkeleton } from './PlaceListSkeleton.tsx'
import { iterationInput, iterationsInput, milestonesInput, pageInput } from './page-input.ts'

const labelsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Labels' }),
})
const milestonesPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Milestones' }),
})

const iterationsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Iterations' }),
})

export const planRoutes: readonly PageRoute[] = [
  {
    address: '/$namespace/-/labels',
    data: { operation: getLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.LabelsPage)),
  },
  {
    address: '/groups/$namespace/-/labels',
    data: { operation: getGroupLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.GroupLabelsPage)),
  },
  {
    address: '/$namespace/-/milestones',
    data: { operation: getMilestonesPage, input: ({ namespace = '' }, search) => milestonesInput(namespace, search) },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.MilestonesPage)),
  },
  {
    address: '/groups/$namespace/-/milestones',
    data: {
      operation: getGroupMilestonesPage,
      input: ({ namespace = '' }, search) => milestonesInput(namespace, search),
    },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.GroupMilestonesPage)),
  },
  {
    address: '/$namespace/-/milestones/$iid',
    data: { operation: getMilestonePage, input: issueInput },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.MilestonePage)),
  },
  {
    address: '/groups/$namespace/-/milestones/$iid',
    data: { operation: getGroupMilestonePage, input: issueInput },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.GroupMilestonePage)),
  },
  {
    address: '/$namespace/-/iterations',
    data: { operation: getIterationsPage, input: ({ namespace = '' }, search) => iterationsInput(namespace, search) },
    ...iterationsPage(() => import('./iterations/IterationsPage.tsx').then(module => module.IterationsPage)),
  },
  {
    address: '/groups/$namespace/-/iterations',
    data: {
      operation: getGroupIterationsPage,
      input: ({ namespace = '' }, search) => iterationsInput(namespace, search),
    },
    ...iterationsPage(() => import('./iterations/IterationsPage.tsx').then(module => module.GroupIterationsPage)),
  },
  {
    address: '/groups/$namespace/-/iterations/$iid',
    data: { operation: getGroupIterationPage, input: iterationInput },
    ...iterationsPage(() => import('./iterations/IterationPage.tsx').then(module => module.IterationPage)),
  },
]
