import { lazy } from 'react'
import {
  dashboardActivityPage,
  getPhoneProvider,
  groupActivityPage,
  notificationsPage,
  ownChangesPage,
  pagingPage,
  projectActivityPage,
  projectHooksPage,
  searchPage,
  sentPagesPage,
  todosPage,
  unsentTextsPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { profileParts } from '#web/foundation/people/profile-actions.ts'
import { placeActions } from '#web/foundation/places/place-actions.ts'
import { ActivitySkeleton } from './activity/ActivitySkeleton.tsx'
import { LateBell } from './notifications/LateBell.tsx'
import { SearchSkeleton } from './search/SearchSkeleton.tsx'
import { TodosSkeleton } from './todos/TodosSkeleton.tsx'
import { UnsentTextsSkeleton } from './unsent-texts/UnsentTextsSkeleton.tsx'

// Loaded with its pages: other pages do not read its parameters.
const activityAddress = () => import('./activity/activity-address.ts')
const searchAddress = () => import('./search/search-address.ts')

placeActions.push({ key: 'notifications', component: LateBell })

profileParts.push({
  key: 'activity',
  label: 'Activity',
  component: lazy(() => import('./activity/ProfileActivity.tsx').then(module => ({ default: module.ProfileActivity }))),
})

export const feedsRoutes: readonly PageRoute[] = [
  {
    address: '/search',
    data: { operation: searchPage, input: async (_, search) => (await searchAddress()).searchPageInput(search) },
    load: () => import('./search/SearchPage.tsx').then(module => module.SearchPage),
    skeleton: SearchSkeleton,
  },
  {
    address: '/dashboard/activity',
    data: {
      operation: dashboardActivityPage,
      input: async (_, search) => (await activityAddress()).activityInput(search),
    },
    load: () => import('./activity/ActivityPage.tsx').then(module => module.DashboardActivityPage),
    skeleton: ActivitySkeleton,
  },
  {
    address: '/dashboard/changes',
    data: { operation: ownChangesPage, input: () => ({}) },
    load: () => import('./activity/OwnChangesPage.tsx').then(module => module.OwnChangesPage),
    skeleton: ActivitySkeleton,
  },
  {
    address: '/$namespace/-/activity',
    data: {
      operation: projectActivityPage,
      input: async ({ namespace = '' }, search) => ({
        namespace,
        ...(await activityAddress()).activityInput(search),
      }),
    },
    load: () => import('./activity/ActivityPage.tsx').then(module => module.ProjectActivityPage),
    skeleton: ActivitySkeleton,
  },
  {
    address: '/groups/$namespace/-/activity',
    data: {
      operation: groupActivityPage,
      input: async ({ namespace = '' }, search) => ({
        namespace,
        ...(await activityAddress()).activityInput(search),
      }),
    },
    load: () => import('./activity/ActivityPage.tsx').then(module => module.GroupActivityPage),
    skeleton: ActivitySkeleton,
  },
  {
    address: '/$namespace/-/hooks',
    data: { operation: projectHooksPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./webhooks/WebhooksPage.tsx').then(module => module.WebhooksPage),
  },
  {
    address: '/dashboard/todos',
    data: {
      operation: todosPage,
      // Loaded with the page: other pages do not read its parameters.
      input: async (_, search) => ({ ...(await import('./todos/todos-address.ts')).todosInput(search) }),
    },
    load: () => import('./todos/TodosPage.tsx').then(module => module.TodosPage),
    skeleton: TodosSkeleton,
  },
  {
    address: '/-/user_settings/notifications',
    data: {
      operation: notificationsPage,
      input: (_, { search }) => (typeof search === 'string' && search !== '' ? { search } : {}),
    },
    load: () => import('./notifications/NotificationsPage.tsx').then(module => module.NotificationsPage),
  },
  {
    address: '/-/user_settings/paging',
    data: { operation: pagingPage, input: () => ({}) },
    load: () => import('./paging/PagingPage.tsx').then(module => module.PagingPage),
  },
  {
    address: '/admin/phone_provider',
    data: { operation: getPhoneProvider, input: () => ({}) },
    load: () => import('./paging/phone/PhoneProviderPage.tsx').then(module => module.PhoneProviderPage),
  },
  {
    address: '/$namespace/-/oncall_pages',
    data: { operation: sentPagesPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./paging/SentPagesPage.tsx').then(module => module.SentPagesPage),
  },
  {
    address: '/-/unsent_texts',
    data: { operation: unsentTextsPage, input: () => ({}) },
    load: () => import('./unsent-texts/UnsentTextsPage.tsx').then(module => module.UnsentTextsPage),
    skeleton: UnsentTextsSkeleton,
  },
]
