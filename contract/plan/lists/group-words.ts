import type { issueGroupWords } from '../attributes/plain-attributes.ts'

// What lists other than issue lists can be grouped by, in the order of the menu: the values of `group_by` in a URL.

export const mergeRequestGroupWords = [
  'assignee',
  'reviewer',
  'milestone',
  'label',
  'target_branch',
  'state',
  'author',
] as const

export const epicGroupWords = ['parent', 'label', 'state', 'author'] as const

/** What the to-do list can be grouped by. */
export const todoGroupWords = ['project', 'action', 'type', 'author'] as const

export type EpicGroupWord = (typeof epicGroupWords)[number]
export type IssueGroupWord = (typeof issueGroupWords)[number]
export type MergeRequestGroupWord = (typeof mergeRequestGroupWords)[number]
export type TodoGroupWord = (typeof todoGroupWords)[number]
export type GroupWord = EpicGroupWord | IssueGroupWord | MergeRequestGroupWord | TodoGroupWord
