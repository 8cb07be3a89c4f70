import { dayField, type FilterSet, fields, hows, specials } from '#web/plan/issues/list/filter/filters.ts'

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
      oneOfWord: 'reviewer_username',
      hows,
      isList: false,
      specialWord: 'reviewer_id',
    },
    {
      key: 'approver',
      label: 'Approved by',
      word: 'approved_by_usernames',
      hows: ['is'],
      isList: true,
      specialWord: 'approved_by_ids',
    },
    ...fields.filter(({ key }) => key === 'label' || key === 'milestone'),
    { key: 'draft', label: 'Draft', word: 'wip', hows: ['is'], isList: false },
    { key: 'target', label: 'Target branch', word: 'target_branch', hows: ['is'], isList: false },
    { key: 'source', label: 'Source branch', word: 'source_branch', hows: ['is'], isList: false },
    ...fields.filter(({ key }) => key === 'reaction' || key === 'created' || key === 'updated'),
    dayField('merged', 'Merged'),
    ...fields.filter(({ key }) => key === 'closed'),
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
