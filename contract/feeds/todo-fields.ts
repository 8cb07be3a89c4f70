import type { FilterField } from '#contract/plan/lists/filter-fields.ts'

const todos = ['to_do'] as const
const text = { value: 'text', is: todos, not: todos, or: todos } as const

/**
 * The filters of to-dos by attributes. Unknown values match nothing.
 *
 * This file imports nothing, so that the browser can load it.
 */
export const todoFields = {
  authorUsername: { ...text, value: 'person', key: 'author', label: 'Author' },
  /** Full path. */
  project: { ...text, key: 'project', label: 'Project' },
  /** Full path; with everything below it. */
  group: { ...text, key: 'group', label: 'Group' },
  action: { ...text, key: 'reason', label: 'Reason' },
  /** A type of item in lower case, or a class of the API: `Issue`, `MergeRequest`. */
  type: { ...text, key: 'type', label: 'Type' },
  targetState: { ...text, key: 'state', label: 'Item state' },
  authorId: { value: 'id', is: todos, link: todos },
  projectId: { value: 'id', is: todos, link: todos },
  groupId: { value: 'id', is: todos, link: todos },
} as const satisfies Readonly<Record<string, FilterField>>
