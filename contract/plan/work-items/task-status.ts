// This file imports nothing, so that the browser can load it.

interface Completion {
  readonly count: number
  readonly completedCount: number
}

/** "2 of 5 checklist items completed"; empty without any. */
export const taskStatus = ({ count, completedCount }: Completion): string =>
  count === 0 ? '' : `${completedCount} of ${count} checklist ${count === 1 ? 'item' : 'items'} completed`

/**
 * The short form of a status: "2/3 tasks" for one that begins with "2 of 3".
 *
 * @source TASK-006
 */
export function shortTaskStatus(status: string): string {
  const [, completed, count] = /^(\d+) of (\d+)/.exec(status) ?? []
  return count === undefined ? '' : `${completed}/${count} ${count === '1' ? 'task' : 'tasks'}`
}
