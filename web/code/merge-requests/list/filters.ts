import { branchFields, reviewFields } from '#contract/code/merge-requests/merge-request-fields.ts'
import { listFields, withFields } from '#web/plan/lists/filter/fields.ts'
import { filterSetOf } from '#web/plan/lists/filter/filters.ts'

export const fields = withFields(withFields(listFields, 'labels', reviewFields), 'myReactionEmoji', branchFields)

/** The filters of merge requests: those of issues that they know too, and their own. */
export const mergeRequestFilterSet = filterSetOf('merge_request', fields)
