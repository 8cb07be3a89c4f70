import { expect, test } from 'vitest'
import { shortTaskStatus, taskStatus } from './task-status.ts'

test.each([
  [1, 1, '1 of 1 checklist item completed', '1/1 task'],
  [2, 3, '2 of 3 checklist items completed', '2/3 tasks'],
  [0, 0, '', ''],
])('TASK-006 %i of %i tasks', (completedCount, count, long, short) => {
  const status = taskStatus({ count, completedCount })
  expect([status, shortTaskStatus(status)]).toEqual([long, short])
})
