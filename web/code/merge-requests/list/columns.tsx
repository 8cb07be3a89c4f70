import { CheckIcon, ChecklistIcon, CommentIcon, EyeIcon, PeopleIcon, ThumbsupIcon } from '@primer/octicons-react'
import { type Column, usualOf } from '#web/plan/lists/columns/columns.tsx'
import type { Order } from './order.ts'

export type ColumnKey =
  | 'milestone'
  | 'target'
  | 'author'
  | 'created'
  | 'updated'
  | 'merged'
  | 'closed'
  | 'tasks'
  | 'votes'
  | 'status'
  | 'comments'
  | 'reviewers'
  | 'assignees'

/** The columns of a list of merge requests, in their order in a row. */
export const columns: readonly Column<ColumnKey, Order>[] = [
  { key: 'milestone', label: 'Milestone', word: 'milestone', order: 'milestone_due', width: 7.5, isUsual: true },
  { key: 'target', label: 'Target branch', word: 'target_branch', width: 8, isUsual: false },
  { key: 'author', label: 'Author', word: 'author', width: 3, isUsual: false },
  { key: 'created', label: 'Created', word: 'created_at', order: 'created_at', width: 6.5, isUsual: false },
  { key: 'updated', label: 'Updated', word: 'updated_at', order: 'updated_at', width: 6.5, isUsual: false },
  { key: 'merged', label: 'Merged', word: 'merged_at', order: 'merged_at', width: 6.5, isUsual: false },
  { key: 'closed', label: 'Closed', word: 'closed_at', width: 6.5, isUsual: false },
  { key: 'tasks', label: 'Checklist', word: 'tasks', icon: <ChecklistIcon size={14} />, width: 2.75, isUsual: true },
  {
    key: 'votes',
    label: 'Votes',
    word: 'votes',
    order: 'popularity',
    icon: <ThumbsupIcon size={14} />,
    width: 3,
    isUsual: true,
  },
  { key: 'status', label: 'Status', word: 'status', icon: <CheckIcon size={14} />, width: 3.5, isUsual: true },
  { key: 'comments', label: 'Comments', word: 'comments', icon: <CommentIcon size={14} />, width: 3, isUsual: true },
  { key: 'reviewers', label: 'Reviewers', word: 'reviewers', icon: <EyeIcon size={14} />, width: 3.5, isUsual: true },
  {
    key: 'assignees',
    label: 'Assignees',
    word: 'assignees',
    icon: <PeopleIcon size={14} />,
    width: 3.5,
    isUsual: true,
  },
]

export const usualColumns = usualOf(columns)
