import { todosPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { TodosSkeleton } from './todos/TodosSkeleton.tsx'
import { todosInput } from './todos/todos-address.ts'

export const feedsRoutes: readonly PageRoute[] = [
  {
    address: '/dashboard/todos',
    data: { operation: todosPage, input: (_, search) => ({ ...todosInput(search) }) },
    load: () => import('./todos/TodosPage.tsx').then(module => module.TodosPage),
    skeleton: TodosSkeleton,
  },
]
