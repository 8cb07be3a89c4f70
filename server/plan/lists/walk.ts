import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { byOwners, ofAssignees, ofAuthors, ofEpics } from './by-owners.ts'
import { type IssueFilter, statesOf } from './filter.ts'
import { groupByGroup, merged } from './merged.ts'
import { type IssueOrder, isKeyed, keysOf, labelPriority, orderBy } from './order.ts'
import { planOwnersOf } from './sources.ts'
import { type Matching, type OtherOrder, ofState, type Part, type Walk, walkedColumns } from './walk-parts.ts'

/**
 * A join that walks the states one by one, if all are listed and the index has each on its own, and the condition on
 * `issuables i`.
 */
const byState = (
  series: IssuableSeries,
  state: IssueFilter['state'],
  isIndexed: boolean,
): readonly [walks: RawBuilder<unknown>, condition: RawBuilder<unknown>] =>
  isIndexed && (state === undefined || state === 'all')
    ? [
        sql`cross join unnest(array[${sql.join(statesOf(series).map(each => sql.lit(each)))}]) as each_state (walked)`,
        sql`and i.state = walked`,
      ]
    : [sql``, ofState(state)]

/**
 * Orders by a moment. One index has the issues of each project in this order and another one those of all projects, whatever their
 * state is.
 */
export const ofEveryState: ReadonlySet<IssueOrder> = new Set(['created_at', 'updated_at'])

/**
 * `from ... order by ... limit` of a page of the issues of many projects, as `i`.
 *
 * Each order is followed along an index, so that the number of rows read depends on the page and the number of
 * projects, not on the number of issues.
 */
export function inOrderOfProjects(matching: Matching, state: IssueFilter['state'], walk: Walk): RawBuilder<unknown> {
  const { by, order, sort, seenEpics, limit } = walk
  const parts = partsOf(matching, state, walk)
  const ctes = parts.map(({ name, rows }) => sql`${sql.ref(name)} as materialized (${rows})`)
  const walked = parts.map(({ name, condition = sql`` }) => sql`select * from ${sql.ref(name)} ${condition}`)
  return sql`from (with ${sql.join(ctes)} ${sql.join(walked, sql` union all `)}) i
    order by ${by?.ordering ?? orderBy(order, sort, seenEpics)} ${limit}`
}

/** Whether issues of all states are asked for in an order that the indexes of a project have only within a state. */
export const isOfStates = (state: IssueFilter['state'], { by, order }: Pick<Walk, 'by' | 'order'>): boolean =>
  by === undefined && isKeyed(order) && !ofEveryState.has(order) && (state === undefined || state === 'all')

/**
 * `from ... order by ... limit` of a page of the issues of one project, as `i`, merged from the first ones of each state.
 *
 * @param where  on `issuables i`
 */
export function inOrderOfStates(
  series: IssuableSeries,
  where: RawBuilder<unknown>,
  { order, sort, start = sql``, limit, reach }: Walk,
): RawBuilder<unknown> {
  const ordering = orderBy(order, sort)
  const ofStates = statesOf(series).map(
    state => sql`(select ${walkedColumns} from issuables i where ${where} ${ofState(state)} ${start}
      order by ${ordering} limit ${sql.lit(reach)})`,
  )
  return sql`from (${sql.join(ofStates, sql` union all `)}) i order by ${ordering} ${limit}`
}

/**
 * The same of issues that are found one by one. In an order by a moment, they are first looked for among those that come first in all
 * projects.
 *
 * @param series  of all of them
 * @param isFound  the condition for them on `issuables i`, in a statement with their `places`
 * @param gathered  `from ... where` of all of them, as `i`
 */
export function inOrderOfGathered(
  series: IssuableSeries,
  isFound: RawBuilder<unknown>,
  gathered: RawBuilder<unknown>,
  state: IssueFilter['state'],
  walk: Walk,
): RawBuilder<unknown> {
  const { by, order, sort, seenEpics, start = sql``, limit } = walk
  const ordering = by?.ordering ?? orderBy(order, sort, seenEpics)
  if (by !== undefined || !ofEveryState.has(order)) return sql`${gathered} ${start} order by ${ordering} ${limit}`
  const first = firstOverall({ series, ofAny: isFound }, state, walk, { ordering, condition: sql`` })
  return sql`from (with first_overall as materialized (${first.rows}) select * from first_overall ${first.condition ?? sql``}
    union all select ${walkedColumns} ${gathered} ${start} ${unlessFull(walk, 'first_overall')}) i order by ${ordering} ${limit}`
}

/** `from` of all issues of `places` that a condition finds, as `i`. */
export const everyOfProjects = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  // The offset keeps the walk by project.
  sql`from places p cross join lateral (select ${walkedColumns} from issuables i where i.namespace_id = p.id and ${condition} offset 0) i`

function partsOf(matching: Matching, state: IssueFilter['state'], walk: Walk): readonly Part[] {
  const { by, order, sort, start = sql`` } = walk
  if (by !== undefined) {
    const { ordering, indexed, moment } = by
    if (moment !== undefined)
      return alongIndex(matching, state, walk, {
        ...{ ordering, isOfEveryState: false, isOverAll: true, condition: indexed ?? sql``, moment },
        ...(indexed !== undefined && { indexed }),
      })
    const first =
      indexed === undefined ? [] : [firstOverall(matching, state, walk, { ordering, indexed, condition: sql`` })]
    const isLeft = indexed === undefined ? sql`` : unlessFull(walk, 'first_overall')
    return [
      ...first,
      {
        name: 'every',
        rows: sql`select i.* ${everyOfProjects(sql`${matching.ofProject} ${ofState(state)} ${start} ${isLeft}`)}`,
      },
    ]
  }
  // Issues without a value for the order come last, by id.
  const rest = (condition: RawBuilder<unknown>, ...before: readonly string[]) =>
    alongIndex(matching, state, walk, {
      ordering: sql`i.id desc`,
      isOfEveryState: false,
      isOverAll: false,
      condition,
      isLeft: unlessFull(walk, ...before),
    })
  switch (order) {
    case 'milestone_due':
      return [dayByDay(matching, state, walk, dueMilestones), ...rest(sql`and ${hasNoDue}`, 'by_day')]
    case 'iteration':
      return [dayByDay(matching, state, walk, iterations), ...rest(sql`and i.iteration_id is null`, 'by_day')]
    case 'author':
      return [byOwners(matching, state, walk, ofAuthors)]
    case 'assignee':
      return [
        byOwners(matching, state, walk, ofAssignees),
        ...rest(sql`and not exists (select 1 from issuable_assignees oa where oa.issuable_id = i.id)`, 'by_owner'),
      ]
    case 'epic': {
      const { seenEpics = sql`false` } = walk
      const isInOne = sql`exists (select 1 from issuables oe where oe.id = i.parent_id and oe.series = 'epic' and ${seenEpics})`
      return [
        byOwners(matching, state, walk, ofEpics(seenEpics)),
        ...rest(sql`and (i.parent_id is null or not ${isInOne})`, 'by_owner'),
      ]
    }
    case 'label_priority':
      return [byRank(matching, state, walk), ...rest(sql`and ${hasNoRank}`, 'by_rank')]
    case 'priority':
      return [
        dayByDay(matching, state, walk, dueMilestones),
        byRank(matching, state, walk, { condition: sql`and ${hasNoDue}`, isLeft: unlessFull(walk, 'by_day') }),
        ...rest(sql`and ${hasNoDue} and ${hasNoRank}`, 'by_day', 'by_rank'),
      ]
    default:
      return alongIndex(matching, state, walk, {
        ordering: orderBy(order, sort),
        isOfEveryState: ofEveryState.has(order),
        isOverAll: ofEveryState.has(order),
        condition: sql``,
        ...(ofEveryState.has(order) ? { moment: keysOf(order, sort)[0].value } : {}),
      })
  }
}

const hasNoDue = sql`not exists (select 1 from milestones om where om.id = i.milestone_id and om.due_date is not null)`
const hasNoRank = sql`${labelPriority} is null`

/** Whether the parts before leave room on the page. */
function unlessFull({ reach }: Walk, ...before: readonly string[]): RawBuilder<unknown> {
  const counts = before.map(name => sql`(select count(*) from ${sql.ref(name)})`)
  return sql`and ${sql.join(counts, sql` + `)} < ${sql.lit(reach)}`
}

/** The timebox of issues, and the day by which it is sorted. */
interface Timebox {
  readonly table: RawBuilder<unknown>
  readonly day: RawBuilder<unknown>
  /** The column of `issuables` with its id. */
  readonly column: RawBuilder<unknown>
}

const dueMilestones: Timebox = { table: sql`milestones`, day: sql`m.due_date`, column: sql`i.milestone_id` }
const iterations: Timebox = { table: sql`iterations`, day: sql`m.start_date`, column: sql`i.iteration_id` }

/** The issues of milestones with a due date, or of iterations, day by day. */
function dayByDay(
  { series, ofAny }: Matching,
  state: IssueFilter['state'],
  walk: Walk,
  { table, day, column }: Timebox,
): Part {
  const { order, sort, start = sql``, reach } = walk
  const direction = sql.raw(sort)
  const [walks, hasState] = byState(series, state, true)
  // By priority, each issue of a day is read, with an offset milestone by milestone; by id, as many of a milestone as
  // the page can show.
  const [within, ofTimebox] =
    order === 'priority'
      ? [sql`${labelPriority} ${direction} nulls last, i.id desc`, sql`offset 0`]
      : [sql`i.id desc`, sql`order by i.id desc limit ${sql.lit(reach)}`]
  return {
    name: 'by_day',
    rows: groupByGroup(
      sql`select ${day} as day, array_agg(m.id) as ids from (select distinct ${planOwnersOf('p')} as id from places p) owner
          join ${table} m on m.namespace_id = owner.id where ${day} is not null
        group by ${day} order by ${day} ${direction}`,
      'd',
      sql`select i.* from unnest(d.ids) as timebox (id) ${walks}
        cross join lateral (select ${walkedColumns} from issuables i
          where ${column} = timebox.id and ${ofAny} ${hasState} ${start} ${ofTimebox}) i
        order by ${within} limit ${sql.lit(reach)}`,
      reach,
    ),
  }
}

/**
 * Issues that have a label with a priority in their project: priority by priority, those of each label and state in the order of an
 * index.
 */
function byRank(
  { series, ofAny, withHidden }: Matching,
  state: IssueFilter['state'],
  { sort, start = sql``, reach }: Walk,
  { condition = sql``, isLeft = sql`` }: Partial<Pick<Along, 'condition' | 'isLeft'>> = {},
): Part {
  // The state of a hidden issue in `issuable_labels` is `hidden`, whether it is open or closed.
  const states = [
    ...(state === undefined || state === 'all' ? statesOf(series) : [state]),
    ...(withHidden ? ['hidden'] : []),
  ]
  // An issue with several such labels is listed by the most important one.
  const hasMoreImportant = sql`(select count(*) > 0 from issuable_labels ol where ol.issuable_id = il.issuable_id and ol.label_id <> il.label_id
    and (select op.priority from label_priorities op where op.project_id = il.namespace_id and op.label_id = ol.label_id) < ranked.priority)`
  // The offset keeps PostgreSQL from combining the search by id with an index of the project.
  const ofLabel = (limit: number, within: RawBuilder<unknown>) => sql`(select ${walkedColumns} from issuable_labels il
    cross join lateral (select * from issuables f where f.id = il.issuable_id offset 0) i
    where il.label_id = l.label_id and il.series = ${sql.lit(series)} and il.state = l.state and il.namespace_id = l.project_id
      ${within} and i.namespace_id = il.namespace_id and ${ofAny} ${ofState(state)} ${condition} ${start} and not ${hasMoreImportant}
    order by il.issuable_id desc limit ${sql.lit(limit)}) i`
  return {
    name: 'by_rank',
    rows: groupByGroup(
      sql`select op.priority, array_agg(op.project_id) as project_ids, array_agg(op.label_id) as label_ids
        from places p join label_priorities op on op.project_id = p.id where true ${isLeft}
        group by op.priority order by op.priority ${sql.raw(sort)}`,
      'ranked',
      merged(
        {
          all: sql`(select * from unnest(ranked.project_ids, ranked.label_ids) as of_project (project_id, label_id)
            cross join unnest(array[${sql.join(states.map(each => sql.lit(each)))}]) as each_state (state)) l`,
          as: 'l',
          first: ofLabel,
          ordering: sql`i.id desc`,
          bound: {
            ...{ value: sql`i.id`, direction: 'desc', last: sql`0` },
            within: sql`and il.issuable_id between l.farthest and l.first_value`,
          },
          isShared: true,
        },
        reach,
      ),
      reach,
    ),
  }
}

interface Along {
  /** The order, which an index of each project has. */
  readonly ordering: RawBuilder<unknown>
  /** Whether the project's index has issues of every state together, not each state by itself. */
  readonly isOfEveryState: boolean
  /** Whether an index over all projects has the order, too. */
  readonly isOverAll: boolean
  readonly condition: RawBuilder<unknown>
  /** The moment that the order goes by, where it does. */
  readonly moment?: RawBuilder<unknown>
  /** The rows that the index over all projects has. */
  readonly indexed?: RawBuilder<unknown>
  /** Whether the parts before leave room on the page, as `and ...`. */
  readonly isLeft?: RawBuilder<unknown>
}

/**
 * How many issues are searched for a page: a fixed number of those that come first in all projects, or a few for each row of the
 * page if that is more.
 */
const searched = { rows: 2_000, perRow: 4 }
/** With this few projects or fewer, walking project by project is faster. */
const fewProjects = 20

/**
 * A page found among the issues that come first in all projects, along an index over all of them. It is used only if it is full.
 */
function firstOverall(
  { series, ofAny }: Pick<Matching, 'series' | 'ofAny'>,
  state: IssueFilter['state'],
  { start = sql``, reach }: Walk,
  { ordering, indexed = sql``, condition }: Pick<Along, 'ordering' | 'condition'> & Pick<OtherOrder, 'indexed'>,
): Part {
  return {
    name: 'first_overall',
    condition: sql`where (select count(*) from first_overall) >= ${sql.lit(reach)}`,
    rows: sql`select ${walkedColumns} from (select * from issuables i where i.series = ${sql.lit(series)} ${indexed} ${start}
        order by ${ordering} limit ${sql.lit(Math.max(searched.rows, searched.perRow * reach))}) i
      where (select count(*) from places) > ${sql.lit(fewProjects)} and ${ofAny} ${ofState(state)} ${condition}
      order by ${ordering} limit ${sql.lit(reach)}`,
  }
}

/** The first issues of each project in an order that an index has, unless those that come first in all projects fill the page. */
function alongIndex(
  matching: Matching,
  state: IssueFilter['state'],
  walk: Walk,
  { ordering, isOfEveryState, isOverAll, condition, moment, indexed = sql``, isLeft: isLeftBefore = sql`` }: Along,
): readonly Part[] {
  const { series, ofProject } = matching
  const { sort, start = sql``, reach } = walk
  const first = isOverAll ? [firstOverall(matching, state, walk, { ordering, indexed, condition })] : []
  const isLeft = isOverAll ? unlessFull(walk, 'first_overall') : isLeftBefore
  const [walks, hasState] = byState(series, state, !isOfEveryState)
  const rows = (limit: number, within: RawBuilder<unknown>) => sql`(select ${walkedColumns} from issuables i
    where i.namespace_id = p.id and ${ofProject} ${hasState} ${condition} ${start} ${within} order by ${ordering} limit ${sql.lit(limit)}) i`
  const bound = moment && {
    ...{ value: moment, direction: sort },
    ...(sort === 'desc'
      ? { last: sql`timestamptz '-infinity'`, within: sql`and ${moment} >= p.farthest` }
      : { last: sql`timestamptz 'infinity'`, within: sql`and ${moment} <= p.farthest` }),
  }
  return [
    ...first,
    {
      name: 'along',
      rows: merged(
        {
          all: sql`(select * from places ${walks} where true ${isLeft}) p`,
          as: 'p',
          first: rows,
          ordering,
          ...(bound && { bound }),
        },
        reach,
      ),
    },
  ]
}
