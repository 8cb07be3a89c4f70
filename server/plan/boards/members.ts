import { type RawBuilder, sql } from 'kysely'
import { cardsPerList } from '#contract/plan/boards/board-cards.ts'
import type { BoardListKind } from '#contract/plan/boards/boards.ts'
import type { Context } from '#server/context.ts'
import { positionOf } from '#server/plan/issuables/position.ts'
import { type IssueFilter, isPlain } from '#server/plan/lists/filter.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { countOf, type IssueRows, issueRows } from '#server/plan/lists/rows.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { backlogConditions, scopeConditions } from './conditions.ts'
import { type BoardRow, type ListRow, listsOf } from './find.ts'

/** Issues that are not gathered are counted up to this number. */
export const countLimit = 1001
/**
 * With more open issues than this, a project or group is large: only the newest and the first issues of each added list
 * are read.
 */
const mostGathered = 5_000
/** Issues gathered of an added list in a large place: some more than are counted, because the actor may not see all of them. */
const mostOfList = countLimit + 200
/** The same with a filter, which may leave out most of them. */
const mostFiltered = 20_000

export interface BoardMembers {
  /** Parts of the `with`, before `lists` of the board. */
  readonly shared: RawBuilder<unknown>
  /**
   * Parts of the `with`, behind `lists`: the open issues as `members` of lists, the first ones of the backlog as `backlog` where they
   * are not among the members, and `sums` of lists, whose weight is null where it is not known.
   */
  readonly parts: RawBuilder<unknown>
  /** The filter, narrowed. */
  readonly filter: IssueFilter
  /** Whether the place is so large that the members do not include the backlog. */
  readonly lacksBacklog: boolean
  readonly closed: {
    /** `from ... order by ... limit` of the first ones, as `i`. */
    readonly first: (limit: number) => RawBuilder<unknown>
    readonly count: RawBuilder<number>
  }
}

interface ShownMembers {
  /** The number of cards that a list shows, by its id. */
  readonly sizes?: ReadonlyMap<number, number>
  /** Conditions that the filter cannot express, on `issuables i`. */
  readonly conditions?: readonly RawBuilder<unknown>[]
  /**
   * The values read ahead for many boards together: the filter, narrowed; whether the place is large; and the lists of
   * the board.
   */
  readonly known?: {
    readonly filter: IssueFilter
    readonly isLarge: boolean
    readonly lists: readonly ListRow[]
  }
}

/** The issues of a board that match a filter and that the actor can see, by list. */
export async function membersOf(
  ctx: Context,
  scope: IssueScope,
  board: BoardRow,
  asked: IssueFilter,
  { sizes = new Map(), conditions = [], known }: ShownMembers = {},
): Promise<BoardMembers> {
  const [{ filter }, isLarge] =
    known === undefined
      ? await Promise.all([
          narrowed(ctx, scope, asked),
          largePlaces(ctx, [board.namespaceId]).then(found => found.has(board.namespaceId)),
        ])
      : [known, known.isLarge]
  const within = [...scopeConditions(board), ...conditions]
  const issues = issueRows(ctx, scope, filter, within)
  const closed = issueRows(ctx, scope, { ...filter, state: 'closed' }, within)
  const lacksBacklog = isLarge && filter.ids === undefined
  const parts = lacksBacklog
    ? partsOfLarge(ctx, scope, known?.lists ?? (await listsOf(ctx, board.id)), { filter, within, sizes })
    : partsOfSmall(scope, issues)
  return {
    shared: issues.shared,
    parts,
    filter,
    lacksBacklog,
    closed: { first: limit => firstClosed(closed, limit), count: countOf(issues, 'closed', countLimit) },
  }
}

export const byClosing = sql`i.closed_at desc, i.id desc`

/** `from ... order by ... limit` of the issues that were closed last, as `i`. */
export const firstClosed = (issues: IssueRows, limit: number): RawBuilder<unknown> =>
  issues.page({
    order: 'created_at',
    sort: 'desc',
    by: { ordering: byClosing, indexed: sql`and i.closed_at is not null`, moment: sql`i.closed_at` },
    limit: sql`limit ${sql.lit(limit)}`,
    reach: limit,
  })

/** The namespaces, of the given projects and groups, that have many open issues. */
export async function largePlaces(ctx: Context, namespaceIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select g.id from unnest(${[...namespaceIds]}::bigint[]) g (id)
    where (select coalesce(sum(p.open_issues_count), 0) from namespaces n join projects p on p.id = n.id
      where n.ancestor_ids @> array[g.id]) > ${sql.lit(mostGathered)}`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

/** Open issues are gathered once for all lists. */
const partsOfSmall = (scope: IssueScope, issues: IssueRows): RawBuilder<unknown> => sql`
    gathered_open as materialized (${gathered(scope, issues.every('opened'))}),
    added as materialized (${inAddedLists(sql`gathered_open`)}),
    members as (select * from added union all ${inBacklog}),
    backlog as (select list_id, id, 0::bigint as place from members where false),
    sums as materialized (${sums})`

/** The columns of `issuables i` that assign issues to lists. */
export const needed = sql`i.id, ${positionOf('i')} as position, i.weight, i.milestone_id, i.iteration_id, i.parent_id`

/** The open issues with these columns. A walk over many projects selects only the columns of its sort orders. */
const gathered = (scope: IssueScope, every: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope.kind === 'project'
    ? sql`select ${needed} ${every}`
    : sql`select ${needed} from (select i.id ${every}) o join issuables i on i.id = o.id`

const member = sql`l.id as list_id, g.id, g.position, g.weight, g.parent_id, g.milestone_id`

/**
 * The issues of a part of the `with` that are in the added lists. @param gathered  the part, which has the `needed`
 * columns
 */
export const inAddedLists = (gathered: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${member} from lists l join issuable_labels x on x.label_id = l.label_id join ${gathered} g on g.id = x.issuable_id
  union all select ${member} from lists l join issuable_assignees x on x.user_id = l.assignee_id join ${gathered} g on g.id = x.issuable_id
  union all select ${member} from lists l join ${gathered} g on g.milestone_id = l.milestone_id
  union all select ${member} from lists l join ${gathered} g on g.iteration_id = l.iteration_id`

const inBacklog = sql`select ${member} from lists l cross join gathered_open g
  where l.kind = 'backlog' and not exists (select 1 from added a where a.id = g.id)`

const sums = sql`select list_id, count(*) as count, coalesce(sum(weight), 0)::bigint as weight from members group by list_id`

/** The same for a large place, where counting stops at `countLimit`. */
const limitedSums = sql`select list_id, least(count(*), ${sql.lit(countLimit)}) as count,
  case when count(*) < ${sql.lit(countLimit)} then coalesce(sum(weight), 0)::bigint end as weight from members group by list_id`

/** Indexes find the newest issues of added lists, and those that were moved to the front; the backlog is read along the manual order. */
function partsOfLarge(
  ctx: Context,
  scope: IssueScope,
  lists: readonly ListRow[],
  { filter, within, sizes }: Sought & { readonly sizes: ReadonlyMap<number, number> },
): RawBuilder<unknown> {
  const backlogId = lists.find(list => list.kind === 'backlog')?.id ?? 0
  const size = sizes.get(backlogId) ?? cardsPerList.first
  const largest = Math.max(cardsPerList.first, ...sizes.values())
  const isWhole = isPlain(filter) && within.length === 0
  const open = { ...filter, state: 'opened' } as const
  const rest = issueRows(ctx, scope, open, [...within, ...backlogConditions(lists)])
  const walk = { order: 'relative_position', sort: 'asc', limit: sql`limit ${sql.lit(size)}`, reach: size } as const
  return sql`
    listed as materialized (${listed(scope, isWhole ? { newest: mostOfList, first: 2 * largest } : { newest: mostFiltered, first: cardsPerList.most })}),
    gathered_open as materialized (${gatheredListed(ctx, scope, { filter, within })}),
    members as materialized (select d.list_id, g.id, g.position, g.weight, g.parent_id, g.milestone_id from listed d join gathered_open g on g.id = d.id),
    backlog as materialized (with ${rest.shared} one as (select 1)
      select ${backlogId}::bigint as list_id, b.id, row_number() over (order by b.position, b.id desc) as place
      from (select i.id, ${positionOf('i')} as position ${rest.page(walk)}) b),
    backlog_count as materialized (with ${rest.shared} one as (select 1) select ${countOf(rest, 'opened', countLimit)} as count from one),
    sums as materialized (${limitedSums} union all select ${backlogId}::bigint, count, null from backlog_count)`
}

/**
 * A select of list_id and id: the newest issues of each added list, and the first of those that have been moved. Issues
 * that were never moved are in the order of their ids, so both together contain the first issues of each list. A list
 * with fewer of the newest than the limit is complete.
 *
 * @param most  the most issues of each kind per list
 */
function listed(scope: IssueScope, most: { readonly newest: number; readonly first: number }): RawBuilder<unknown> {
  const places = scope.kind === 'project' ? sql`(select ${scope.project.id}::bigint as id) p` : sql`places p`
  const limit = sql`limit ${sql.lit(most.newest)}`
  /** An index has them by project. @param within  the places that may have some */
  const newestByPlace = (
    kind: BoardListKind,
    rows: RawBuilder<unknown>,
    within = sql`select p.id from ${places}`,
    lists = sql`lists l`,
  ) =>
    sql`select l.id as list_id, f.id from ${lists} cross join lateral (select x.id from (${within}) p cross join lateral (
        select x.issuable_id as id from ${rows} and x.namespace_id = p.id order by x.issuable_id desc ${limit}) x
      order by x.id desc ${limit}) f where l.kind = ${kind}`
  /** An index has them by their ids, whatever their project. */
  const newestById = (kind: BoardListKind, condition: RawBuilder<unknown>) =>
    sql`select l.id as list_id, f.id from lists l cross join lateral (select x.id from issuables x
      where ${condition} and ${isOpen} and x.namespace_id in (select p.id from ${places}) order by x.id desc ${limit}) f where l.kind = ${kind}`
  const firstOf = (
    kind: BoardListKind,
    condition: RawBuilder<unknown>,
    within = sql`select p.id from ${places}`,
    lists = sql`lists l`,
  ) =>
    sql`select l.id as list_id, f.id from ${lists} cross join lateral (select x.id from (${within}) p cross join lateral (
        select i.id, i.relative_position from issuables i where i.namespace_id = p.id and i.series = 'issue' and i.state = 'opened'
          and i.relative_position is not null and ${condition} order by i.relative_position, i.id desc limit ${sql.lit(most.first)}) x
      order by x.relative_position, x.id desc limit ${sql.lit(most.first)}) f where l.kind = ${kind} and l.id in (select list_id from cut_off)`
  const isOpen = sql`x.series = 'issue' and x.state = 'opened'`
  // A label of a project is on issues of that project alone.
  const listsOfLabels = sql`select l.id, l.kind, l.label_id, n.id as owner_id, n.kind as owner_kind
    from lists l join labels b on b.id = l.label_id join namespaces n on n.id = b.namespace_id`
  const placesOfLabel = sql`select p.id from ${places} where l.owner_kind <> 'project'
    union all select p.id from ${places} where p.id = l.owner_id`
  return sql`select distinct list_id, id from (
    with newest as materialized (${newestByPlace('label', sql`issuable_labels x where x.label_id = l.label_id and ${isOpen}`, placesOfLabel, sql`(${listsOfLabels}) l`)}
      union all ${newestByPlace('assignee', sql`issuable_assignees x where x.user_id = l.assignee_id and ${isOpen}`)}
      union all ${newestById('milestone', sql`x.milestone_id = l.milestone_id`)}
      union all ${newestById('iteration', sql`x.iteration_id = l.iteration_id`)}),
    cut_off as materialized (select list_id from newest group by list_id having count(*) >= ${sql.lit(most.newest)})
    select list_id, id from newest
    union all ${firstOf('label', sql`exists (select 1 from issuable_labels f where f.issuable_id = i.id and f.label_id = l.label_id)`, placesOfLabel, sql`(${listsOfLabels}) l`)}
    union all ${firstOf('assignee', sql`exists (select 1 from issuable_assignees f where f.issuable_id = i.id and f.user_id = l.assignee_id)`)}
    union all ${firstOf('milestone', sql`i.milestone_id = l.milestone_id`)}
    union all ${firstOf('iteration', sql`i.iteration_id = l.iteration_id`)}) found`
}

interface Sought {
  readonly filter: IssueFilter
  /** Conditions on `issuables i`. */
  readonly within: readonly RawBuilder<unknown>[]
}

function gatheredListed(ctx: Context, scope: IssueScope, { filter, within }: Sought): RawBuilder<unknown> {
  if (scope.kind === 'project') {
    const one = issueRows(ctx, scope, filter, [...within, sql`i.id = d.id`])
    return sql`select i.* from (select distinct id from listed) d cross join lateral (select ${needed} ${one.every('opened')} limit 1) i`
  }
  const among = issueRows(ctx, scope, { ...filter, among: sql`select distinct id from listed` }, within)
  return sql`with ${among.shared} one as (select 1) ${gathered(scope, among.every('opened'))}`
}
