import { useGoTo } from '#web/api/route.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { actionNames, typeNames } from './messages.ts'
import styles from './TodosPage.module.css'
import { type TodosInput, todosHref } from './todos-address.ts'
import type { TodosData } from './use-todo-changes.ts'

interface TodoFiltersProps {
  readonly input: TodosInput
  readonly data: Pick<TodosData, 'projects' | 'groups' | 'authors'>
}

type Narrowing = 'groupId' | 'projectId' | 'authorId' | 'action' | 'type'

/** What the list can be narrowed to; a choice of one is none. */
export function TodoFilters({ input, data }: TodoFiltersProps) {
  const goTo = useGoTo()
  const { page: _page, ...given } = input
  const filters: readonly {
    readonly name: Narrowing
    readonly label: string
    readonly any: string
    readonly options: readonly (readonly [string, string])[]
  }[] = [
    {
      name: 'groupId',
      label: 'Group',
      any: 'All groups',
      options: data.groups.map(each => [String(each.id), each.nameWithNamespace]),
    },
    {
      name: 'projectId',
      label: 'Project',
      any: 'All projects',
      options: data.projects.map(each => [String(each.id), each.nameWithNamespace]),
    },
    {
      name: 'authorId',
      label: 'Author',
      any: 'Any author',
      options: data.authors.map(each => [String(each.id), each.name]),
    },
    { name: 'action', label: 'Reason', any: 'Any reason', options: actionNames },
    { name: 'type', label: 'Type', any: 'Any type', options: typeNames },
  ]
  return (
    <div className={styles.filters}>
      {filters
        .filter(filter => filter.options.length > 1 || given[filter.name] !== undefined)
        .map(({ name, label, any, options }) => (
          <Select
            key={name}
            size="s"
            aria-label={label}
            value={given[name] === undefined ? '' : String(given[name])}
            options={[{ value: '', label: any }, ...options.map(([value, text]) => ({ value, label: text }))]}
            onChange={({ target: { value } }) => {
              const { [name]: _before, ...others } = given
              const chosen = name === 'action' || name === 'type' ? value : Number(value)
              goTo(todosHref({ ...others, ...(value === '' ? {} : { [name]: chosen }) }))
            }}
          />
        ))}
    </div>
  )
}
