import { ChecklistIcon } from '@primer/octicons-react'
import { gid } from '#contract/gid.ts'
import { query } from '#web/api/graphql.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { usePageActions } from '#web/ui/actions/page-actions.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { addTodo } from '../add-todo.graphql.gen.ts'
import { markTodoDone } from '../mark-todo-done.graphql.gen.ts'

/** @source TODO-001, TODO-002 */
export function TodoWidget() {
  const { kind, viewer, word } = useIssuable()
  const { todoId } = viewer
  const save = useSave({
    // @source TODO-006, TODO-007
    save: ({ id }, todo: number | null, carried): Promise<unknown> =>
      todo === null
        ? query(addTodo, { targetId: gid(kind.contractType, id) }, { carried })
        : query(markTodoDone, { id: gid('Todo', todo) }, { carried }),
    failure: messages.todo(word),
  })
  const toggle = {
    label: todoId === null ? 'Add a to do' : 'Mark as done',
    run: () => save.run(todoId),
  }
  usePageActions(() => [toggle])
  return (
    <SidebarField
      label="To-do"
      {...save.field}
      icon={<ChecklistIcon />}
      summary={todoId === null ? 'Add' : 'To do'}
      control={
        <Button size="s" busy={save.isPending} onClick={toggle.run}>
          {toggle.label}
        </Button>
      }
    />
  )
}
