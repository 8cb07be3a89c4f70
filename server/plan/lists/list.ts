import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type CursorValues, cursorColumn, isAfter, orderOf, writeCursor } from '#server/platform/sql/keyset.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import type { IssueFilter } from './filter.ts'
import { narrowed, searchCountLimit } from './narrow.ts'
import { type IssueOrder, isKeyed, keysOf } from './order.ts'
import { countOf, type IssueRows, issueRows } from './rows.ts'
import { ofEveryState } from './walk.ts'
import type { OtherOrder, Walk } from './walk-parts.ts'
import { type IssueScope, issuesWhere } from './where.ts'

export interface ListOptions extends Paging {
  readonly orderBy?: IssueOrder | undefined
  readonly sort?: 'asc' | 'desc' | undefined
  readonly pagination?: 'keyset' | 'legacy' | 'offset' | undefined
  readonly cursor?: string | undefined
  readonly withLabelsDetails?: boolean | undefined
  /** Only the fields of IssueBasic. */
  readonly isBasic?: boolean
}

// Beyond, the contract leaves the total out.
const countLimit = 10_001

/** The namespace in which a reference is read; within its own project it is short anyway. */
export const seenThrough = (scope: IssueScope): { readonly through?: string } =>
  scope.kind === 'project' ? {} : { through: scope.kind === 'group' ? scope.fullPath : '/' }

/** The presentation of a series in a list, and its conditions besides a filter. */
export interface Listed {
  /** An issuable as JSON, over `issuables i` and the joins. */
  readonly json: RawBuilder<string>
  readonly joins: RawBuilder<unknown>
  /** The conditions on `issuables i`. */
  readonly conditions: readonly RawBuilder<unknown>[]
  /** An order that no list of issues has. */
  readonly by?: OtherOrder | undefined
}

/** A page of issuables of the series that the filter says, as the public API has them. */
export async function listIssuables(
  ctx: Context,
  scope: IssueScope,
  asked: IssueFilter,
  options: ListOptions,
  listed: Listed,
): Promise<Paged<never>> {
  const { filter, isMany, counted } = await narrowed(ctx, scope, asked)
  const order = options.orderBy ?? 'created_at'
  const sort = options.sort ?? 'desc'
  if (options.pagination === 'keyset' && isKeyed(order) && scope.kind === 'project' && listed.by === undefined) {
    const where = sql.join([issuesWhere(ctx, scope, filter), ...listed.conditions], sql` and `)
    return pageByKey(ctx, where, listed, order, sort, options)
  }
  const issues = issueRows(ctx, scope, filter, listed.conditions)
  const total = isMany
    ? null
    : totalOf(counted === filter ? issues : issueRows(ctx, scope, counted, listed.conditions), filter)
  const isSearch = filter.search !== undefined
  const isWhole = scope.kind === 'project' && issues.kept !== null
  return pageByNumber(
    ctx,
    { issues, isSearch, isWhole, ordering: { order, sort, by: listed.by }, total },
    listed,
    options,
  )
}

interface ListPageRow {
  readonly items: string
  readonly shown: number
  readonly total: number
}

interface ListRequest {
  readonly issues: IssueRows
  readonly isSearch: boolean
  /** Whether they are all issues of one project. */
  readonly isWhole: boolean
  readonly ordering: Pick<Walk, 'order' | 'sort' | 'by'>
  /** The number of rows, as far as it was counted; null if it was not. */
  readonly total: Total | null
}

async function pageByNumber(
  ctx: Context,
  { issues, isSearch, isWhole, ordering, total }: ListRequest,
  listed: Listed,
  options: ListOptions,
): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(options)
  const ids = sql`select i.id ${issues.page({ ...ordering, limit: slice(perPage, offset), reach: offset + perPage })}`
  const count = total?.expression ?? sql<number>`0`
  const found = isSearch
    ? await searchedPage(ctx, issues, ids, count, listed)
    : await onePage(ctx, issues, ids, count, listed, isWhole && hasFewForms(perPage, offset, ordering))
  const items = new RawJson(found.items)
  if (total === null || found.total >= total.limit) {
    return Paged.uncounted<never>(items, { page, perPage, hasNext: found.shown === perPage })
  }
  return Paged.offset<never>(items, { page, perPage, total: found.total })
}

async function onePage(
  ctx: Context,
  issues: IssueRows,
  ids: RawBuilder<unknown>,
  count: RawBuilder<number>,
  listed: Listed,
  isPlannedOnce: boolean,
): Promise<ListPageRow> {
  const query = sql<ListPageRow>`
    with ${issues.shared} page as materialized (select id, row_number() over () as place from (${ids}) ordered)
    select ${itemsOf(listed)} as items, (select count(*) from page) as shown, ${count} as total`
  const rows = isPlannedOnce ? await runPlannedOnce(ctx.db, query, false) : (await query.execute(ctx.db)).rows
  return rows[0] ?? { items: '[]', shown: 0, total: 0 }
}

/**
 * A search is planned anew each time, by its words; the columns of the issues that it finds take much longer to plan.
 */
async function searchedPage(
  ctx: Context,
  issues: IssueRows,
  ids: RawBuilder<unknown>,
  count: RawBuilder<number>,
  listed: Listed,
): Promise<ListPageRow> {
  const { rows } = await sql<{ ids: readonly number[]; total: number }>`
    with ${issues.shared} page as materialized (select id, row_number() over () as place from (${ids}) ordered)
    select array(select id from page order by place) as ids, ${count} as total`.execute(ctx.db)
  const found = rows[0] ?? { ids: [], total: 0 }
  // An issue may have become confidential, or gone, since it was found.
  const [shown] = await runPlannedOnce(
    ctx.db,
    sql<{ items: string }>`
      with page as materialized (select id, place from unnest(${[...found.ids]}::bigint[]) with ordinality page (id, place))
      select ${itemsOf(listed, issues.readable)} as items`,
    false,
  )
  return { items: shown?.items ?? '[]', shown: found.ids.length, total: found.total }
}

/** The issues of `page`, by `id` and `place`, that a condition on `issuables i` lets through. */
const itemsOf = ({ json, joins }: Listed, condition: RawBuilder<unknown> = sql`true`): RawBuilder<string> =>
  sql`coalesce((select '[' || string_agg(${json}, ',' order by page.place) || ']'
    from page join issuables i on i.id = page.id ${joins} where ${condition}), '[]')`

interface Total {
  readonly expression: RawBuilder<number>
  /** The limit of counting. */
  readonly limit: number
}

/** The kept counters answer where nothing is filtered and nothing hidden from the actor; else rows are counted to a limit. */
function totalOf(issues: IssueRows, filter: IssueFilter): Total {
  const limit = filter.search === undefined ? countLimit : searchCountLimit
  return {
    expression: countOf(issues, filter.state, limit),
    limit: issues.kept === null ? limit : Number.POSITIVE_INFINITY,
  }
}

// The sizes that clients use. PostgreSQL keeps one plan for a statement only when it can foresee how little is read, so for
// these the number stands in the text; planning anew costs more than the rows.
const usualSizes = new Set([20, 25, 50, 100])

/** Whether the text of the statement of a page of a whole project is one of few: in most orders it contains the end of the page. */
const hasFewForms = (perPage: number, offset: number, { order }: ListRequest['ordering']): boolean =>
  usualSizes.has(perPage) && (offset === 0 || ofEveryState.has(order))

function slice(limit: number, offset: number): RawBuilder<unknown> {
  const isUsual = usualSizes.has(limit) || usualSizes.has(limit - 1)
  const size = isUsual ? sql.lit(limit) : sql`${limit}`
  return offset === 0 ? sql`limit ${size}` : sql`limit ${size} offset ${offset}`
}

async function pageByKey(
  ctx: Context,
  where: RawBuilder<unknown>,
  { json, joins }: Listed,
  order: IssueOrder,
  sort: 'asc' | 'desc',
  options: ListOptions,
): Promise<Paged<never>> {
  const { perPage } = pageOf(options)
  const keys = keysOf(order, sort)
  const start = options.cursor === undefined ? sql`` : sql`and ${isAfter(keys, options.cursor)}`
  const { rows } = await sql<{ items: string; count: number; cursor: CursorValues | null }>`
    with page as materialized (
      select id, cursor, row_number() over () as place from (select i.id, ${cursorColumn(keys)} as cursor
        from issuables i where ${where} ${start} order by ${orderOf(keys)} ${slice(perPage + 1, 0)}) ordered
    )
    select coalesce((select '[' || string_agg(${json}, ',' order by page.place) || ']'
      from page join issuables i on i.id = page.id ${joins} where page.place <= ${perPage}), '[]') as items,
      (select count(*) from page) as count, (select cursor from page where place = ${perPage}) as cursor`.execute(
    ctx.db,
  )
  const { items = '[]', count = 0, cursor = null } = rows[0] ?? {}
  const next = cursor === null || count <= perPage ? null : { pagination: 'keyset', cursor: writeCursor(cursor) }
  return Paged.keyset<never>(new RawJson(items), { perPage, next })
}
