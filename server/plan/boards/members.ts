import { type RawBuilder, sql } from 'kysely'
import { cardsPerList } from '#contract/plan/board-cards.ts'
import type { Context } from '#server/context.ts'
import type { IssueFilter } from '#server/plan/issues/list/filter.ts'
import { narrowed } from '#server/plan/issues/list/narrow.ts'
import { countOf, type IssueRows, issueRows } from '#server/plan/issues/list/rows.ts'
import type { IssueScope } from '#server/plan/issues/list/where.ts'
import { backlogConditions, scopeConditions } from './conditions.ts'
import { type BoardRow, listsOf } from './find.ts'

/** Issues that are not gathered are counted up to this number. */
export const countLimit = 1001
/** Above this number of open issues, only the issues of added lists are gathered, this many at most. */
const mostGathered = 50_000

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
  /** The members lack the issues of the backlog. */
  readonly isLarge: boolean
  readonly closed: {
    /** `from ... where` of all of them, as `i`. */
    readonly every: RawBuilder<unknown>
    readonly count: RawBuilder<number>
  }
}

interface Shown {
  /** How many cards a list shows, by its id. */
  readonly sizes?: ReadonlyMap<number, number>
  /** What the filter cannot say, over `issuables i`. */
  readonly conditions?: readonly RawBuilder<unknown>[]
}

/** The issues of a board that match a filter and that the actor can see, by list. */
export async function membersOf(
  ctx: Context,
  scope: IssueScope,
  board: BoardRow,
  asked: IssueFilter,
  { sizes = new Map(), conditions = [] }: Shown = {},
): Promise<BoardMembers> {
  const [{ filter }, isLarge] = await Promise.all([narrowed(ctx, scope, asked), isLargePlace(ctx, board)])
  const within = [...scopeConditions(board), ...conditions]
  const issues = issueRows(ctx, scope, filter, within)
  const isApart = isLarge && filter.ids === undefined
  const parts = isApart
    ? await partsOfLarge(ctx, scope, board, { filter, within, sizes })
    : partsOfSmall(scope, issues)
  return {
    shared: issues.shared,
    parts,
    filter,
    isLarge: isApart,
    closed: { every: issues.every('closed'), count: countOf(issues, 'closed', countLimit) },
  }
}

async function isLargePlace(ctx: Context, { namespaceId }: BoardRow): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(p.open_issues_count), 0)::bigint as count from namespaces n join projects p on p.id = n.id
    where n.ancestor_ids @> array[${namespaceId}]::bigint[]`.execute(ctx.db)
  return (rows[0]?.count ?? 0) > mostGathered
}

/** Open issues are gathered once for all lists. */
const partsOfSmall = (scope: IssueScope, issues: IssueRows): RawBuilder<unknown> => sql`
    gathered_open as materialized (${gathered(scope, issues.every('opened'))}),
    added as materialized (${inAddedLists}),
    members as (select * from added union all ${inBacklog}),
    backlog as (select list_id, id, 0::bigint as place from members where false),
    sums as materialized (${sums})`

const needed = sql`i.id, i.relative_position, i.weight, i.milestone_id, i.iteration_id, i.parent_id`

/** The open issues with the columns that assign them to lists. A walk over many projects selects only the columns of its sort orders. */
const gathered = (scope: IssueScope, every: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope.kind === 'project'
    ? sql`select ${needed} ${every}`
    : sql`select ${needed} from (select i.id ${every}) o join issuables i on i.id = o.id`

const member = sql`l.id as list_id, g.id, g.relative_position, g.weight, g.parent_id`

const inAddedLists = sql`
  select ${member} from lists l join issuable_labels x on x.label_id = l.label_id join gathered_open g on g.id = x.issuable_id
  union all select ${member} from lists l join issuable_assignees x on x.user_id = l.assignee_id join gathered_open g on g.id = x.issuable_id
  union all select ${member} from lists l join gathered_open g on g.milestone_id = l.milestone_id
  union all select ${member} from lists l join gathered_open g on g.iteration_id = l.iteration_id`

const inBacklog = sql`select ${member} from lists l cross join gathered_open g
  where l.kind = 'backlog' and not exists (select 1 from added a where a.id = g.id)`

const sums = sql`select list_id, count(*) as count, coalesce(sum(weight), 0)::bigint as weight from members group by list_id`

/** Indexes find what is in the lists that people added; the backlog is walked along the manual order. */
async function partsOfLarge(
  ctx: Context,
  scope: IssueScope,
  board: BoardRow,
  { filter, within, sizes }: Sought & { readonly sizes: ReadonlyMap<number, number> },
): Promise<RawBuilder<unknown>> {
  const lists = await listsOf(ctx, board.id)
  const backlogId = lists.find(list => list.kind === 'backlog')?.id ?? 0
  const size = sizes.get(backlogId) ?? cardsPerList.first
  const open = { ...filter, state: 'opened' } as const
  const rest = issueRows(ctx, scope, open, [...within, ...backlogConditions(lists)])
  const walk = { order: 'relative_position', sort: 'asc', limit: sql`limit ${sql.lit(size)}`, reach: size } as const
  return sql`
    listed as materialized (${listed}),
    gathered_open as materialized (${gatheredListed(ctx, scope, { filter, within })}),
    added as materialized (${inAddedLists}),
    members as (select * from added),
    backlog as materialized (with ${rest.shared} one as (select 1)
      select ${backlogId}::bigint as list_id, b.id, row_number() over (order by b.relative_position nulls last, b.id desc) as place
      from (select i.id, i.relative_position ${rest.page(walk)}) b),
    backlog_count as materialized (with ${rest.shared} one as (select 1) select ${countOf(rest, 'opened', countLimit)} as count from one),
    sums as materialized (${sums} union all select ${backlogId}::bigint, count, null from backlog_count)`
}

/** The ids of the issues in added lists, in any project. */
const listed: RawBuilder<unknown> = sql`select distinct id from (
    select x.issuable_id as id from lists l join issuable_labels x on x.label_id = l.label_id and x.series = 'issue' and x.state = 'opened'
    union all select x.issuable_id from lists l join issuable_assignees x on x.user_id = l.assignee_id and x.series = 'issue' and x.state = 'opened'
    union all select x.id from lists l join issuables x on x.milestone_id = l.milestone_id and x.series = 'issue' and x.state = 'opened'
    union all select x.id from lists l join issuables x on x.iteration_id = l.iteration_id and x.series = 'issue' and x.state = 'opened'
    limit ${sql.lit(mostGathered)}) found`

interface Sought {
  readonly filter: IssueFilter
  /** Conditions on `issuables i`. */
  readonly within: readonly RawBuilder<unknown>[]
}

function gatheredListed(ctx: Context, scope: IssueScope, { filter, within }: Sought): RawBuilder<unknown> {
  if (scope.kind === 'project') {
    const one = issueRows(ctx, scope, filter, [...within, sql`i.id = d.id`])
    return sql`select i.* from listed d cross join lateral (select ${needed} ${one.every('opened')} limit 1) i`
  }
  const among = issueRows(ctx, scope, { ...filter, among: sql`select id from listed` }, within)
  return sql`with ${among.shared} one as (select 1) ${gathered(scope, among.every('opened'))}`
}
