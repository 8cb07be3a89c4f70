import { ChecklistIcon } from '@primer/octicons-react'
import type { ComponentPropsWithRef } from 'react'
import { taskStatus } from '#contract/plan/work-items/task-status.ts'
import { Fact } from './Fact.tsx'

interface TasksFactProps extends ComponentPropsWithRef<'span'> {
  readonly tasks: { readonly count: number; readonly completedCount: number }
}

/** The number of done tasks of a description; nothing for a description without tasks. */
export function TasksFact({ tasks, ...rest }: TasksFactProps) {
  if (tasks.count === 0) return null
  return (
    <Fact {...rest} icon={ChecklistIcon} title={taskStatus(tasks)}>
      {tasks.completedCount}/{tasks.count}
    </Fact>
  )
}
