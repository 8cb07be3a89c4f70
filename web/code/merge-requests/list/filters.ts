import { type FilterSet, fields, specials } from '#web/plan/issues/list/filters.ts'

const noneAndAny = [
  { value: 'None', label: 'None' },
  { value: 'Any', label: 'Any' },
] as const

/** The filters of merge requests: those of issues that they know too, and their own. */
export const mergeRequestFilterSet: FilterSet = {
  fields: [
    ...fields.filter(({ key }) => key === 'author' || key === 'assignee'),
    {
      key: 'reviewer',
      label: 'Reviewer',
      word: 'reviewer_username',
      canNegate: true,
      isList: false,
      specialWord: 'reviewer_id',
    },
    {
      key: 'approver',
      label: 'Approved by',
      word: 'approved_by_usernames',
      canNegate: false,
      isList: true,
      specialWord: 'approved_by_ids',
    },
    ...fields.filter(({ key }) => key === 'label' || key === 'milestone'),
    { key: 'draft', label: 'Draft', word: 'wip', canNegate: false, isList: false },
    { key: 'target', label: 'Target branch', word: 'target_branch', canNegate: false, isList: false },
    { key: 'source', label: 'Source branch', word: 'source_branch', canNegate: false, isList: false },
    ...fields.filter(({ key }) => key === 'reaction'),
  ],
  specials: {
    assignee: noneAndAny,
    reviewer: noneAndAny,
    approver: noneAndAny,
    ...(specials.label && { label: specials.label }),
    ...(specials.milestone && { milestone: specials.milestone }),
    ...(specials.reaction && { reaction: specials.reaction }),
    draft: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
}
