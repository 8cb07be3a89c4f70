import { ChecklistIcon } from '@primer/octicons-react'
import { taskStatus } from '#contract/plan/work-items/task-status.ts'
import { Fact } from './Fact.tsx'
import type { IssueRowData } from './shapes.ts'

/** How many of its tasks are done; nothing without tasks. */
export function TasksFact({ tasks }: { readonly tasks: IssueRowData['taskCompletionStatus'] }) {
  if (tasks.count === 0) return null
  return (
    <Fact icon={<ChecklistIcon size={12} />} title={taskStatus(tasks)}>
      {tasks.completedCount}/{tasks.count}
    </Fact>
  )
}
