import {
  dayField,
  type Field,
  type FieldKey,
  type FilterSet,
  fields,
  hows,
  specials,
} from '#web/plan/lists/filter/filters.ts'

const noneAndAny = [
  { value: 'None', label: 'None' },
  { value: 'Any', label: 'Any' },
] as const

const branch = (key: FieldKey, label: string, word: string): Field => ({
  ...{ key, label, word, oneOfWord: word, hows },
  isList: false,
})

/** Words that filter without a token in the bar: by ids, which have no names here. */
const unshown = ['author_id', 'not[author_id]', 'iids', 'approver_ids'] as const

/** The filters of merge requests: those of issues that they know too, and their own. */
export const mergeRequestFilterSet: FilterSet = {
  unshown,
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
      oneOfWord: 'approved_by_usernames',
      hows,
      isList: true,
      specialWord: 'approved_by_ids',
    },
    ...fields.filter(({ key }) => key === 'label' || key === 'milestone'),
    { key: 'draft', label: 'Draft', word: 'wip', hows: ['is'], isList: false },
    branch('target', 'Target branch', 'target_branch'),
    branch('source', 'Source branch', 'source_branch'),
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
