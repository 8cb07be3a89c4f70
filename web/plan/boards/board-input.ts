import type { InputOf } from '#contract/operation.ts'
import { boardGroupings } from '#contract/plan/boards/board-cards.ts'
import type { Search } from '#web/api/router/search.ts'
import { one, oneOf } from '#web/plan/lists/filter/read-words.ts'
import { issuesInput } from '#web/plan/lists/list-address.ts'

type BoardInput = InputOf<typeof import('#contract/plan/boards/board-pages.ts').getProjectBoardPage>

/** The input of a board's page for an address. A segment that is not a number is not a board. */
export function boardInput(params: Readonly<Record<string, string>>, search: Search): BoardInput {
  const { namespace = '', boardId } = params
  const { state: _state, orderBy: _order, sort: _sort, cursor: _cursor, ...listed } = issuesInput(namespace, search)
  const { groupBy: _groupBy, groupScope: _scope, ...filter } = listed
  const groupBy = oneOf(boardGroupings, search.group_by)
  const groupScope = groupBy === 'label' ? one(search.group_scope) : undefined
  const groupLabels = groupBy === 'label' && isIds(search.group_labels) ? search.group_labels : undefined
  return {
    ...filter,
    ...(groupBy !== undefined && { groupBy }),
    ...(groupScope !== undefined && { groupScope }),
    ...(groupLabels !== undefined && { groupLabels }),
    ...(boardId !== undefined && { boardId: /^\d{1,15}$/.test(boardId) ? Number(boardId) : 0 }),
  }
}

const isIds = (word: unknown): word is string => typeof word === 'string' && /^\d{1,15}(,\d{1,15}){0,49}$/.test(word)
