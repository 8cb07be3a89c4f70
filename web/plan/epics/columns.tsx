import { CommentIcon, ThumbsupIcon } from '@primer/octicons-react'
import type { epicSorts } from '#contract/plan/epics/epic-sorts.ts'
import type { Column } from '#web/plan/lists/columns/columns.tsx'

export type EpicColumnKey =
  | 'parent'
  | 'startDate'
  | 'dueDate'
  | 'author'
  | 'created'
  | 'updated'
  | 'closed'
  | 'votes'
  | 'comments'
  | 'progress'

/** The columns of a list of epics, in their order in a row. */
export const epicColumns: readonly Column<EpicColumnKey, (typeof epicSorts)[number]>[] = [
  { key: 'parent', label: 'Parent', word: 'parent', width: 7, isUsual: false },
  { key: 'startDate', label: 'Start date', word: 'start_date', order: 'start_date', width: 6.75, isUsual: false },
  { key: 'dueDate', label: 'Due date', word: 'due_date', order: 'end_date', width: 6.75, isUsual: false },
  { key: 'author', label: 'Author', word: 'author', width: 3, isUsual: false },
  { key: 'created', label: 'Created', word: 'created_at', order: 'created_at', width: 6.5, isUsual: false },
  { key: 'updated', label: 'Updated', word: 'updated_at', order: 'updated_at', width: 6.5, isUsual: false },
  { key: 'closed', label: 'Closed', word: 'closed_at', width: 6.5, isUsual: false },
  { key: 'votes', label: 'Votes', word: 'votes', icon: <ThumbsupIcon size={14} />, width: 3, isUsual: false },
  { key: 'comments', label: 'Comments', word: 'comments', icon: <CommentIcon size={14} />, width: 3, isUsual: false },
  { key: 'progress', label: 'Progress', word: 'progress', width: 15, isUsual: true },
]
