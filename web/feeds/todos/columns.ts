import type { Column } from '#web/plan/lists/columns/columns.tsx'
import type { TodoOrder } from './todos-address.ts'

export type TodoColumnKey = 'project' | 'type' | 'targetState' | 'dueDate' | 'created'

/** The columns that the list of to-dos offers. Without any, its rows describe their targets in words. */
export const todoColumns: readonly Column<TodoColumnKey, TodoOrder>[] = [
  { key: 'project', label: 'Project', word: 'project', width: 10, isUsual: false },
  { key: 'type', label: 'Type', word: 'type', width: 7, isUsual: false },
  { key: 'targetState', label: 'State', word: 'target_state', width: 5, isUsual: false },
  { key: 'dueDate', label: 'Due date', word: 'due_date', order: 'due_date', width: 6.75, isUsual: false },
  { key: 'created', label: 'Created', word: 'created_at', order: 'created_at', width: 6.5, isUsual: false },
]
