import type { ReactNode } from 'react'
import type { TodoGroupWord } from '#contract/plan/lists/group-words.ts'
import { todosPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { GroupedRows } from '#web/plan/lists/groups/GroupedRows.tsx'
import { groupTitle } from '#web/plan/lists/groups/words.ts'
import type { ListGroupData } from '#web/plan/shapes.ts'
import { actionNames } from './messages.ts'
import type { Todo, TodosInput } from './shapes.ts'
import { todosPath } from './todos-address.ts'

interface GroupedTodosProps {
  readonly by: TodoGroupWord
  readonly groups: readonly ListGroupData[]
  readonly limit: number | null
  readonly rows: readonly Todo[]
  readonly rowOf: (todo: Todo) => ReactNode
  /** The input of the list. */
  readonly input: TodosInput
}

/** The to-dos of a list in groups. */
export function GroupedTodos({ input, ...props }: GroupedTodosProps) {
  const { by } = props
  return (
    <GroupedRows
      {...props}
      list={todosPath}
      scope={undefined}
      noun="to-do"
      titleOf={group =>
        (by === 'action' && actionNames.find(({ value }) => value === group.name)?.label) ||
        groupTitle(by, group, undefined)
      }
      asked={input}
      useMore={useMoreTodos}
    />
  )
}

function useMoreTodos(
  { view: _view, page: _page, ...asked }: TodosInput,
  { group, cursor }: { readonly group: string; readonly cursor: string },
) {
  const { data, isError } = useReading(todosPage, { ...asked, groupKey: group, cursor }, { keepPrevious: true })
  return { rows: data?.todos, next: data?.next ?? null, isError }
}
