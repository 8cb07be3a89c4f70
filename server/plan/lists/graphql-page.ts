import { type RawBuilder, sql } from 'kysely'
import { plainOrders } from '#contract/plan/attributes/plain-shapes.ts'
import type { Context } from '#server/context.ts'
import { batch } from '#server/graphql/batch.ts'
import { dateSorts } from '#server/graphql/builder.ts'
import { type Page, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { rowsOfStep } from '#server/graphql/same-step.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { countIssues } from './counts.ts'
import type { IssueFilter } from './filter.ts'
import type { ReadFilter } from './graphql-filter.ts'
import { narrowed } from './narrow.ts'
import { type IssueOrder, keysOf } from './order.ts'
import { countOf, issueRows, seenEpics } from './rows.ts'
import type { IssueScope } from './where.ts'

/** The orders by their words in sorts. */
export const sortOrders: Readonly<Record<string, IssueOrder>> = {
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
  // Orders of saved views, which GitLab's schema does not have.
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

/** The limit of counting rows without a stored counter. */
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
  const id: SortKey = { value: sql`i.id`, type: 'bigint', direction: 'desc' }
  const moment = moments[name]
  if (moment !== undefined)
    return { known: null, keys: [{ value: moment, type: 'timestamptz', direction, isNullable: true }, id] }
  if (name === 'CLOSED_AT') {
    const key: SortKey = { value: sql`i.closed_at`, type: 'timestamptz', direction, isNullable: true }
    return { known: null, indexed: sql`and i.closed_at is not null`, keys: [key, id] }
  }
  const order = sortOrders[name] ?? 'created_at'
  return { known: { order, sort: direction }, keys: keysOf(order, direction, seenEpics(ctx)) }
}

interface Listed {
  readonly columns: RawBuilder<unknown>
  /** The joins of the tables that the columns read, from `issuables i` on. */
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
  // If no key can be null, the same index has the reverse order.
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

/** The numbers of issues by state, whatever state the filter has. */
export function countsByState(context: GraphqlContext, scope: IssueScope, { filter, conditions }: ReadFilter) {
  const { state: _state, ...stateless } = filter
  return countIssues(context.weft, scope, stateless, countLimit, conditions)
}
