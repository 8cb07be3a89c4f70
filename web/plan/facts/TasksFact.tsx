import { ChecklistIcon } from '@primer/octicons-react'
import { taskStatus } from '#contract/plan/work-items/task-status.ts'
import { Fact } from './Fact.tsx'

interface TasksFactProps {
  readonly tasks: { readonly count: number; readonly completedCount: number }
}

/** The number of done tasks of a description; nothing for a description without tasks. */
export function TasksFact({ tasks }: TasksFactProps) {
  if (tasks.count === 0) return null
  return (
    <Fact icon={<ChecklistIcon size={12} />} title={taskStatus(tasks)}>
      {tasks.completedCount}/{tasks.count}
    </Fact>
  )
}
