import { ChecklistIcon } from '@primer/octicons-react'
import { useIssuePage, useSave } from '#web/plan/issuable/issuable-context.tsx'
import { addTodo, markTodoDone } from '#web/plan/issues/page/save/save.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'

/** @source TODO-001, TODO-002 */
export function TodoWidget() {
  const { issue, viewer } = useIssuePage()
  const { todoId } = viewer
  const save = useSave({
    save: (target, todo: number | null) => (todo === null ? addTodo(target) : markTodoDone(todo)),
    failure: messages.todo(typeName(issue.type)),
  })
  return (
    <SidebarField
      label="To-do"
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      icon={<ChecklistIcon />}
      summary={todoId === null ? 'Add' : 'To do'}
      control={
        <Button size="s" busy={save.isPending} onClick={() => save.run(todoId)}>
          {todoId === null ? 'Add a to do' : 'Mark as done'}
        </Button>
      }
    />
  )
}
