import type { InputOf } from '#contract/operation.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { type FilterSet, issueFilterSet } from '#web/plan/lists/filter/filters.ts'
import { changed, issuesInput } from '#web/plan/lists/list-address.ts'

type TimeboxFilters = Omit<
  InputOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>,
  'namespace' | 'iid'
>

const ofTheBox: readonly string[] = ['milestone', 'iteration', 'cadence']

/** The filters of a milestone or iteration page: those of the issue list, except milestone and iteration. */
export const timeboxFilterSet: FilterSet = {
  ...issueFilterSet,
  fields: issueFilterSet.fields.filter(({ key }) => !ofTheBox.includes(key)),
}

/** The filters in the URL of a milestone or iteration page. */
export function timeboxInput(search: Search): TimeboxFilters {
  const {
    milestone: _milestone,
    milestone_id: _milestoneId,
    iteration_id: _iteration,
    iteration_title: _title,
    iteration_cadence_id: _cadence,
    view: _view,
    ...words
  } = inOwnWords(search)
  const {
    namespace: _n,
    state: _state,
    orderBy: _orderBy,
    sort: _sort,
    cursor: _cursor,
    iids: _iids,
    in: _in,
    ...filters
  } = issuesInput('', words)
  return filters
}

/**
 * The search of the issue list that shows the issues of a milestone or iteration page, with the filters of the page.
 *
 * @param words  the filter by the milestone or iteration
 */
export const inIssueList = (search: Search, words: Search): Search =>
  changed(search, { ...words, state: 'all', view: undefined })
