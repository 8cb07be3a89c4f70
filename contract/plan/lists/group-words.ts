import type { issueGroupWords } from '../attributes/plain-attributes.ts'

// The attributes by which lists other than issue lists can be grouped, in the order of the menu: the values of
// `group_by` in a URL.

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

/** The attributes by which the to-do list can be grouped. */
export const todoGroupWords = ['project', 'action', 'type', 'author'] as const

export type EpicGroupWord = (typeof epicGroupWords)[number]
export type IssueGroupWord = (typeof issueGroupWords)[number]
export type MergeRequestGroupWord = (typeof mergeRequestGroupWords)[number]
export type TodoGroupWord = (typeof todoGroupWords)[number]
export type GroupWord = EpicGroupWord | IssueGroupWord | MergeRequestGroupWord | TodoGroupWord
