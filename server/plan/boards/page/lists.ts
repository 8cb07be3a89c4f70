import { type RawBuilder, sql } from 'kysely'
import { cardsPerCell, cardsPerList } from '#contract/plan/boards/board-cards.ts'
import { accessLevel } from '#server/access/access-level.ts'
import { isAdmin } from '#server/access/facts.ts'
import { issuableRules } from '#server/access/issuable-rules.ts'
import { levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { issuePath, listFields, rowTitleFields, taskFields } from '#server/plan/issuables/projections.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { type IssueScope, issuesOfScope } from '#server/plan/lists/where.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { arrayOf, columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { scopeConditions } from '../conditions.ts'
import { type BoardRow, inOrder } from '../find.ts'
import { type BoardMembers, byClosing, membersOf } from '../members.ts'
import { type AskedLanes, type Chosen, inLanes } from './lanes.ts'
import { backlogSizes, type Sizes, sizeOf, sizesPart } from './sizes.ts'

const l = columnsOf('boardLists', 'l')
const it = columnsOf('iterations', 'it')
const c = columnsOf('iterationCadences', 'c')
const i = columnsOf('issuables', 'i')
const n = columnsOf('namespaces', 'n')

/** The issues of a board to show: those that match a filter, as one row of lists or in lanes. */
export interface Asked {
  readonly filter: Omit<IssueFilter, 'state'>
  readonly sizes: Sizes
  /** Null on a board that is not grouped. */
  readonly lanes: AskedLanes | null
}

interface ShownLists {
  readonly lists: string
  /** The lanes of the contract as JSON; `null` if the board is not grouped. */
  readonly lanes: string
}

/**
 * The lists of a board with their first issues, and with the number and weight of all issues that the actor can see.
 *
 * One statement, after those of `membersOf`.
 */
export async function showLists(ctx: Context, scope: IssueScope, board: BoardRow, asked: Asked): Promise<ShownLists> {
  const { filter, sizes, lanes: askedLanes } = asked
  const members = await membersOf(ctx, scope, board, filter, { sizes: backlogSizes(sizes) })
  const { chosen, lanes } =
    askedLanes === null
      ? inOneRow(members, Math.max(cardsPerList.first, ...backlogSizes(sizes).values()))
      : await inLanes(ctx, {
          ...{ scope, board, filter: members.filter, lanes: askedLanes, lacksBacklog: members.lacksBacklog },
          most: Math.max(cardsPerCell, ...sizes.map(each => each.size)),
        })
  const { rows } = await sql<{ lists: string; lanes: string | null }>`
    with ${members.shared} ${sizesPart(sizes)},
    lists as materialized (select l.* from board_lists l where l.board_id = ${board.id}),
    ${members.parts},
    ${chosen},
    homes as materialized (select n.id, n.path, n.full_path, ${mayMove(ctx)} as can_move from namespaces n
      where n.id in (select i.namespace_id from shown join issuables i on i.id = shown.id)),
    cards as materialized (select shown.list_id, shown.place, ${cardJson(ctx, scope)}::text as card from shown
      join issuables i on i.id = shown.id join homes n on n.id = i.namespace_id left join milestones m on m.id = i.milestone_id)
    select coalesce('[' || string_agg(${listJson(ctx, members.closed.count, averageWeight(ctx, scope, board))}, ',' order by ${inOrder('l')}) || ']', '[]') as lists, ${lanes} as lanes
    from lists l left join sums s on s.list_id = l.id`.execute(ctx.db)
  return { lists: rows[0]?.lists ?? '[]', lanes: rows[0]?.lanes ?? 'null' }
}

/** The first issues of each list. @param most  those of the longest list */
const inOneRow = ({ closed }: BoardMembers, most: number): Chosen => ({
  chosen: sql`
    sized as materialized (select l.id, l.kind, ${sizeOf(sql`l.id`, sql`null`, cardsPerList.first)} as size from lists l),
    ranked as (select m.*, row_number() over (partition by list_id order by position, id desc) as place from members m),
    closed as materialized (select l.id as list_id, c.id, c.place from sized l
      join (select i.id, row_number() over (order by ${byClosing}) as place ${closed.first(most)}) c on c.place <= l.size where l.kind = 'closed'),
    shown as materialized (select b.list_id, b.id, b.place, null::bigint as lane from (
      select r.list_id, r.id, r.place from ranked r join sized l on l.id = r.list_id where r.place <= l.size
      union all select * from backlog union all select * from closed) b),
    cells as (select null::bigint as list_id, null::bigint as lane, 0 as count where false)`,
  lanes: sql`null::text`,
})

/** The ShownBoardList shape as text, over `lists l` and their `sums s`. */
function listJson(ctx: Context, closedCount: RawBuilder<number>, average: RawBuilder<unknown>): RawBuilder<string> {
  const { settings } = ctx.services
  const head = object({
    ...l.fields('id', 'kind'),
    label: sql`(select ${labelBasicJson('ll')} from labels ll where ll.id = l.label_id)`,
    assignee: sql`(select ${userBasicJson(settings, 'u')} from users u where u.id = l.assignee_id)`,
    milestone: sql`(select ${object({
      id: sql`m.id`,
      title: sql`m.title`,
      start_date: sql`m.start_date`,
      due_date: sql`m.due_date`,
    })}
      from milestones m where m.id = l.milestone_id)`,
    iteration: sql`(select ${object({
      ...it.fields('id', 'title'),
      cadence_title: c('title'),
      ...it.fields('startDate', 'dueDate'),
      average_weight: average,
    })}
      from iterations it join iteration_cadences c on c.id = it.cadence_id where it.id = l.iteration_id)`,
    collapsed: sql`exists (select 1 from collapsed_board_lists f where f.list_id = l.id and f.user_id = ${userIdOrZero(ctx)})`,
    ...l.fields('maxIssueCount', 'maxIssueWeight', 'limitMetric'),
    count: sql`case when l.kind = 'closed' then ${closedCount} else coalesce(s.count, 0) end`,
    weight: sql`case when l.kind <> 'closed' and (s.weight is not null or s.list_id is null) then coalesce(s.weight, 0) end`,
    cells: arrayOf(object({ lane_id: sql`c.lane`, count: sql`c.count` }), sql`from cells c where c.list_id = l.id`),
  })
  return sql`${openObject(head)} || ',"issues":[' ||
    coalesce((select string_agg(c.card, ',' order by c.place) from cards c where c.list_id = l.id), '') || ']}'`
}

/** The weight that the last three iterations of the cadence of `iterations it` closed on a board, on average. */
function averageWeight(ctx: Context, scope: IssueScope, board: BoardRow): RawBuilder<unknown> {
  const counted = [issuesOfScope(ctx, scope, { state: 'closed' }), ...scopeConditions(board)]
  return sql`(select round(avg(ended.weight))::bigint from (
    select (select coalesce(sum(i.weight), 0) from issuables i where i.iteration_id = p.id and ${sql.join(counted, sql` and `)}) as weight
    from iterations p where p.cadence_id = it.cadence_id and p.due_date < ${ctx.now.slice(0, 10)}::date order by p.due_date desc limit 3) ended)`
}

/** The BoardCard shape, over `shown`, `issuables i`, its project as `homes n` and `milestones m`. */
function cardJson(ctx: Context, scope: IssueScope): RawBuilder<unknown> {
  const reference = scope.kind === 'project' ? sql`'#' || i.iid` : sql`n.path || '#' || i.iid`
  return object({
    ...i.fields('id', 'iid'),
    ...rowTitleFields,
    ...i.fields('type', 'state'),
    ...listFields,
    assignees: assigneesJson(userBasicJson(ctx.services.settings, 'u')),
    labels: labelsJson(labelBasicJson('l')),
    milestone: objectWhere(sql`m.id`, { id: sql`m.id`, title: sql`m.title` }),
    ...i.fields('notesCount'),
    ...taskFields,
    project_path: n('fullPath'),
    web_path: issuePath,
    reference,
    can_move: sql`n.can_move`,
    lane_id: sql`shown.lane`,
  })
}

/** `issuable:set-metadata` on the issues that the actor may read in `namespaces n`. */
function mayMove({ actor }: Context): RawBuilder<boolean> {
  if (actor.kind === 'anonymous') return sql<boolean>`false`
  const plans = isAdmin(actor)
    ? sql`true`
    : sql`(${accessLevel(actor.id, sql`n.ancestor_ids`)}) >= ${levelSql(issuableRules.issue.plannedBy)}`
  return sql<boolean>`(not n.inactive and ${plans})`
}
