import { notificationsPage, todosPage, unsentTextsPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { placeActions } from '#web/foundation/places/place-actions.ts'
import { NotificationBell } from './notifications/NotificationBell.tsx'
import { TodosSkeleton } from './todos/TodosSkeleton.tsx'
import { todosInput } from './todos/todos-address.ts'
import { UnsentTextsSkeleton } from './unsent-texts/UnsentTextsSkeleton.tsx'

placeActions.push({ key: 'notifications', component: NotificationBell })

export const feedsRoutes: readonly PageRoute[] = [
  {
    address: '/dashboard/todos',
    data: { operation: todosPage, input: (_, search) => ({ ...todosInput(search) }) },
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
    address: '/-/unsent_texts',
    data: { operation: unsentTextsPage, input: () => ({}) },
    load: () => import('./unsent-texts/UnsentTextsPage.tsx').then(module => module.UnsentTextsPage),
    skeleton: UnsentTextsSkeleton,
  },
]
