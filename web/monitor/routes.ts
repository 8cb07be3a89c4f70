import { createElement } from 'react'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { errorSettingsPage, getErrorDetails, listErrors } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { messages } from './error-tracking/messages.ts'

const listState = () => import('./error-tracking/list-state.ts')

export const monitorRoutes: readonly PageRoute[] = [
  {
    address: '/$namespace/-/error_tracking',
    data: {
      operation: listErrors,
      input: async ({ namespace = '' }, search) => (await listState()).errorsInput(namespace, search),
    },
    load: () => import('./error-tracking/ErrorsPage.tsx').then(module => module.ErrorsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.errors }),
    failure: messages.list,
  },
  {
    address: '/$namespace/-/error_tracking/$errorId/details',
    data: { operation: getErrorDetails, input: async params => (await listState()).errorInput(params) },
    load: () => import('./error-tracking/ErrorPage.tsx').then(module => module.ErrorPage),
  },
  {
    address: '/$namespace/-/settings/error_tracking',
    data: { operation: errorSettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./error-tracking/ErrorSettingsPage.tsx').then(module => module.ErrorSettingsPage),
  },
]
