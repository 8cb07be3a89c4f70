import type { issueGroupWords } from './plain-attributes.ts'

// By what the rows of other lists than those of issues can be grouped, in the order of the menu: the words of `group_by` in an address.

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

export type EpicGroupWord = (typeof epicGroupWords)[number]
export type IssueGroupWord = (typeof issueGroupWords)[number]
export type MergeRequestGroupWord = (typeof mergeRequestGroupWords)[number]
export type GroupWord = EpicGroupWord | IssueGroupWord | MergeRequestGroupWord
