import { type RawBuilder, sql } from 'kysely'
import { plainOrders } from '#contract/plan/attributes/plain-shapes.ts'
import type { getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Group, knownProject, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder, dateSorts, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type Page, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { asInt } from '#server/graphql/int.ts'
import { addReadAhead } from '#server/graphql/read-ahead.ts'
import { rowsOfStep } from '#server/graphql/same-step.ts'
import {
  Issue,
  type IssueNode,
  issueColumns,
  issueNode,
  issueOfProject,
  readIssueAhead,
} from '#server/plan/issuables/fields/issue-node.ts'
import { linkFields } from '#server/plan/links/fields.ts'
import { countIssues } from '#server/plan/lists/counts.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import {
  type AskedIssues,
  issueFilterArgs,
  type ReadFilter,
  readFilter,
  stateArg,
} from '#server/plan/lists/graphql-filter.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { type IssueOrder, orderingOf } from '#server/plan/lists/order.ts'
import { countOf, issueRows, seenEpics } from '#server/plan/lists/rows.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { viewArgs, viewedFilter } from '#server/plan/saved-views/view-args.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'

const sorts: Readonly<Record<string, IssueOrder>> = {
  BLOCKING_ISSUES: 'blocking_issues',
  CREATED: 'created_at',
  UPDATED: 'updated_at',
  LABEL_PRIORITY: 'label_priority',
  MILESTONE_DUE: 'milestone_due',
  POPULARITY: 'popularity',
  PRIORITY: 'priority',
  PUBLISHED: 'published',
  RELATIVE_POSITION: 'relative_position',
  TITLE: 'title',
  // Those of saved views, which GitLab's schema does not have.
  COMMENTS: 'comments',
  ITERATION: 'iteration',
  TIME_ESTIMATE: 'time_estimate',
  TIME_SPENT: 'time_spent',
  TASKS: 'tasks',
  AUTHOR: 'author',
  ASSIGNEE: 'assignee',
  EPIC: 'epic',
  ...Object.fromEntries(plainOrders.map(order => [order.toUpperCase(), order])),
}

const usualSort = 'created_desc'

/** The sorts of lists of issues and of work items. */
export const issuableSorts: readonly string[] = [
  ...[
    'BLOCKING_ISSUES',
    'CLOSED_AT',
    ...plainOrders.map(order => order.toUpperCase()),
    'LABEL_PRIORITY',
    'MILESTONE_DUE',
    'POPULARITY',
    'PRIORITY',
    'TITLE',
  ].flatMap(name => [`${name}_ASC`, `${name}_DESC`]),
  'RELATIVE_POSITION_ASC',
  ...dateSorts,
]

export const IssueSort = builder.enumType('IssueSort', {
  values: words([...issuableSorts, 'PUBLISHED_ASC', 'PUBLISHED_DESC']),
})

/** Where counting stops what no counter keeps. */
const countLimit = 1_000_000

interface ListOrder {
  /** Null where no index of a project has the order. */
  readonly known: { readonly order: IssueOrder; readonly sort: 'asc' | 'desc' } | null
  /** The rows that an index over all projects has in it (`OtherOrder`). */
  readonly indexed?: RawBuilder<unknown>
  readonly keys: readonly SortKey[]
}

export function orderOf(
  ctx: Context,
  sort: string | null | undefined,
  moments: NonNullable<Listed['moments']> = {},
): ListOrder {
  const [, name = 'CREATED', word = 'DESC'] = /^(\w+)_(ASC|DESC)$/.exec((sort ?? 'CREATED_DESC').toUpperCase()) ?? []
  const direction = word === 'ASC' ? 'asc' : 'desc'
  const id = (way: 'asc' | 'desc'): SortKey => ({ value: sql`i.id`, type: 'bigint', direction: way })
  const moment = moments[name]
  if (moment !== undefined)
    return { known: null, keys: [{ value: moment, type: 'timestamptz', direction, isNullable: true }, id('desc')] }
  if (name === 'CLOSED_AT') {
    const key: SortKey = { value: sql`i.closed_at`, type: 'timestamptz', direction, isNullable: true }
    return { known: null, indexed: sql`and i.closed_at is not null`, keys: [key, id('desc')] }
  }
  const order = sorts[name] ?? 'created_at'
  const { key, type, isNullable, direction: way, idDirection } = orderingOf(order, direction, seenEpics(ctx))
  const second = orderingOf('label_priority', direction)
  return {
    known: { order, sort: direction },
    keys: [
      { value: key, type, direction: way, isNullable },
      ...(order === 'priority'
        ? [{ value: second.key, type: second.type, direction: second.direction, isNullable: true }]
        : []),
      id(idDirection),
    ],
  }
}

interface IssuePage extends Page<IssueNode> {
  readonly weight: () => Promise<number>
}

const issuesPage = (context: GraphqlContext, scope: IssueScope, asked: AskedIssues & PageArgs): Promise<IssuePage> =>
  filteredIssuesPage(context, scope, readFilter(context.weft, asked), asked)

/** The same with a saved view: arguments of the query override its filters and order. */
async function viewedIssuesPage(
  context: GraphqlContext,
  scope: IssueScope,
  namespaceId: number,
  { savedViewId, ...asked }: AskedIssues & PageArgs & { readonly savedViewId?: number | null | undefined },
): Promise<IssuePage> {
  if (savedViewId == null) return issuesPage(context, scope, asked)
  const view = await viewedFilter<typeof getIssuesPage>(context.weft, namespaceId, ['issue', 'incident'], savedViewId)
  const read = readFilter(context.weft, asked)
  const [word = 'CREATED'] =
    Object.entries({ ...sorts, CLOSED_AT: 'closed_at' }).find(([, order]) => order === view.orderBy) ?? []
  const order = asked.sort == null || asked.sort === usualSort ? `${word}_${view.sort.toUpperCase()}` : asked.sort
  const areIncidents = view.list === 'incident' && { issueType: 'incident' as const }
  const filter = { state: 'opened' as const, ...view.filter, ...areIncidents, ...read.filter }
  return filteredIssuesPage(context, scope, { ...read, filter }, { ...asked, sort: order })
}

/** A page of the issues that a filter and conditions find. */
export async function filteredIssuesPage(
  context: GraphqlContext,
  scope: IssueScope,
  filter: ReadFilter,
  asked: PageArgs & { readonly sort?: string | null | undefined },
): Promise<IssuePage> {
  const { sum, ...page } = await issuablesPage<IssueNode>(context, scope, filter, asked, {
    columns: issueColumns,
    joins: sql`join namespaces n on n.id = i.namespace_id`,
  })
  return { ...page, weight: () => sum(sql`i.weight`) }
}

interface Listed {
  readonly columns: RawBuilder<unknown>
  /** Of the tables that the columns read, from `issuables i` on. */
  readonly joins: RawBuilder<unknown>
  /** Moments on `issuables i` by whose names the list can be sorted besides. */
  readonly moments?: Readonly<Record<string, RawBuilder<unknown>>>
  /** A condition on `issuables i` for rows of another series that the list has too: few, as all of them are compared. */
  readonly others?: RawBuilder<unknown>
}

const numberShape = {}

interface NarrowedKey {
  readonly scope: IssueScope
  readonly filter: Omit<IssueFilter, 'state'>
}

/** Lists that differ in their state only, as those of a board, are narrowed once. */
const narrowedOnce = batch<NarrowedKey, IssueFilter>(
  async (ctx, asked) => {
    const filters = await Promise.all(
      asked.map(async each => [each, (await narrowed(ctx, each.scope, each.filter)).filter] as const),
    )
    const found = new Map(filters)
    return each => found.get(each) ?? each.filter
  },
  ({ scope, filter }) => JSON.stringify([scope.kind === 'project' ? scope.project.id : scope, filter]),
)

async function narrowedFilter(
  context: GraphqlContext,
  scope: IssueScope,
  { state, ...filter }: IssueFilter,
): Promise<IssueFilter> {
  // A select, which has no text of its own, narrows already.
  const narrow =
    filter.among === undefined
      ? await narrowedOnce(context, { scope, filter })
      : (await narrowed(context.weft, scope, filter)).filter
  return { ...narrow, ...(state !== undefined && { state }) }
}

/** A page of issuables of the series that a filter says. One statement, and one more for a search. */
export async function issuablesPage<Node extends object>(
  context: GraphqlContext,
  scope: IssueScope,
  { filter: given, conditions }: ReadFilter,
  asked: PageArgs & { readonly sort?: string | null | undefined },
  { columns, joins, moments = {}, others }: Listed,
): Promise<Page<Node> & { readonly sum: (value: RawBuilder<unknown>) => Promise<number> }> {
  const { weft } = context
  const filter = await narrowedFilter(context, scope, given)
  const issues = issueRows(weft, scope, filter, conditions)
  const { known, indexed, keys } = orderOf(weft, asked.sort, moments)
  // Where nothing is null, the order turned round is an order that the same index has.
  const isReversible = keys.every(({ isNullable, direction }) => !isNullable && direction === keys[0]?.direction)
  const one = async (value: RawBuilder<number>): Promise<number> => {
    const statement = sql`with ${issues.shared} one as (select 1) select (${value})::bigint as value from one`
    const rows = await rowsOfStep<{ readonly value: number }>(context, { statement, shape: numberShape })
    return rows[0]?.value ?? 0
  }
  const countOfOthers = others === undefined ? sql`0` : sql`(select count(*) from issuables i where ${others})`
  const page = await pageOfRows<Node>(context, asked, {
    columns,
    from: ({ start, reach, isBackward, order: by }) => {
      const isKnown = known !== null && (!isBackward || isReversible)
      const { order, sort } = known ?? { order: 'created_at', sort: 'desc' }
      const page = issues.page({
        order,
        sort: isBackward ? (sort === 'asc' ? 'desc' : 'asc') : sort,
        by: isKnown ? undefined : { ordering: by, ...(isBackward ? {} : { indexed }) },
        start,
        limit: sql`limit ${sql.lit(reach)}`,
        reach,
      })
      const more = others === undefined ? sql`` : sql`union all select i.id from issuables i where ${others} ${start}`
      return sql`(with ${issues.shared} page as materialized (select i.id ${page}) select id from page ${more}) page
        join issuables i on i.id = page.id ${joins}`
    },
    keys,
    count: () => one(sql`${countOf(issues, filter.state, countLimit)} + ${countOfOthers}`),
  })
  return {
    ...page,
    sum: value => one(sql<number>`(select coalesce(sum(${value}), 0)::bigint ${issues.every(filter.state)})`),
  }
}

/** The issues of a project, when the actor may look at them at all. */
async function scopeOf(context: GraphqlContext, node: PlaceNode): Promise<IssueScope | null> {
  const project = await loadIfAllowed(context.weft, 'project:read-issues', knownProject, node)
  return project === null ? null : { kind: 'project', project }
}

const groupScope = (node: PlaceNode): IssueScope => ({
  kind: 'group',
  id: node.id,
  fullPath: node.fullPath,
  withArchived: false,
})

const statusCounts = (context: GraphqlContext, scope: IssueScope, asked: AskedIssues) =>
  countsByState(context, scope, readFilter(context.weft, asked))

/** How many there are by state, whatever state the filter asks for. */
export function countsByState(context: GraphqlContext, scope: IssueScope, { filter, conditions }: ReadFilter) {
  const { state: _state, ...stateless } = filter
  return countIssues(context.weft, scope, stateless, countLimit, conditions)
}

export const IssueConnection = connectionOf(Issue, { count: 'always' })

/** The lists of issues of the schema: of a project, a group, and everywhere. */
export function issueListFields(): void {
  linkFields(IssueConnection)
  builder.objectField(IssueConnection, 'weight', t =>
    t.int({
      nullable: false,
      // Every connection of issues is made by issuesPage.
      resolve: async page => asInt((await (page as IssuePage).weight?.()) ?? 0),
    }),
  )
  const StatusCounts = builder
    .objectRef<{ readonly opened: number; readonly closed: number; readonly all: number }>('IssueStatusCountsType')
    .implement({
      description: 'Number of issues by state.',
      fields: t => ({ all: t.exposeInt('all'), closed: t.exposeInt('closed'), opened: t.exposeInt('opened') }),
    })
  const listArgs = builder.args(t => ({
    ...issueFilterArgs,
    state: stateArg(t),
    sort: t.field({ type: IssueSort, defaultValue: usualSort }),
  }))
  addReadAhead({ field: 'issue', argument: 'iid', start: readIssueAhead })
  builder.objectFields(Project, t => ({
    issue: t.field({
      type: Issue,
      args: listArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        if (scope === null) return null
        const { sort: _sort, iid, ...others } = args
        if (typeof iid === 'string' && Object.values(others).every(value => value === null || value === undefined))
          return issueOfProject(context, node, iid)
        return (await issuesPage(context, scope, { ...args, first: 1 })).edges[0]?.node ?? null
      },
    }),
    issues: t.field({
      type: IssueConnection,
      args: { ...pageArgs, ...listArgs, ...viewArgs },
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? emptyPage : viewedIssuesPage(context, scope, node.id, args)
      },
    }),
    issueStatusCounts: t.field({
      type: StatusCounts,
      args: issueFilterArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? null : statusCounts(context, scope, args)
      },
    }),
    openIssuesCount: t.int({
      resolve: async (node, _args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? null : (await statusCounts(context, scope, {})).opened
      },
    }),
  }))
  builder.objectField(Group, 'issues', t =>
    t.field({
      type: IssueConnection,
      args: { ...pageArgs, ...listArgs, ...viewArgs, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (node, args, context) => {
        // A view of a group shows the issues of all its projects.
        const isDeep = args.includeSubgroups || args.savedViewId != null
        return viewedIssuesPage(context, groupScope(node), node.id, isDeep ? args : { ...args, directlyIn: node.id })
      },
    }),
  )
  builder.queryFields(t => ({
    issue: t.field({
      type: Issue,
      description: 'Get an issue by ID.',
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: (_root, args, context) => issueNode(context, args.id),
    }),
    issues: t.field({
      type: IssueConnection,
      description: 'Issues visible to the current user.',
      args: { ...pageArgs, ...listArgs },
      resolve: (_root, args, context) => issuesPage(context, { kind: 'everywhere', withArchived: false }, args),
    }),
  }))
}
