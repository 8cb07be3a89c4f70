import { type NegatedName, negatedNames, plainAttributes } from './plain-attributes.ts'

// By what the rows of lists can be grouped, in the order of the menu: the words of `group_by` in an address.

type PlainWord = (typeof plainAttributes)[NegatedName]['filter']['word']
/** Choices and counts by which lists are filtered. */
const plainWords: readonly PlainWord[] = negatedNames.map(name => plainAttributes[name].filter.word)

export const issueGroupWords = [
  'assignee',
  'milestone',
  'iteration',
  'epic',
  'label',
  ...plainWords,
  'type',
  'state',
  'author',
] as const

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
