import { todosPage, unsentTextsPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { TodosSkeleton } from './todos/TodosSkeleton.tsx'
import { todosInput } from './todos/todos-address.ts'
import { UnsentTextsSkeleton } from './unsent-texts/UnsentTextsSkeleton.tsx'

export const feedsRoutes: readonly PageRoute[] = [
  {
    address: '/dashboard/todos',
    data: { operation: todosPage, input: (_, search) => ({ ...todosInput(search) }) },
    load: () => import('./todos/TodosPage.tsx').then(module => module.TodosPage),
    skeleton: TodosSkeleton,
  },
  {
    address: '/-/unsent_texts',
    data: { operation: unsentTextsPage, input: () => ({}) },
    load: () => import('./unsent-texts/UnsentTextsPage.tsx').then(module => module.UnsentTextsPage),
    skeleton: UnsentTextsSkeleton,
  },
]
