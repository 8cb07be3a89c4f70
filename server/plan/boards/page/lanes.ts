import { type RawBuilder, sql } from 'kysely'
import { cardsPerCell, laneCountLimit } from '#contract/plan/boards/board-cards.ts'
import type { Context } from '#server/context.ts'
import { byPosition } from '#server/plan/issuables/position.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { countOf, type IssueRows, issueRows } from '#server/plan/lists/rows.ts'
import { type IssueScope, issuesOfScope } from '#server/plan/lists/where.ts'
import { object } from '#server/platform/sql/shape.ts'
import { backlogConditions, scopeConditions } from '../conditions.ts'
import { type BoardRow, listsOf } from '../find.ts'
import { byClosing, countLimit, firstClosed, inAddedLists, needed } from '../members.ts'
import { type LaneGrouping, type LaneKind, laneKindOf } from './lane-kinds.ts'
import { sizeOf } from './sizes.ts'

/** Parts of the statement of a board that choose the issues it shows. */
export interface Chosen {
  /** Parts of the `with`: `shown` with list_id, id, lane and place, and `cells` with list_id, lane and count. */
  readonly chosen: RawBuilder<unknown>
  /** The lanes of the contract as text. */
  readonly lanes: RawBuilder<string | null>
}

/** The lanes of a board as a viewer wants them. */
export interface AskedLanes extends LaneGrouping {
  /** The number of them to show. */
  readonly count: number
  /** The ids of those that are collapsed. */
  readonly collapsed: readonly number[]
}

interface Grouped {
  readonly scope: IssueScope
  readonly board: BoardRow
  readonly filter: IssueFilter
  readonly lanes: AskedLanes
  /** Whether the members do not include the backlog. */
  readonly lacksBacklog: boolean
  /** The most cards that a cell shows. */
  readonly most: number
}

/** The newest issues of a lane that are read: some more than are counted, because the actor may not see all of them. */
const mostOfLane = laneCountLimit + 200

/**
 * Choose the first issues of each list and lane. A lane is there if it has open issues on the board, or if the request
 * names it.
 */
export async function inLanes(ctx: Context, grouped: Grouped): Promise<Chosen> {
  const { board, lanes, lacksBacklog } = grouped
  const kind = laneKindOf(ctx, lanes, grouped)
  const size = sizeOf(sql`c.list_id`, sql`coalesce(c.lane, 0)`, cardsPerCell)
  const parts = [closedList(ctx, kind, grouped)]
  if (lacksBacklog)
    parts.push(openLists(ctx, kind, grouped), backlogRest(ctx, kind, grouped, await listsOf(ctx, board.id)))
  const all = (rows: 'cards' | 'cells') =>
    sql.join(
      parts.map(part => sql`union all ${part[rows]}`),
      sql` `,
    )
  return {
    chosen: sql`
      ${kind.shared}
      on_board as materialized (${lanesOnBoard(ctx, kind, grouped)}),
      lanes as materialized (select ln.id, row_number() over (order by ${kind.head.order}) as place from on_board ln ${kind.head.joins}
        order by place limit ${lanes.count}),
      placed as materialized (${lacksBacklog ? withoutLane(kind) : membersByLane(kind)}),
      ${sql.join(parts.map(part => part.parts))},
      cells as materialized (select list_id, lane, least(count(*), ${sql.lit(laneCountLimit)}) as count from placed where ${isShownLane}
        group by list_id, lane ${all('cells')}),
      ranked as (select list_id, id, lane, row_number() over (partition by list_id, lane order by position, id desc) as place
        from placed where ${isShownLane} ${all('cards')}),
      shown as materialized (select c.* from ranked c where c.place <= ${size})`,
    lanes: sql<string>`(select ${object({
      by: sql`${lanes.by}::text`,
      scope: sql`${lanes.scope}::text`,
      label_ids: sql`${[...lanes.labelIds]}::bigint[]`,
      total: sql`(select count(*) from on_board)`,
      collapsed: sql`${[...lanes.collapsed]}::bigint[]`,
      shown: sql`coalesce(json_agg(${object({ id: sql`ln.id`, ...kind.head.fields })} order by ln.place), '[]')`,
    })}::text
      from lanes ln ${kind.head.joins})`,
  }
}

const isShownLane = sql`(lane is null or lane in (select id from lanes))`

/** A select of the id of all lanes. */
function lanesOnBoard(
  ctx: Context,
  kind: LaneKind,
  { scope, board, filter, lacksBacklog }: Grouped,
): RawBuilder<unknown> {
  if (kind.areAllShown) return kind.candidates
  const { join, lane } = kind.joined
  if (!lacksBacklog) return sql`select distinct ${lane} as id from members g ${join}`
  const { from, id } = kind.issuesOf(sql`c.id`, 'opened')
  const conditions = [issuesOfScope(ctx, scope, { ...filter, state: 'opened' }), ...scopeConditions(board)]
  // Each stops at the first one. Without the offset, PostgreSQL makes a join of it, which reads all issues of all lanes.
  return sql`select c.id from (${kind.candidates}) c where exists (
    select 1 from (select ${id} as id ${from} order by 1 desc limit ${sql.lit(mostOfLane)}) x join issuables i on i.id = x.id
    where ${sql.join(conditions, sql` and `)} offset 0)`
}

/** The members of a board that has them all: a row for each lane of an issue. */
const membersByLane = ({ joined: { join, lane } }: LaneKind): RawBuilder<unknown> =>
  sql`select m.list_id, m.id, m.position, d.lane from members m left join (select g.id, ${lane} as lane from members g ${join} group by 1, 2) d on d.id = m.id`

/** The members of the added lists of a large place that are in no lane. Those of the lanes are read by their lanes. */
const withoutLane = (kind: LaneKind): RawBuilder<unknown> =>
  sql`select m.list_id, m.id, m.position, null::bigint as lane from members m
    where m.id not in (select g.id from members g ${kind.joined.join})`

/** Rows of cards have list_id, id, lane and place; those of cells list_id, lane and count. */
interface LanePart {
  readonly parts: RawBuilder<unknown>
  readonly cards: RawBuilder<unknown>
  readonly cells: RawBuilder<unknown>
}

/** Closed issues, which the members do not include: the newest of each lane, and the first of those without one. */
function closedList(ctx: Context, kind: LaneKind, grouped: Grouped): LanePart {
  const listId = sql`(select l.id from lists l where l.kind = 'closed')`
  const rest = restOf(ctx, kind, grouped, {
    name: 'closed',
    state: 'closed',
    conditions: [],
    order: byClosing,
    first: firstClosed,
  })
  return {
    parts: sql`${ofLanes(ctx, kind, grouped, 'closed')}, ${rest.parts}`,
    cards: sql`select ${listId}, i.id, i.lane, row_number() over (partition by i.lane order by ${byClosing}) from closed_in_lanes i
      union all select ${listId}, i.id, null, i.place from closed_rest i`,
    cells: sql`select ${listId}, lane, least(count(*), ${sql.lit(laneCountLimit)}) from closed_in_lanes group by lane
      union all select ${listId}, null, count from closed_rest_count`,
  }
}

/** The open issues of the lanes of a large place: in the added lists, and in the backlog if they are in none of these. */
function openLists(ctx: Context, kind: LaneKind, grouped: Grouped): LanePart {
  return {
    parts: sql`${ofLanes(ctx, kind, grouped, 'opened')},
      opened_added as materialized (${inAddedLists(sql`opened_found`)}),
      opened_listed_by_lane as materialized (
        select a.list_id, a.id, a.position, x.lane from opened_added a join opened_in_lanes x on x.id = a.id
        union all select l.id, x.id, x.position, x.lane from opened_in_lanes x join lists l on l.kind = 'backlog' where x.id not in (select id from opened_added))`,
    cards: sql`select list_id, id, lane, row_number() over (partition by list_id, lane order by position, id desc) from opened_listed_by_lane`,
    cells: sql`select list_id, lane, least(count(*), ${sql.lit(laneCountLimit)}) from opened_listed_by_lane group by list_id, lane`,
  }
}

/** The backlog of a large place outside of all lanes. */
function backlogRest(
  ctx: Context,
  kind: LaneKind,
  grouped: Grouped,
  lists: Awaited<ReturnType<typeof listsOf>>,
): LanePart {
  const listId = sql`(select l.id from lists l where l.kind = 'backlog')`
  const rest = restOf(ctx, kind, grouped, {
    name: 'backlog',
    state: 'opened',
    conditions: backlogConditions(lists),
    order: byPosition,
    first: firstInOrder,
  })
  return {
    parts: rest.parts,
    cards: sql`select ${listId}, i.id, null, i.place from backlog_rest i`,
    cells: sql`select ${listId}, null, count from backlog_rest_count`,
  }
}

/**
 * Parts with the issues of a state in `lanes`, as `*_in_lanes` with a row for each lane of an issue, and as `*_found`
 * with the columns that assign them to lists. A lane with very many issues has only the newest.
 */
function ofLanes(
  ctx: Context,
  kind: LaneKind,
  { scope, board, filter }: Grouped,
  state: 'opened' | 'closed',
): RawBuilder<unknown> {
  const [listed, found, inThem] = ['listed', 'found', 'in_lanes'].map(name => sql.ref(`${state}_${name}`))
  const { from, id } = kind.issuesOf(sql`ln.id`, state)
  const within = scopeConditions(board)
  const columns = sql`${needed}, i.closed_at, i.relative_position`
  const asked = { ...filter, state }
  const among = sql`select distinct id from ${listed}`
  const one = issueRows(ctx, scope, asked, [...within, sql`i.id = d.id`])
  const all = issueRows(ctx, scope, { ...asked, among }, within)
  const rows =
    scope.kind === 'project'
      ? sql`select i.* from (${among}) d cross join lateral (select ${columns} ${one.every(state)} limit 1) i`
      : sql`with ${all.shared} one as (select 1) select ${columns} from (select i.id ${all.every(state)}) o join issuables i on i.id = o.id`
  return sql`
    ${listed} as materialized (select ln.id as lane, x.id from lanes ln cross join lateral (select ${id} as id ${from} order by 1 desc limit ${sql.lit(mostOfLane)}) x),
    ${found} as materialized (${rows}),
    ${inThem} as materialized (select d.lane, i.* from ${listed} d join ${found} i on i.id = d.id)`
}

interface RestOfList {
  readonly name: 'closed' | 'backlog'
  readonly state: 'opened' | 'closed'
  readonly conditions: readonly RawBuilder<unknown>[]
  /** The order, over `issuables i`. */
  readonly order: RawBuilder<unknown>
  /** `from ... order by ... limit` of the first of some issues, as `i`. */
  readonly first: (issues: IssueRows, limit: number) => RawBuilder<unknown>
}

const firstInOrder: RestOfList['first'] = (issues, limit) =>
  issues.page({ order: 'relative_position', sort: 'asc', limit: sql`limit ${sql.lit(limit)}`, reach: limit })

/** Parts with the first issues of a list that are in no lane, `*_rest`, and their number, `*_rest_count`. */
function restOf(ctx: Context, kind: LaneKind, { scope, board, filter, most }: Grouped, rest: RestOfList) {
  const { name, state, order } = rest
  const conditions = [...scopeConditions(board), ...rest.conditions, sql`(${kind.isInAny}) is not true`]
  const issues = issueRows(ctx, scope, { ...filter, state }, conditions)
  return {
    parts: sql`
      ${sql.ref(`${name}_rest`)} as materialized (with ${issues.shared} one as (select 1)
        select i.id, row_number() over (order by ${order}) as place from (select i.id, i.closed_at, i.relative_position ${rest.first(issues, most)}) i),
      ${sql.ref(`${name}_rest_count`)} as materialized (with ${issues.shared} one as (select 1) select ${countOf(issues, state, countLimit)} as count from one)`,
  }
}
