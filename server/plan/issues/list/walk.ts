import { type RawBuilder, sql } from 'kysely'
import { sortedNames } from '#contract/plan/plain-attributes.ts'
import { plainOrders } from '#contract/plan/plain-shapes.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { valueColumns } from '#server/plan/issuables/all-attributes.ts'
import { type IssueFilter, isPlain } from './filter.ts'
import { type IssueOrder, orderBy } from './order.ts'
import { type IssueScope, issuesWhere, projectsOf } from './where.ts'

/** Orders in which each project has its issues at hand. */
const indexed: ReadonlySet<IssueOrder> = new Set(['created_at', 'updated_at', 'popularity', 'title', ...plainOrders])

const sortedValues = valueColumns(sortedNames)

interface Walk {
  readonly order: IssueOrder
  readonly sort: 'asc' | 'desc'
  /** Behind which row the walk begins; empty for the first. */
  readonly start?: RawBuilder<unknown>
  /** Inserted as text where the number is a usual one, so that plans are kept. */
  readonly limit: RawBuilder<unknown>
  /** Of rows to pass over, and then to take. */
  readonly reach: number
}

/**
 * `from ... where ... order by ... limit` of a page of issues, as `issuables i` with the columns that orders look at.
 *
 * The issues of a group are walked project by project along its index, and the first of each are put in order: what is
 * sorted never is more than a page a project, however many issues there are.
 */
export function walk(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter,
  { order, sort, start = sql``, limit, reach }: Walk,
): RawBuilder<unknown> {
  const ordering = orderBy(order, sort)
  // A filter may have a quicker way than along the order.
  if (scope.kind !== 'group' || !indexed.has(order) || !isPlain(filter)) {
    return sql`from issuables i where ${issuesWhere(ctx, scope, filter)} ${start} order by ${ordering} ${limit}`
  }
  return sql`from (select wn.id from namespaces wn where ${projectsOf(scope, 'wn')} and ${visibleNamespaces(ctx.actor, 'wn')}) place
    cross join lateral (select i.id, i.created_at, i.updated_at, ${sortedValues}, i.upvotes, i.title from issuables i
      where i.namespace_id = place.id and ${issuesWhere(ctx, { ...scope, kind: 'placed' }, filter)} ${start}
      order by ${ordering} limit ${sql.lit(reach)}) i
    order by ${ordering} ${limit}`
}
