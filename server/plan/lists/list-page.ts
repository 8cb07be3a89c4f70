import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import {
  type CursorValues,
  cursorColumn,
  isAfter,
  isBefore,
  orderOf,
  type SortKey,
  writeCursor,
} from '#server/platform/sql/keyset.ts'
import { neighborsByKey, neighborsByOffset, type PageStart, readPageStart } from '#server/platform/sql/page-cursor.ts'
import { object } from '#server/platform/sql/shape.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { IssueFilter } from './filter.ts'
import { groupedParts, groupedRows, noCursor, shownGroups } from './grouped-page.ts'
import { type Grouping, valueOfKey } from './groups.ts'
import { narrowed } from './narrow.ts'
import { type IssueOrder, isKeyed, keysOf } from './order.ts'
import { countOf, issueRows } from './rows.ts'
import type { OtherOrder, Walk } from './walk-parts.ts'
import type { IssueScope } from './where.ts'

const rowsPerPage = 50
const countLimit = 1000

interface ListOrder {
  readonly order: IssueOrder
  readonly sort: 'asc' | 'desc'
  /** The start of the page, from `next` or `previous` of another page. */
  readonly cursor: string | undefined
}

interface ShownList<State extends string> {
  /** A select of one text: the part above the list. */
  readonly header: RawBuilder<string>
  /** The saved views of the list, as an expression of JSON. */
  readonly views: RawBuilder<string>
  /** The states that are counted for tabs. */
  readonly states: readonly State[]
  /** A row, over `issuables i` and the joins. */
  readonly json: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** The conditions on `issuables i`. */
  readonly conditions: readonly RawBuilder<unknown>[]
  /** An order that no list of issues has: its pages follow one another by number. */
  readonly by?: OtherOrder | undefined
  readonly grouping: Grouping | null
  /** The key of a group, to list only its rows; undefined lists all groups with their first rows. */
  readonly group: string | undefined
}

/** A page of a list by key, in both directions, with the counts of its tabs. One statement, and one more for a search. */
export async function showListPage<State extends 'opened' | 'closed' | 'merged'>(
  ctx: Context,
  scope: IssueScope,
  given: IssueFilter,
  { order, sort, cursor }: ListOrder,
  { header, views, states, json, joins, conditions, by, grouping, group }: ShownList<State>,
) {
  const found = await narrowed(ctx, scope, given)
  const isOfGroup = grouping === null || group === undefined ? [] : [grouping.has(valueOfKey(group))]
  const issuesOf = (filter: IssueFilter) =>
    issueRows(ctx, scope, { ...filter, state: given.state ?? 'opened' }, [...conditions, ...isOfGroup])
  const issues = issuesOf(found.filter)
  const counted = found.counted === found.filter ? issues : issuesOf(found.counted)
  const keys = isKeyed(order) && by === undefined ? keysOf(order, sort) : null
  const isGrouped = grouping !== null && group === undefined
  // The cursor of groups is the offset of the first one.
  const { start, walk } = startOf(cursor, isGrouped ? null : keys)
  const isBack = start.kind === 'before'
  // Backwards the order is reversed, and the rows are put back in order for the page.
  const walked = isBack ? (sort === 'asc' ? 'desc' : 'asc') : sort
  const offset = start.kind === 'offset' ? start.offset : 0
  const grouped = isGrouped ? groupedParts(grouping, offset) : null
  const [skipped, most] = isGrouped ? [0, groupedRows] : [offset, rowsPerPage]
  const counts = Object.fromEntries(states.map(each => [each, countOf(counted, each, countLimit + 1)]))
  const query = sql<ListRow>`
    with ${issues.shared} page as materialized (
      select id, cursor, row_number() over () as place from (select i.id, ${keys === null ? noCursor : cursorColumn(keys)} as cursor
        ${issues.page({
          order,
          sort: walked,
          by,
          ...walk,
          limit: sql`limit ${sql.lit(most + 1)} ${skipped === 0 ? sql`` : sql`offset ${skipped}`}`,
          reach: skipped + most + 1,
        })}) ordered
    ) ${grouped?.ctes ?? sql``}
    select (${header}) as header, ${views} as views,
      coalesce((select '[' || string_agg(${json}::text, ',' order by page.place ${sql.raw(isBack ? 'desc' : 'asc')}) || ']'
        from ${grouped?.rows ?? sql`page`} page join issuables i on i.id = page.id ${joins}
        ${isGrouped ? sql`` : sql`where page.place <= ${sql.lit(rowsPerPage)}`}), '[]') as issues,
      ${grouped?.groups ?? sql`null`} as groups,
      (select count(*) from page) as walked, (select cursor from page where place = 1) as nearest,
      (select cursor from page where place = (select least(count(*), ${rowsPerPage}) from page)) as farthest,
      ${object(counts)} as counts`
  // Without a filter the statement has few forms: planning it takes ten times as long as running it.
  const isPlannedOnce = scope.kind === 'project' && issues.kept !== null && !isGrouped
  const [row] = isPlannedOnce ? await runPlannedOnce(ctx.db, query, false) : (await query.execute(ctx.db)).rows
  if (row === undefined) throw new Error('A list without an answer')
  const isCounted = issues.kept !== null
  const numbers = Object.values(row.counts)
  const all = numbers.reduce((sum, each) => sum + each, 0)
  const countOfState = (state: State) => shownCount(row.counts[state] ?? 0, isCounted)
  return {
    header: row.header === null ? null : new RawJson(row.header),
    counts: {
      // All requested states exist.
      ...(Object.fromEntries(states.map(state => [state, countOfState(state)])) as Record<State, ShownCount>),
      all: shownCount(
        all,
        isCounted,
        numbers.some(each => each > countLimit),
      ),
    },
    views: new RawJson(row.views),
    rows: new RawJson(row.issues),
    ...(row.groups === null
      ? { groups: null, ...neighbors(row, start, keys !== null) }
      : shownGroups(row.groups, { offset, isCut: row.walked > groupedRows })),
  }
}

interface ListRow {
  readonly header: string | null
  readonly views: string
  readonly issues: string
  readonly groups: string | null
  readonly walked: number
  /** The cursors of the first and the last row as they were walked; null without rows or keys. */
  readonly nearest: CursorValues | null
  readonly farthest: CursorValues | null
  readonly counts: Readonly<Record<string, number>>
}

interface ShownCount {
  readonly count: number
  readonly isAtLeast: boolean
}

function shownCount(count: number, isExact: boolean, hasMore = count > countLimit): ShownCount {
  return isExact || !hasMore ? { count, isAtLeast: false } : { count: countLimit, isAtLeast: true }
}

/**
 * The start of a page. An address that was changed by hand, or that has a cursor of another order, shows the list from
 * its beginning.
 *
 * @param keys  null where pages are numbered
 */
function startOf(
  cursor: string | undefined,
  keys: readonly SortKey[] | null,
): { readonly start: PageStart; readonly walk: Pick<Walk, 'start' | 'by'> } {
  try {
    const start = readPageStart(cursor)
    if (start.kind === 'first' || start.kind === 'offset') return { start, walk: {} }
    if (keys === null) return fromBeginning
    if (start.kind === 'after') return { start, walk: { start: sql`and ${isAfter(keys, start.cursor)}` } }
    // Where no key is null, an index has the reverse order.
    const by = keys.some(({ isNullable }) => isNullable) ? { ordering: orderOf(keys, true) } : undefined
    return { start, walk: { start: sql`and ${isBefore(keys, start.cursor)}`, by } }
  } catch (error) {
    if (error instanceof Malformed) return fromBeginning
    throw error
  }
}

const fromBeginning = { start: { kind: 'first' }, walk: {} } as const

function neighbors({ walked, nearest, farthest }: ListRow, start: PageStart, isKeyed: boolean) {
  const hasMore = walked > rowsPerPage
  if (!isKeyed) return neighborsByOffset(start.kind === 'offset' ? start.offset : 0, rowsPerPage, hasMore)
  const [first, last] = start.kind === 'before' ? [farthest, nearest] : [nearest, farthest]
  const edges = first === null || last === null ? null : { first: writeCursor(first), last: writeCursor(last) }
  return neighborsByKey(start, edges, hasMore)
}
