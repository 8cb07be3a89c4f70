import type { FilterField } from '#contract/plan/lists/filter-fields.ts'

// The filters that only merge requests have; the others are those of `filter-fields.ts`. This file imports nothing, so that the browser
// can load it.

const requests = ['merge_request'] as const
const noneOrAny = { None: 'None', Any: 'Any' } as const

/** The filter bar offers them before labels. */
export const reviewFields = {
  reviewerUsername: {
    value: 'person',
    is: requests,
    not: requests,
    or: requests,
    key: 'reviewer',
    label: 'Reviewer',
    words: noneOrAny,
    specialName: 'reviewerId',
  },
  reviewerId: { value: 'ref', is: requests, not: requests, insteadOf: 'reviewerUsername' },
  approvedByUsernames: {
    value: 'people',
    is: requests,
    not: requests,
    or: requests,
    key: 'approver',
    label: 'Approved by',
    words: noneOrAny,
    specialName: 'approvedByIds',
  },
  approvedByIds: { value: 'refs', is: requests },
  /** The users who may approve it by a rule, whether they have or not. */
  approverIds: { value: 'refs', is: requests, link: requests },
} as const satisfies Readonly<Record<string, FilterField>>

/** The filter bar offers them before reactions. */
export const branchFields = {
  wip: { value: 'yesNo', is: requests, key: 'draft', label: 'Draft', words: { yes: 'Yes', no: 'No' } },
  targetBranch: { value: 'text', is: requests, not: requests, or: requests, key: 'target', label: 'Target branch' },
  sourceBranch: { value: 'text', is: requests, not: requests, or: requests, key: 'source', label: 'Source branch' },
} as const satisfies Readonly<Record<string, FilterField>>

export const mergeRequestFields = { ...reviewFields, ...branchFields }
