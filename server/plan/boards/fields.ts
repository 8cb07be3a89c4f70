import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { Group, knownProject, type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { filteredIssuesPage, IssueConnection } from '#server/plan/issues/list/list-fields.ts'
import { Iteration, iterationNode } from '#server/plan/iterations/fields.ts'
import { nameOf } from '#server/plan/iterations/iteration.ts'
import { Label, labelNode } from '#server/plan/labels/fields.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { listConditions, scopeConditions, stateOf } from './conditions.ts'
import { type BoardRow, boardColumns, inOrder, type ListRow } from './find.ts'
import { BoardIssueInput, type BoardIssues, readBoardFilter } from './issue-filter.ts'
import { type ListSums, sumsOf } from './sums.ts'

interface BoardNode extends BoardRow {
  readonly hideBacklogList: boolean
  readonly hideClosedList: boolean
  readonly createdAt: string
  readonly facts: NamespaceFacts
}

interface BoardListNode extends ListRow {
  readonly boardId: number
  readonly title: string
  readonly collapsed: boolean
  readonly maxIssueCount: number
  readonly maxIssueWeight: number
  readonly limitMetric: string | null
  /** The filter of the query for all lists of the board. */
  readonly issueFilters?: BoardIssues | null | undefined
}

const nodeColumns = (ctx: Context) =>
  sql`${boardColumns}, b.hide_backlog_list, b.hide_closed_list, b.created_at, ${namespaceFacts(ctx.actor, 'n')} as facts`
const boardTables = sql`boards b join namespaces n on n.id = b.namespace_id`

/** A board by its id; null where it does not exist or the actor cannot see it. */
export const boardNode = batch<number, BoardNode | null>(async (ctx, ids) => {
  const { rows } = await sql<BoardNode>`
    select ${nodeColumns(ctx)} from ${boardTables} where b.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return byId(rows.filter(row => may(ctx.actor, 'board:read', row.facts)))
})

/** The columns of a list, over `listTables`. */
const listColumns = (
  ctx: Context,
): RawBuilder<unknown> => sql`l.id, l.board_id, l.kind, l.label_id, l.assignee_id, l.milestone_id, l.iteration_id,
  l.position, l.max_issue_count, l.max_issue_weight, l.limit_metric,
  exists (select 1 from collapsed_board_lists c where c.list_id = l.id and c.user_id = ${userIdOrZero(ctx)}) as collapsed,
  coalesce(ll.title, '@' || lu.username, lm.title, ${nameOf('li')}, case l.kind when 'closed' then 'Closed' else 'Open' end) as title`
const listTables = sql`board_lists l left join labels ll on ll.id = l.label_id left join users lu on lu.id = l.assignee_id
  left join milestones lm on lm.id = l.milestone_id left join iterations li on li.id = l.iteration_id`

/** A list by its id; null where it does not exist or the actor cannot see it. */
export const boardListNode = batch<number, BoardListNode | null>(async (ctx, ids) => {
  const { rows } = await sql<BoardListNode & { readonly facts: NamespaceFacts }>`
    select ${listColumns(ctx)}, ${namespaceFacts(ctx.actor, 'n')} as facts
    from ${listTables} join boards b on b.id = l.board_id join namespaces n on n.id = b.namespace_id
    where l.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return byId(rows.filter(row => may(ctx.actor, 'board:read', row.facts)))
})

/** The labels of the scope of boards. */
const labelsOfBoard = (context: GraphqlContext, board: BoardNode) =>
  Promise.all(board.labelIds.map(id => labelNode(context, id)))

interface CountedList {
  readonly list: BoardListNode
  readonly board: BoardNode
  readonly scope: IssueScope
}

const filterKeyOf = ({ issueFilters }: BoardListNode): string => JSON.stringify(issueFilters ?? {})

/** Lists of one board under the same filters are counted together. */
const countBatchOf = ({ list }: CountedList): string => `${list.boardId} ${filterKeyOf(list)}`

/** The numbers of all lists of all boards at once. */
const sumsOfLists = batch<CountedList, ListSums>(
  async (ctx, lists) => {
    const boards = [...new Map(lists.map(each => [countBatchOf(each), each])).entries()]
    const found = await sumsOf(
      ctx,
      boards.map(([, { list, board, scope }]) => ({
        board,
        scope,
        filter: readBoardFilter(ctx, list.issueFilters),
        filterKey: filterKeyOf(list),
      })),
    )
    const sums = new Map(boards.map(([key], place) => [key, found[place]]))
    return each => sums.get(countBatchOf(each))?.get(each.list.id) ?? noSums
  },
  each => `${each.list.id} ${countBatchOf(each)}`,
)

const noSums: ListSums = { count: 0, weight: 0 }

async function sumsOfList(context: GraphqlContext, list: BoardListNode): Promise<ListSums> {
  const board = await boardNode(context, list.boardId)
  const scope = board && (await scopeOfNode(context, board))
  return board && scope ? sumsOfLists(context, { list, board, scope }) : noSums
}

export const BoardList = builder.objectRef<BoardListNode>('BoardList').implement({
  description: 'A list of an issue board.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: list => gid('List', list.id) }),
    title: t.exposeString('title', { nullable: false }),
    listType: t.string({ nullable: false, resolve: list => list.kind }),
    position: t.exposeInt('position'),
    collapsed: t.exposeBoolean('collapsed'),
    label: t.field({
      type: Label,
      resolve: (list, _args, context) => (list.labelId === null ? null : labelNode(context, list.labelId)),
    }),
    assignee: t.field({
      type: UserCore,
      resolve: (list, _args, context) => (list.assigneeId === null ? null : userNode(context, list.assigneeId)),
    }),
    milestone: t.field({
      type: Milestone,
      resolve: (list, _args, context) => (list.milestoneId === null ? null : milestoneNode(context, list.milestoneId)),
    }),
    iteration: t.field({
      type: Iteration,
      resolve: (list, _args, context) => (list.iterationId === null ? null : iterationNode(context, list.iterationId)),
    }),
    maxIssueCount: t.exposeInt('maxIssueCount'),
    maxIssueWeight: t.exposeInt('maxIssueWeight'),
    limitMetric: t.exposeString('limitMetric'),
    issuesCount: t.int({ resolve: async (list, _args, context) => (await sumsOfList(context, list)).count }),
    totalIssueWeight: t.field({
      type: 'BigInt',
      resolve: async (list, _args, context) => String((await sumsOfList(context, list)).weight),
    }),
    issues: t.field({
      type: IssueConnection,
      description: 'Issues of the list in manual order; closed issues by closing time, newest first.',
      args: { ...pageArgs, filters: t.arg({ type: BoardIssueInput }) },
      resolve: (list, { filters, ...args }, context) => issuesOfList(context, list, filters ?? list.issueFilters, args),
    }),
  }),
})

/** The lists of boards, each in their order. */
const listsOfBoard = batch<number, readonly BoardListNode[]>(async (ctx, boardIds) => {
  const { rows } = await sql<BoardListNode>`
    select ${listColumns(ctx)} from ${listTables} where l.board_id = any (${[...boardIds]}::bigint[]) order by ${inOrder('l')}`.execute(
    ctx.db,
  )
  return groupedBy(rows, list => list.boardId)
})

async function issuesOfList(
  context: GraphqlContext,
  list: BoardListNode,
  filters: BoardIssues | null | undefined,
  args: PageArgs,
) {
  const [board, lists] = await Promise.all([boardNode(context, list.boardId), listsOfBoard(context, list.boardId)])
  const scope = board === null ? null : await scopeOfNode(context, board)
  if (board === null || scope === null) return emptyPage
  const asked = readBoardFilter(context.weft, filters)
  const conditions = [...scopeConditions(board), ...listConditions(list, lists), ...asked.conditions]
  const sort = list.kind === 'closed' ? 'CLOSED_AT_DESC' : 'RELATIVE_POSITION_ASC'
  return filteredIssuesPage(
    context,
    scope,
    { filter: { ...asked.filter, state: stateOf(list) }, conditions },
    { ...args, sort },
  )
}

/** Like `scopeOf`, for all lists of a query together. */
async function scopeOfNode(context: GraphqlContext, board: BoardNode): Promise<IssueScope | null> {
  const { namespaceId: id, namespaceKind, namespacePath: fullPath } = board
  if (namespaceKind === 'group') return { kind: 'group', id, fullPath, withArchived: false }
  const node = await placeNode(context, id)
  const project = node && (await loadIfAllowed(context.weft, 'project:read-issues', knownProject, node))
  return project && { kind: 'project', project }
}

const BoardListConnection = connectionOf(BoardList, { count: 'nullable' })

export const Board = builder.objectRef<BoardNode>('Board').implement({
  description: 'An issue board of a project or group.',
  fields: t => ({
    id: t.field({ type: 'BoardID', nullable: false, resolve: board => gid('Board', board.id) }),
    name: t.exposeString('name'),
    hideBacklogList: t.exposeBoolean('hideBacklogList'),
    hideClosedList: t.exposeBoolean('hideClosedList'),
    weight: t.exposeInt('weight'),
    assignee: t.field({
      type: UserCore,
      resolve: (board, _args, context) => (board.assigneeId === null ? null : userNode(context, board.assigneeId)),
    }),
    milestone: t.field({
      type: Milestone,
      resolve: (board, _args, context) =>
        board.milestoneId === null ? null : milestoneNode(context, board.milestoneId),
    }),
    iteration: t.field({
      type: Iteration,
      resolve: (board, _args, context) =>
        board.iterationId === null ? null : iterationNode(context, board.iterationId),
    }),
    labels: t.field({
      type: [Label],
      nullable: { list: true, items: true },
      resolve: (board, _args, context) => labelsOfBoard(context, board),
    }),
    lists: t.field({
      type: BoardListConnection,
      args: { ...pageArgs, id: t.arg({ type: 'ListID' }), issueFilters: t.arg({ type: BoardIssueInput }) },
      resolve: async (board, { id, issueFilters, ...args }, context) => {
        const lists = (await listsOfBoard(context, board.id)).filter(list => id == null || list.id === id)
        return pageOfList<BoardListNode>(
          context,
          args,
          lists.map(list => ({ ...list, issueFilters })),
          list => list.id,
        )
      },
    }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: board => board.createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: board => board.updatedAt }),
    webPath: t.string({ nullable: false, resolve: boardPath }),
    webUrl: t.string({
      nullable: false,
      resolve: (board, _args, { weft }) => `${weft.services.settings.externalUrl}${boardPath(board)}`,
    }),
  }),
})

const boardPath = ({ namespaceKind, namespacePath, id }: BoardRow): string =>
  `${namespaceKind === 'group' ? '/groups' : ''}/${namespacePath}/-/boards/${id}`

const BoardConnection = connectionOf(Board, { count: 'nullable' })

/** The boards of projects and groups. @source graphql.md 5 */
export function boardsFields(): void {
  for (const place of [Project, Group]) {
    builder.objectFields(place, t => ({
      board: t.field({
        type: Board,
        description: 'Get a board by its ID.',
        args: { id: t.arg({ type: 'BoardID', required: true }) },
        resolve: async (node, { id }, context) => {
          const board = await boardNode(context, id)
          return board?.namespaceId === node.id ? board : null
        },
      }),
      boards: t.field({
        type: BoardConnection,
        description: 'Boards, sorted by name.',
        args: { ...pageArgs, id: t.arg({ type: 'BoardID' }) },
        resolve: (node, args, context) => boardsPage(context, node, args),
      }),
    }))
  }
  builder.queryField('boardList', t =>
    t.field({
      type: BoardList,
      description: 'Get a list of an issue board.',
      args: { id: t.arg({ type: 'ListID', required: true }), issueFilters: t.arg({ type: BoardIssueInput }) },
      resolve: async (_root, { id, issueFilters }, context) => {
        const list = await boardListNode(context, id)
        return list && { ...list, issueFilters }
      },
    }),
  )
}

function boardsPage(
  context: GraphqlContext,
  node: PlaceNode,
  { id, ...args }: PageArgs & { readonly id?: number | null | undefined },
) {
  if (!may(context.weft.actor, 'board:read', node.facts)) return null
  return pageOfRows<BoardNode>(context, args, {
    columns: nodeColumns(context.weft),
    from: boardTables,
    where: sql`b.namespace_id = ${node.id} ${id == null ? sql`` : sql`and b.id = ${id}`}`,
    keys: [
      { value: naturally(sql`b.name`), type: 'text', direction: 'asc' },
      { value: sql`b.id`, type: 'bigint', direction: 'asc' },
    ],
  })
}
