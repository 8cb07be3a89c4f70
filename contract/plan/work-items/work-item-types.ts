// This file imports nothing, so that the browser can load it.

const always = [
  'AWARD_EMOJI',
  'CURRENT_USER_TODOS',
  'DESCRIPTION',
  'LINKED_ITEMS',
  'NOTES',
  'NOTIFICATIONS',
  'PARTICIPANTS',
] as const
const planned = ['ASSIGNEES', 'HIERARCHY', 'LABELS', 'MILESTONE'] as const
const ofIssue = [
  ...always,
  ...planned,
  'CRM_CONTACTS',
  'DEVELOPMENT',
  'HEALTH_STATUS',
  'ITERATION',
  'START_AND_DUE_DATE',
  'TIME_TRACKING',
  'WEIGHT',
] as const

/** The parts that work items show, as GraphQL calls them. */
export type WorkItemWidget =
  | (typeof ofIssue)[number]
  | 'COLOR'
  | 'EMAIL_PARTICIPANTS'
  | 'ERROR_TRACKING'
  | 'LINKED_RESOURCES'

interface WorkItemType {
  /** The same on every server. */
  readonly id: number
  readonly name: string
  readonly icon: string
  readonly widgets: readonly WorkItemWidget[]
  /** The kind of namespace in which pages create it; null for a type that only the API creates. */
  readonly madeIn: 'project' | 'group' | null
}

/** The types of work items, by their stored names. @source graphql.md 8 */
export const workItemTypes = {
  issue: {
    id: 1,
    name: 'Issue',
    icon: 'work-item-issue',
    widgets: [...ofIssue, 'EMAIL_PARTICIPANTS', 'ERROR_TRACKING', 'LINKED_RESOURCES'],
    madeIn: 'project',
  },
  incident: {
    id: 2,
    name: 'Incident',
    icon: 'work-item-incident',
    widgets: [
      ...always,
      ...planned,
      'CRM_CONTACTS',
      'DEVELOPMENT',
      'EMAIL_PARTICIPANTS',
      'ITERATION',
      'LINKED_RESOURCES',
      'TIME_TRACKING',
    ],
    madeIn: 'project',
  },
  test_case: {
    id: 3,
    name: 'Test Case',
    icon: 'work-item-test-case',
    widgets: [...always, 'TIME_TRACKING'],
    madeIn: null,
  },
  requirement: {
    id: 4,
    name: 'Requirement',
    icon: 'work-item-requirement',
    widgets: [...always, 'TIME_TRACKING'],
    madeIn: null,
  },
  task: {
    id: 5,
    name: 'Task',
    icon: 'work-item-task',
    widgets: [...ofIssue, 'LINKED_RESOURCES'],
    madeIn: 'project',
  },
  objective: {
    id: 6,
    name: 'Objective',
    icon: 'work-item-objective',
    widgets: [...always, ...planned, 'HEALTH_STATUS'],
    madeIn: null,
  },
  key_result: {
    id: 7,
    name: 'Key Result',
    icon: 'work-item-keyresult',
    widgets: [...always, ...planned, 'HEALTH_STATUS', 'START_AND_DUE_DATE'],
    madeIn: null,
  },
  epic: {
    id: 8,
    name: 'Epic',
    icon: 'work-item-epic',
    widgets: [...always, ...planned, 'COLOR', 'HEALTH_STATUS', 'START_AND_DUE_DATE', 'TIME_TRACKING', 'WEIGHT'],
    madeIn: 'group',
  },
  ticket: {
    id: 9,
    name: 'Ticket',
    icon: 'work-item-ticket',
    widgets: [...ofIssue, 'EMAIL_PARTICIPANTS'],
    madeIn: null,
  },
} as const satisfies Readonly<Record<string, WorkItemType>>

export type WorkItemTypeWord = keyof typeof workItemTypes

// The keys of the object above are the names.
export const workItemTypeWords = Object.keys(workItemTypes) as readonly WorkItemTypeWord[]

/** The stored type; an unknown one is an issue. */
export const workItemTypeOf = (stored: string): WorkItemTypeWord =>
  workItemTypeWords.find(word => word === stored) ?? 'issue'

/** The type of an id; undefined when there is none. */
export const workItemTypeWithId = (id: number): WorkItemTypeWord | undefined =>
  workItemTypeWords.find(word => workItemTypes[word].id === id)

/** The path of the page of a work item: `/weft/loom/-/work_items/7`. */
export const workItemPath = (namespacePath: string, iid: number | string): string =>
  `/${namespacePath}/-/work_items/${iid}`

/** The path of the form that creates one. */
export const newWorkItemPath = (namespacePath: string): string => workItemPath(namespacePath, 'new')
