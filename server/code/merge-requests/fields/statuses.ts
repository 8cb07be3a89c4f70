import { detailedMergeStatuses } from '#contract/code/merge-requests/merge-requests.ts'
import { builder } from '#server/graphql/builder.ts'

const wordsOf = (values: readonly string[]) => Object.fromEntries(values.map(value => [value.toUpperCase(), { value }]))

export const DetailedStatus = builder.enumType('DetailedMergeStatus', { values: wordsOf(detailedMergeStatuses) })
export const MergeStatus = builder.enumType('MergeStatus', {
  values: wordsOf(['unchecked', 'checking', 'can_be_merged', 'cannot_be_merged']),
})
