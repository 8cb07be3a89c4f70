import { type RawBuilder, sql } from 'kysely'
import { cardsPerCell } from '#contract/plan/boards/board-cards.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import { conditionsOf, type IssueFilter } from '#server/plan/issues/list/filter.ts'
import { countOf, type IssueRows, issueRows } from '#server/plan/issues/list/rows.ts'
import { type IssueScope, issuesWhere, type ProjectScope, projectsOf } from '#server/plan/issues/list/where.ts'
import { byPosition } from '#server/plan/issues/position.ts'
import { backlogConditions, scopeConditions } from '../conditions.ts'
import { type BoardRow, listsOf } from '../find.ts'
import { byClosing, countLimit, firstClosed, inAddedLists, needed } from '../members.ts'
import { sizeOf } from './sizes.ts'

/** Parts of the statement of a board that choose the issues it shows. */
export interface Chosen {
  /** Parts of the `with`: `shown` with list_id, id, lane and place, and `cells` with list_id, lane and count. */
  readonly chosen: RawBuilder<unknown>
  /** The lanes of the contract as text. */
  readonly lanes: RawBuilder<string | null>
}

interface Grouped {
  readonly scope: IssueScope
  readonly board: BoardRow
  readonly filter: IssueFilter
  readonly laneCount: number
  /** Whether the members do not include the backlog. */
  readonly lacksBacklog: boolean
  /** The most cards that a cell shows. */
  readonly most: number
}

/** Choose the first issues of each list and lane. An epic has a lane if it has open issues on the board. */
export async function inLanes(ctx: Context, grouped: Grouped): Promise<Chosen> {
  const { board, laneCount, lacksBacklog } = grouped
  const size = sizeOf(sql`c.list_id`, sql`coalesce(c.lane, 0)`, cardsPerCell)
  const closed = apart(ctx, grouped, {
    kind: 'closed',
    state: 'closed',
    conditions: [],
    order: byClosing,
    first: firstClosed,
  })
  const apartParts = [closed]
  const open = lacksBacklog ? openOfLarge(ctx, grouped) : openOfSmall(ctx)
  if (lacksBacklog) {
    const conditions = backlogConditions(await listsOf(ctx, board.id))
    apartParts.push(
      apart(ctx, grouped, { kind: 'backlog', state: 'opened', conditions, order: byPosition, first: firstInOrder }),
    )
  }
  const all = (rows: 'cards' | 'cells') =>
    sql.join(
      apartParts.map(part => sql`union all ${part[rows]}`),
      sql` `,
    )
  return {
    chosen: sql`
      ${open.parts}
      on_board as materialized (${open.onBoard}),
      lanes as materialized (select id, row_number() over (order by due_date nulls last, id desc) as place from on_board
        order by place limit ${laneCount}),
      ${open.placed},
      ${sql.join(apartParts.map(part => part.parts))},
      cells as materialized (select list_id, lane, count(*) as count from placed where ${isShownLane} group by list_id, lane ${all('cells')}),
      ranked as (select list_id, id, lane, row_number() over (partition by list_id, lane order by position, id desc) as place
        from placed where ${isShownLane} ${all('cards')}),
      shown as materialized (select c.* from ranked c where c.place <= ${size})`,
    lanes: sql<string>`(select json_build_object('total', (select count(*) from on_board), 'epics', coalesce(json_agg(${epicJson(board)} order by ln.place), '[]'))::text
      from lanes ln join issuables e on e.id = ln.id join epics ep on ep.id = e.id join namespaces en on en.id = e.namespace_id)`,
  }
}

/** Parts of the statement about the open issues of lists. */
interface Open {
  readonly parts: RawBuilder<unknown>
  /** A select of id and due_date of the epics that they are in and the actor can see. */
  readonly onBoard: RawBuilder<unknown>
  /** `placed` with list_id, id, position and lane, behind `lanes`. */
  readonly placed: RawBuilder<unknown>
}

const openOfSmall = (ctx: Context): Open => ({
  parts: sql``,
  onBoard: sql`select p.id, p.due_date from issuables p where p.series = 'epic' and p.id in (select m.parent_id from members m)
    and ${visibleIssuables(ctx.actor, 'p', { series: 'epic' })}`,
  placed: sql`placed as materialized (select m.list_id, m.id, m.position, e.id as lane from members m left join on_board e on e.id = m.parent_id)`,
})

/** The members of a large place are not all of its open issues. Those of the lanes are read by their epics. */
function openOfLarge(ctx: Context, { scope, board, filter }: Grouped): Open {
  const asked = { ...filter, state: 'opened' } as const
  const within = scopeConditions(board)
  return {
    // An issue can be in an epic of another group, which is not looked for: its lane is there once one of its cards is.
    parts: sql`epics_of_tree as materialized (select t.id, t.due_date from issuables t join namespaces g on g.id = t.namespace_id
        where t.series = 'epic' and g.ancestor_ids @> array[${board.ancestorIds[0] ?? 0}]::bigint[] and ${visibleIssuables(ctx.actor, 't', { series: 'epic' })}
      union select t.id, t.due_date from issuables t where t.series = 'epic' and t.id in (select m.parent_id from members m)
        and ${visibleIssuables(ctx.actor, 't', { series: 'epic' })}),`,
    onBoard: epicsWithSome(ctx, scope, asked, within),
    placed: sql`in_lanes as materialized (${ofLanes(ctx, scope, asked, within, needed)}),
      placed as materialized (
        select m.list_id, m.id, m.position, null::bigint as lane from members m where m.parent_id is null or m.parent_id not in (select id from on_board)
        union all select a.list_id, a.id, a.position, a.parent_id from (${inAddedLists(sql`in_lanes`)}) a)`,
  }
}

/** A select of id and due_date of the `epics_of_tree` that have issues that a filter finds. */
function epicsWithSome(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter & { readonly state: 'opened' },
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  if (scope.kind === 'project')
    return sql`select t.id, t.due_date from epics_of_tree t where exists (select 1 ${childrenIn(ctx, scope, filter, conditions, sql`t.id`)})`
  // Each stops at the first one. Without the offset, PostgreSQL makes a join of it, which reads all issues of all epics.
  const those = [
    sql`i.parent_id = t.id and i.series = 'issue' and ${projectsOf(scope, 'n')}`,
    visibleIssuables(ctx.actor, 'i', { series: 'issue' }),
    ...conditionsOf(ctx, filter),
    ...conditions,
  ]
  return sql`select t.id, t.due_date from epics_of_tree t where exists (
    select 1 from issuables i join namespaces n on n.id = i.namespace_id where ${sql.join(those, sql` and `)} offset 0)`
}

/** `from ... where` of the issues of a project in an epic, as `i`. The offset keeps PostgreSQL from looking at all issues of the project. */
const childrenIn = (
  ctx: Context,
  scope: ProjectScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
  epicId: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`from (select * from issuables c where c.parent_id = ${epicId} offset 0) i
    where ${sql.join([issuesWhere(ctx, scope, filter), ...conditions], sql` and `)}`

const isShownLane = sql`(lane is null or lane in (select id from lanes))`

/** An epic of the contract's lanes, over `issuables e`, its `epics ep` and `namespaces en`. */
function epicJson({ ancestorIds, namespaceId, namespaceKind }: BoardRow): RawBuilder<unknown> {
  const group = namespaceKind === 'group' ? namespaceId : (ancestorIds.at(-2) ?? namespaceId)
  return sql`(${epicNameJson('e', 'en', sql`${group}::bigint`)}::jsonb || jsonb_build_object('color', ep.color, 'start_date', e.start_date,
    'due_date', e.due_date, 'state', e.state))`
}

interface ApartList {
  /** `from ... order by ... limit` of the first of some issues, as `i`. */
  readonly first: (issues: IssueRows, limit: number) => RawBuilder<unknown>
  readonly kind: 'closed' | 'backlog'
  readonly state: 'opened' | 'closed'
  readonly conditions: readonly RawBuilder<unknown>[]
  /** Over `issuables i`. */
  readonly order: RawBuilder<unknown>
}

const firstInOrder: ApartList['first'] = (issues, limit) =>
  issues.page({ order: 'relative_position', sort: 'asc', limit: sql`limit ${sql.lit(limit)}`, reach: limit })

/** The parts for a list that the members do not include: its issues in the epics of the lanes, and the first of those without an epic. */
function apart(
  ctx: Context,
  { scope, board, filter, most, lacksBacklog }: Grouped,
  { kind, state, conditions, order, first }: ApartList,
) {
  const [inEpics, rest] = [sql.ref(`${kind}_in_epics`), sql.ref(`${kind}_rest`)]
  const asked = { ...filter, state }
  const within = [...scopeConditions(board), ...conditions]
  const listId = sql`(select l.id from lists l where l.kind = ${kind})`
  const without = issueRows(ctx, scope, asked, [...within, hasNoEpic(ctx, lacksBacklog)])
  return {
    parts: sql`
      ${inEpics} as materialized (${ofLanes(ctx, scope, asked, within)}),
      ${rest} as materialized (with ${without.shared} one as (select 1)
        select i.id, row_number() over (order by ${order}) as place from (select i.id, i.closed_at, i.relative_position ${first(without, most)}) i),
      ${sql.ref(`${kind}_rest_count`)} as materialized (with ${without.shared} one as (select 1) select ${countOf(without, state, countLimit)} as count from one)`,
    cards: sql`select ${listId}, i.id, i.lane, row_number() over (partition by i.lane order by ${order}) from ${inEpics} i
      union all select ${listId}, i.id, null, i.place from ${rest} i`,
    cells: sql`select ${listId}, lane, count(*) from ${inEpics} group by lane
      union all select ${listId}, null, count from ${sql.ref(`${kind}_rest_count`)}`,
  }
}

/** The condition on `issuables i` that it is in no epic that the actor can see. In a large place, the epics are read once for all issues. */
const hasNoEpic = (ctx: Context, isLarge: boolean): RawBuilder<unknown> =>
  isLarge
    ? sql`(i.parent_id is null or i.parent_id not in (select id from epics_of_tree))`
    : sql`not exists (select 1 from issuables pe where pe.id = i.parent_id and pe.series = 'epic' and ${visibleIssuables(ctx.actor, 'pe', { series: 'epic' })})`

const ofOrders = sql`i.id, i.parent_id as lane, i.closed_at, i.relative_position`

/** All issues of a state in the epics of `lanes`. @param columns  of `issuables i`; those of their orders when left out */
function ofLanes(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter & { readonly state: 'opened' | 'closed' },
  conditions: readonly RawBuilder<unknown>[],
  columns: RawBuilder<unknown> = ofOrders,
): RawBuilder<unknown> {
  const found = (rows: IssueRows) =>
    sql`select ${columns} from (select i.id ${rows.every(filter.state)}) found join issuables i on i.id = found.id`
  if (scope.kind === 'project')
    return sql`select i.* from lanes ln cross join lateral (select ${columns} ${childrenIn(ctx, scope, filter, conditions, sql`ln.id`)}) i`
  const children = sql`select c.id from lanes ln join issuables c on c.parent_id = ln.id and c.series = 'issue' and c.state = ${filter.state}`
  const rows = issueRows(ctx, scope, { ...filter, among: children }, conditions)
  return sql`with ${rows.shared} one as (select 1) ${found(rows)}`
}
