import { type RawBuilder, sql } from 'kysely'
import { cardsPerCell } from '#contract/plan/boards/board-cards.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import type { IssueFilter } from '#server/plan/issues/list/filter.ts'
import { countOf, type IssueRows, issueRows } from '#server/plan/issues/list/rows.ts'
import type { IssueScope } from '#server/plan/issues/list/where.ts'
import { byPosition } from '#server/plan/issues/position.ts'
import { backlogConditions, scopeConditions } from '../conditions.ts'
import { type BoardRow, listsOf } from '../find.ts'
import { byClosing, countLimit, firstClosed } from '../members.ts'
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
      on_board as materialized (select p.id, p.due_date from issuables p where p.series = 'epic'
        and p.id in (select m.parent_id from members m) and ${visibleIssuables(ctx.actor, 'p', { series: 'epic' })}),
      lanes as materialized (select id, row_number() over (order by due_date nulls last, id desc) as place from on_board
        order by place limit ${laneCount}),
      placed as materialized (select m.list_id, m.id, m.position, e.id as lane from members m left join on_board e on e.id = m.parent_id),
      ${sql.join(apartParts.map(part => part.parts))},
      cells as materialized (select list_id, lane, count(*) as count from placed where ${isShownLane} group by list_id, lane ${all('cells')}),
      ranked as (select list_id, id, lane, row_number() over (partition by list_id, lane order by position, id desc) as place
        from placed where ${isShownLane} ${all('cards')}),
      shown as materialized (select c.* from ranked c where c.place <= ${size})`,
    lanes: sql<string>`(select json_build_object('total', (select count(*) from on_board), 'epics', coalesce(json_agg(${epicJson(board)} order by ln.place), '[]'))::text
      from lanes ln join issuables e on e.id = ln.id join epics ep on ep.id = e.id join namespaces en on en.id = e.namespace_id)`,
  }
}

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
  { scope, board, filter, most }: Grouped,
  { kind, state, conditions, order, first }: ApartList,
) {
  const [inEpics, rest] = [sql.ref(`${kind}_in_epics`), sql.ref(`${kind}_rest`)]
  const asked = { ...filter, state }
  const within = [...scopeConditions(board), ...conditions]
  const listId = sql`(select l.id from lists l where l.kind = ${kind})`
  const without = issueRows(ctx, scope, asked, [...within, hasNoEpic(ctx)])
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

/** The condition on `issuables i` that it is in no epic that the actor can see. */
const hasNoEpic = (ctx: Context): RawBuilder<unknown> =>
  sql`not exists (select 1 from issuables pe where pe.id = i.parent_id and pe.series = 'epic' and ${visibleIssuables(ctx.actor, 'pe', { series: 'epic' })})`

/** All issues of a state in the epics of `lanes`, with the columns of their orders. */
function ofLanes(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter & { readonly state: 'opened' | 'closed' },
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const columns = sql`x.id, x.parent_id as lane, x.closed_at, x.relative_position`
  const found = (rows: IssueRows) =>
    sql`select ${columns} from (select i.id ${rows.every(filter.state)}) i join issuables x on x.id = i.id`
  if (scope.kind === 'project')
    return found(issueRows(ctx, scope, filter, [...conditions, sql`i.parent_id in (select ln.id from lanes ln)`]))
  const children = sql`select c.id from lanes ln join issuables c on c.parent_id = ln.id and c.series = 'issue' and c.state = ${filter.state}`
  const rows = issueRows(ctx, scope, { ...filter, among: children }, conditions)
  return sql`with ${rows.shared} one as (select 1) ${found(rows)}`
}
