import type { InputOf } from '#contract/operation.ts'
import type { Search } from '#web/api/router/search.ts'
import { issuesInput } from '#web/plan/issues/list/list-address.ts'

type BoardInput = InputOf<typeof import('#contract/plan/board-pages.ts').getProjectBoardPage>

/** The input of a board's page for an address. What is no number is no board. */
export function boardInput(params: Readonly<Record<string, string>>, search: Search): BoardInput {
  const { namespace = '', boardId } = params
  const { state: _state, orderBy: _order, sort: _sort, cursor: _cursor, ...listed } = issuesInput(namespace, search)
  const { groupBy: _groupBy, groupScope: _scope, ...filter } = listed
  return {
    ...filter,
    ...(boardId !== undefined && { boardId: /^\d{1,15}$/.test(boardId) ? Number(boardId) : 0 }),
  }
}
