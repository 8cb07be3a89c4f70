/**
 * The filters of lists, in the order in which the filter bar offers them. The inputs of REST and of pages, the readers and writers of
 * URLs, and the tokens of the filter bar follow from this table; the conditions stand in
 * `server/plan/lists/issuable-conditions.ts`. Filters by plain attributes are declared with these, those of merge requests and to-dos
 * alone in `merge-request-fields.ts` and `todo-fields.ts`. docs/new-filter.md shows how to add one.
 *
 * This file imports nothing, so that the browser can load it.
 */

/** A list with filters of its own. Boards, work items, exports and saved views have those of their list. */
export type FilteredList = 'issue' | 'merge_request' | 'epic' | 'to_do'

/** The kind of value of a filter, which determines its schema, how URLs are read, and what the filter bar suggests. */
export type FilterValue =
  | 'text'
  /** A username. */
  | 'person'
  /** Usernames, who all have to match. */
  | 'people'
  /** Titles of labels, of which all have to hold, joined by commas in REST. */
  | 'titles'
  | 'id'
  | 'ids'
  | 'numbers'
  /** An id, or one of `words`; without those, any word. `not` takes an id. */
  | 'ref'
  /** The same, and `not` takes words too. */
  | 'refOrWord'
  | 'refs'
  | 'flag'
  | 'yesNo'
  | 'type'

export interface FilterField {
  readonly value: FilterValue
  /** The lists that have the filter. */
  readonly is?: readonly FilteredList[]
  /** The lists in which it can leave out a value: `not[labels]`. */
  readonly not?: readonly FilteredList[]
  /** The lists in which one of several values is enough: `or[label_name][]`. */
  readonly or?: readonly FilteredList[]
  /** The name in the query of the filter bar, which shows the filter as a token. */
  readonly key?: string
  readonly label?: string
  /** Its value in the URL is an id, because names are not unique. */
  readonly isById?: true
  /** Words in place of a value, with their names. */
  readonly words?: Readonly<Record<string, string>>
  /** The filter that takes these words, where it is another. */
  readonly specialName?: string
  /** The filter whose name below `or` this is, where that differs. */
  readonly orOf?: string
  /** The flag that makes it include what is below the value. */
  readonly withinName?: string
  /** The lists whose URLs have it without a token in the filter bar. */
  readonly link?: readonly FilteredList[]
  /** The other way to say it: a request with both is refused, and a URL with both is read as if it had the other alone. */
  readonly insteadOf?: string
  /** Only for those who are signed in, or who can read contacts. */
  readonly needs?: 'viewer' | 'contacts'
}

const issuables = ['issue', 'merge_request', 'epic'] as const
const issuesAndRequests = ['issue', 'merge_request'] as const
const issues = ['issue'] as const
const epics = ['epic'] as const

const noneOrAny = { None: 'None', Any: 'Any' } as const

/** The fields by input name, which is in snake case in URLs. */
export const filterFields = {
  authorUsername: { value: 'person', is: issuables, not: issuables, or: issuables, key: 'author', label: 'Author' },
  authorId: { value: 'id', is: issuables, not: issuables, link: issuesAndRequests, insteadOf: 'authorUsername' },
  assigneeUsername: {
    value: 'people',
    is: issuables,
    not: issuables,
    or: issuables,
    key: 'assignee',
    label: 'Assignee',
    words: noneOrAny,
    specialName: 'assigneeId',
  },
  assigneeId: { value: 'ref', is: issuables, not: issuesAndRequests, link: issues, insteadOf: 'assigneeUsername' },
  labels: { value: 'titles', is: issuables, not: issuables, key: 'label', label: 'Label', words: noneOrAny },
  labelName: { value: 'titles', or: issuables, orOf: 'labels' },
  milestone: {
    value: 'text',
    is: issuesAndRequests,
    not: issuesAndRequests,
    or: issuesAndRequests,
    key: 'milestone',
    label: 'Milestone',
    words: { ...noneOrAny, '#upcoming': 'Upcoming', '#started': 'Started' },
  },
  milestoneId: { value: 'refOrWord', is: issues, not: issues, link: issues, insteadOf: 'milestone' },
  /** The tag of a release to which the milestone belongs. */
  releaseTag: {
    value: 'text',
    is: issuesAndRequests,
    not: issuesAndRequests,
    or: issuesAndRequests,
    key: 'release',
    label: 'Release',
    words: noneOrAny,
  },
  epicId: {
    value: 'refOrWord',
    is: issues,
    not: issues,
    or: issues,
    key: 'epic',
    label: 'Epic',
    isById: true,
    words: noneOrAny,
    withinName: 'includeSubepics',
  },
  /** `epicId` also matches the epics below it; `not[include_subepics]` is the same for `not[epic_id]`. */
  includeSubepics: { value: 'flag', is: issues, not: issues, link: issues },
  /** The epic of an epic. It has the key of `epicId`, which lists of epics do not have. */
  parentId: {
    value: 'ref',
    is: epics,
    not: epics,
    or: epics,
    key: 'epic',
    label: 'Parent',
    isById: true,
    words: noneOrAny,
  },
  iterationId: {
    value: 'refOrWord',
    is: issues,
    not: issues,
    or: issues,
    key: 'iteration',
    label: 'Iteration',
    isById: true,
    words: { ...noneOrAny, Current: 'Current' },
  },
  iterationTitle: { value: 'text', is: issues, not: issues, link: issues, insteadOf: 'iterationId' },
  iterationCadenceId: {
    value: 'ids',
    is: issues,
    not: issues,
    or: issues,
    key: 'cadence',
    label: 'Iteration cadence',
    isById: true,
  },
  issueType: {
    value: 'type',
    is: issues,
    not: issues,
    or: issues,
    key: 'type',
    label: 'Type',
    words: { issue: 'Issue', incident: 'Incident', task: 'Task' },
  },
  myReactionEmoji: {
    value: 'text',
    is: issuables,
    not: issuables,
    or: issuables,
    key: 'reaction',
    label: 'My reaction',
    words: noneOrAny,
    needs: 'viewer',
  },
  crmContactId: {
    value: 'ref',
    is: issues,
    not: issues,
    or: issues,
    key: 'contact',
    label: 'Contact',
    isById: true,
    words: noneOrAny,
    needs: 'contacts',
  },
  crmOrganizationId: {
    value: 'ref',
    is: issues,
    not: issues,
    or: issues,
    key: 'organization',
    label: 'Organization',
    isById: true,
    words: noneOrAny,
    needs: 'contacts',
  },
  closedById: { value: 'id', is: issues, link: issues },
  iids: { value: 'numbers', is: issuesAndRequests, not: issues, link: issuesAndRequests },
} as const satisfies Readonly<Record<string, FilterField>>

/** The filters by days and moments: `created_after`, `created_before`. */
export const dayFields = {
  created: { label: 'Created', is: ['issue', 'merge_request', 'epic', 'to_do'] },
  updated: { label: 'Updated', is: issuables },
  merged: { label: 'Merged', is: ['merge_request'] },
  closed: { label: 'Closed', is: issuables },
  start: { label: 'Start date', is: ['issue', 'epic'] },
  due: { label: 'Due date', is: ['issue', 'epic'] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly is: readonly FilteredList[] }>>

/** The keys of filters whose values are ids in the URL. */
export const fieldsById = [
  ...new Set(Object.values(filterFields).flatMap(field => ('isById' in field ? [field.key] : []))),
]

export type FieldById = (typeof fieldsById)[number]
