import type { InputOf } from '#contract/operation.ts'
import { boardsByEpic } from '#contract/plan/boards/board-cards.ts'
import type { Search } from '#web/api/router/search.ts'
import { issuesInput, oneOf } from '#web/plan/issues/list/list-address.ts'
import { currentReader } from '#web/ui/reader.ts'

type BoardInput = InputOf<typeof import('#contract/plan/boards/board-pages.ts').getProjectBoardPage>

/** The input of a board's page for an address. What is no number is no board. */
export function boardInput(params: Readonly<Record<string, string>>, search: Search): BoardInput {
  const { namespace = '', boardId } = params
  const { state: _state, orderBy: _order, sort: _sort, cursor: _cursor, ...listed } = issuesInput(namespace, search)
  const { groupBy: _groupBy, groupScope: _scope, ...filter } = listed
  const groupBy = oneOf(['none', 'epic'] as const, search.group_by) ?? rememberedGroup()
  return {
    ...filter,
    ...(groupBy !== undefined && { groupBy }),
    ...(boardId !== undefined && { boardId: /^\d{1,15}$/.test(boardId) ? Number(boardId) : 0 }),
  }
}

/** The choice of this browser; the server groups by it too. */
const rememberedGroup = () => (currentReader().choices.includes(boardsByEpic) ? 'epic' : undefined)
