import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { sortedNames } from '#contract/plan/attributes/plain-attributes.ts'
import { valueColumns } from '#server/plan/issuables/all-attributes.ts'
import { type IssueFilter, statesOf } from './filter.ts'
import { type IssueOrder, labelPriority, orderBy, orderingOf, type SeenEpics } from './order.ts'
import { planOwnersOf } from './sources.ts'

export interface Walk {
  readonly order: IssueOrder
  /** Another order, which no index of a project has. */
  readonly by?: OtherOrder | undefined
  readonly sort: 'asc' | 'desc'
  /** Needed by the order by epics. */
  readonly seenEpics?: SeenEpics | undefined
  /** The row after which the walk begins, as `and ...`; absent for the first page. */
  readonly start?: RawBuilder<unknown>
  /** Inserted as text where the number is a usual one, so that plans are kept. */
  readonly limit: RawBuilder<unknown>
  /** Rows to skip and to take, together. */
  readonly reach: number
}

export interface OtherOrder {
  readonly ordering: RawBuilder<unknown>
  /** The rows that an index over all projects has in this order, where there is one; they come before the others. */
  readonly indexed?: RawBuilder<unknown> | undefined
  /** The moment that it goes by, where an index of each project has its rows of one state in this order, too. */
  readonly moment?: RawBuilder<unknown>
}

/** Which issues a walk takes, as conditions on `issuables i` in a statement with `places` (`projectsWith`). */
export interface Matching {
  readonly series: IssuableSeries
  /** Of a place `p`. */
  readonly ofPlace: RawBuilder<unknown>
  /** Of any place. */
  readonly ofAny: RawBuilder<unknown>
  /** Whether the actor may read hidden issues. */
  readonly withHidden: boolean
}

/** The columns that orders depend on. */
export const walkedColumns = sql`i.id, i.namespace_id, i.type, i.milestone_id, i.title, i.created_at, i.updated_at, i.closed_at, i.upvotes,
  i.blocking_count, i.published_at, i.relative_position, i.iteration_id, i.notes_count, i.time_estimate, i.time_spent,
  i.author_id, i.parent_id, i.task_count, i.task_completed_count, ${valueColumns(sortedNames)}`

/** A state as one more condition. */
export const ofState = (state: IssueFilter['state']): RawBuilder<unknown> =>
  state === undefined || state === 'all' ? sql`` : sql`and i.state = ${state}`

/**
 * What walks the states one by one where none is asked for and the index has each on its own: a join, and the condition on `issuables i`.
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

/** Orders by a moment, which indexes have the issues of a project and of all projects in, whatever their state is. */
const ofEveryState: ReadonlySet<IssueOrder> = new Set(['created_at', 'updated_at'])

/** Orders that no index of a project has as a whole: even within one project they are walked in parts. */
export const ordersOfParts: ReadonlySet<IssueOrder> = new Set([
  'milestone_due',
  'iteration',
  'label_priority',
  'priority',
  'author',
  'assignee',
  'epic',
])

/**
 * `from ... order by ... limit` of a page of the issues of many projects, as `i`.
 *
 * Each order is followed along an index, so that what is read depends on the page and the number of projects, not on how many
 * issues there are.
 */
export function inOrderOfPlaces(matching: Matching, state: IssueFilter['state'], walk: Walk): RawBuilder<unknown> {
  const { by, order, sort, seenEpics, limit } = walk
  const parts = partsOf(matching, state, walk)
  const ctes = parts.map(({ name, rows }) => sql`${sql.ref(name)} as materialized (${rows})`)
  const walked = parts
    .filter(part => part.isWalked)
    .map(({ name, condition = sql`` }) => sql`select * from ${sql.ref(name)} ${condition}`)
  return sql`from (with ${sql.join(ctes)} ${sql.join(walked, sql` union all `)}) i
    order by ${by?.ordering ?? orderBy(order, sort, seenEpics)} ${limit}`
}

/**
 * The same of issues that are found one by one: by a moment, those of many projects are looked for among the newest first.
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
  const first = newest({ series, ofAny: isFound }, state, walk, { ordering, condition: sql`` })
  return sql`from (with newest as materialized (${first.rows}) select * from newest ${first.condition ?? sql``}
    union all select ${walkedColumns} ${gathered} ${start} ${unlessFull(walk, 'newest')}) i order by ${ordering} ${limit}`
}

/** `from` of all issues of `places` that a condition finds, as `i`. */
export const everyOfPlaces = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  // With an offset the projects stay what is walked.
  sql`from places p cross join lateral (select ${walkedColumns} from issuables i where i.namespace_id = p.id and ${condition} offset 0) i`

interface Part {
  readonly name: string
  readonly rows: RawBuilder<unknown>
  /** Whether its rows belong to the list; other parts only help to find them. */
  readonly isWalked: boolean
  /** The condition on which they do, as `where ...`. */
  readonly condition?: RawBuilder<unknown>
}

function partsOf(matching: Matching, state: IssueFilter['state'], walk: Walk): readonly Part[] {
  const { by, order, sort, start = sql`` } = walk
  if (by !== undefined) {
    const { ordering, indexed, moment } = by
    if (moment !== undefined)
      return alongIndex(matching, state, walk, {
        ...{ ordering, isOfEveryState: false, isOverAll: true, condition: indexed ?? sql``, moment },
        ...(indexed !== undefined && { indexed }),
      })
    const first = indexed === undefined ? [] : [newest(matching, state, walk, { ordering, indexed, condition: sql`` })]
    const isLeft = indexed === undefined ? sql`` : unlessFull(walk, 'newest')
    return [
      ...first,
      {
        name: 'every',
        isWalked: true,
        rows: sql`select i.* ${everyOfPlaces(sql`${matching.ofPlace} ${ofState(state)} ${start} ${isLeft}`)}`,
      },
    ]
  }
  // What the order says nothing about comes last, by id.
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
      return [dayByDay(matching, state, walk, dueMilestones), ...rest(sql`and ${hasNoDue}`, 'due')]
    case 'iteration':
      return [dayByDay(matching, state, walk, iterations), ...rest(sql`and i.iteration_id is null`, 'due')]
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
        byRank(matching, state, walk, { condition: sql`and ${hasNoDue}`, isLeft: unlessFull(walk, 'due') }),
        ...rest(sql`and ${hasNoDue} and ${hasNoRank}`, 'due', 'by_rank'),
      ]
    default:
      return alongIndex(matching, state, walk, {
        ordering: orderBy(order, sort),
        isOfEveryState: ofEveryState.has(order),
        isOverAll: ofEveryState.has(order),
        condition: sql``,
        ...(ofEveryState.has(order) ? { moment: orderingOf(order, sort).key } : {}),
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

/** What issues are in for some time, and the day by which it is sorted. */
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
  // By priority, each issue of a day is looked at, with an offset milestone by milestone; by id, as many of a milestone as the page can show.
  const [within, ofTimebox] =
    order === 'priority'
      ? [sql`${labelPriority} ${direction} nulls last, i.id desc`, sql`offset 0`]
      : [sql`i.id desc`, sql`order by i.id desc limit ${sql.lit(reach)}`]
  return {
    name: 'due',
    isWalked: true,
    rows: sql`select i.* from (
        select ${day} as day, array_agg(m.id) as ids from (select distinct ${planOwnersOf('p')} as id from places p) owner
          join ${table} m on m.namespace_id = owner.id where ${day} is not null
        group by ${day} order by ${day} ${direction}) d
      cross join lateral (select i.* from unnest(d.ids) as timebox (id) ${walks}
        cross join lateral (select ${walkedColumns} from issuables i
          where ${column} = timebox.id and ${ofAny} ${hasState} ${start} ${ofTimebox}) i
        order by ${within} limit ${sql.lit(reach)}) i
      order by d.day ${direction}, ${within} limit ${sql.lit(reach)}`,
  }
}

/**
 * Issues that have a label with a priority in their project: priority by priority, those of each label and state in the order of an
 * index. A page of n issues of one priority has labels among the n whose newest issue is newest, so only these are walked further.
 */
function byRank(
  { series, ofAny, withHidden }: Matching,
  state: IssueFilter['state'],
  { sort, start = sql``, reach }: Walk,
  { condition = sql``, isLeft = sql`` }: Partial<Pick<Along, 'condition' | 'isLeft'>> = {},
): Part {
  const direction = sql.raw(sort)
  // In `issuable_labels`, the state of a hidden issue is `hidden`, whether it is open or closed.
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
  const full = sql.lit(reach)
  return {
    name: 'by_rank',
    isWalked: true,
    // The rows come in order. If they were sorted again, the first issues of one more priority would be read before the limit applies.
    rows: sql`select i.* from (
        select op.priority, array_agg(op.project_id) as project_ids, array_agg(op.label_id) as label_ids
        from places p join label_priorities op on op.project_id = p.id where true ${isLeft}
        group by op.priority order by op.priority ${direction}) ranked
      cross join lateral (select distinct on (i.id) i.* from (
          select l.*, case when max(l.rank) over () < ${full} then 0 else min(l.first_id) over () end as last_id from (
            select l.*, i.id as first_id, dense_rank() over (order by i.id desc) as rank
            from (select * from unnest(ranked.project_ids, ranked.label_ids) as of_project (project_id, label_id)
                cross join unnest(array[${sql.join(states.map(each => sql.lit(each)))}]) as each_state (state)) l
              cross join lateral ${ofLabel(1, sql``)}) l where l.rank <= ${full}) l
        cross join lateral ${ofLabel(reach, sql`and il.issuable_id between l.last_id and l.first_id`)} order by i.id desc limit ${full}) i
      limit ${full}`,
  }
}

/** Who or what issues belong to, and the name by which it is sorted. */
interface Owners {
  /** A table with an index on the project, series, state and owner of its rows, newest issue first; and the same with the issues `i`. */
  readonly rows: RawBuilder<unknown>
  readonly issues: RawBuilder<unknown>
  /** Its columns with the ids of the owner and of the issue. */
  readonly owner: string
  readonly issue: string
  /** `join ...` of the owner whose id is `held.owner_id`. */
  readonly join: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  /** Whether its rows of hidden issues have a state of their own. */
  readonly hidesState: boolean
  /** Leaves out rows of an issue that is listed under another owner, as `and ...`. */
  readonly once?: RawBuilder<unknown>
}

const ofUsers = { join: sql`join users ou on ou.id = held.owner_id`, name: sql`lower(ou.name)` }
const ownIssues = { rows: sql`issuables i`, issues: sql`issuables i`, issue: 'i.id', hidesState: false }
const ofAuthors: Owners = { ...ownIssues, ...ofUsers, owner: 'i.author_id' }
const ofAssignees: Owners = {
  ...{ ...ofUsers, rows: sql`issuable_assignees r`, owner: 'r.user_id', issue: 'r.issuable_id', hidesState: true },
  issues: sql`issuable_assignees r cross join lateral (select * from issuables f where f.id = r.issuable_id offset 0) i`,
  // The first by name, and among people of one name the first by id.
  once: sql`and not exists (select 1 from issuable_assignees oa join users ou on ou.id = oa.user_id
    where oa.issuable_id = i.id and (lower(ou.name), oa.user_id) < (named.name, held.owner_id))`,
}
const ofEpics = (seenEpics: SeenEpics): Owners => ({
  ...{ ...ownIssues, owner: 'i.parent_id', name: sql`lower(oe.title)` },
  join: sql`join issuables oe on oe.id = held.owner_id and oe.series = 'epic' and ${seenEpics}`,
})

/**
 * The issues of people or epics in the order of their names. The owners of each project are found one after another along the index
 * that then has their issues. As many projects of an owner as the page has rows are walked further than to the first issue.
 */
function byOwners(
  { series, ofAny, withHidden }: Matching,
  state: IssueFilter['state'],
  { sort, start = sql``, reach }: Walk,
  { rows, issues, owner, issue, join, name, hidesState, once = sql`` }: Owners,
): Part {
  const direction = sql.raw(sort)
  const full = sql.lit(reach)
  const states = [
    ...(state === undefined || state === 'all' ? statesOf(series) : [state]),
    ...(hidesState && withHidden ? ['hidden'] : []),
  ]
  const [ownerId, issueId] = [sql.ref(owner), sql.ref(issue)]
  const inIndex = (column: string) => sql.ref(owner.replace(/\w+$/, column))
  const held = (place: RawBuilder<unknown>, ofState: RawBuilder<unknown>) =>
    sql`${inIndex('namespace_id')} = ${place} and ${inIndex('series')} = ${sql.lit(series)} and ${inIndex('state')} = ${ofState}`
  const next = (condition: RawBuilder<unknown>) => sql`(select ${ownerId} from ${rows}
    where ${held(sql`p.id`, sql`each_state.state`)} and ${condition} order by ${ownerId} limit 1)`
  const ofOwner = (limit: number) => sql`(select ${walkedColumns} from ${issues}
    where ${held(sql`held.place_id`, sql`held.state`)} and ${ownerId} = held.owner_id and ${ofAny} ${ofState(state)} ${start} ${once}
    order by ${issueId} desc limit ${sql.lit(limit)}) i`
  return {
    name: 'by_owner',
    isWalked: true,
    // The rows come in order, as those of `byRank` do.
    rows: sql`select i.* from (
        select ${name} as name, array_agg(held.place_id) as place_ids, array_agg(held.state) as states, array_agg(held.owner_id) as owner_ids
        from (select p.id as place_id, each_state.state, found.owner_id from places p
          cross join unnest(array[${sql.join(states.map(each => sql.lit(each)))}]) as each_state (state)
          cross join lateral (with recursive found (owner_id) as (
              select ${next(sql`${ownerId} is not null`)}
              union all select ${next(sql`${ownerId} > found.owner_id`)} from found where found.owner_id is not null)
            select owner_id from found where owner_id is not null) found) held ${join}
        group by 1 order by 1 ${direction}) named
      cross join lateral (select i.* from (
          select held.* from unnest(named.place_ids, named.states, named.owner_ids) as held (place_id, state, owner_id)
          cross join lateral ${ofOwner(1)} order by i.id desc limit ${full}) held
        cross join lateral ${ofOwner(reach)} order by i.id desc limit ${full}) i
      limit ${full}`,
  }
}

interface Along {
  /** An order in which an index has the issues of a project. */
  readonly ordering: RawBuilder<unknown>
  /** Whether the index has them whatever their state is. */
  readonly isOfEveryState: boolean
  /** Whether an index has the issues of all projects in it. */
  readonly isOverAll: boolean
  readonly condition: RawBuilder<unknown>
  /** The moment that the order goes by, where it does. */
  readonly moment?: RawBuilder<unknown>
  /** The rows that the index over all projects has. */
  readonly indexed?: RawBuilder<unknown>
  /** Whether the parts before leave room on the page, as `and ...`. */
  readonly isLeft?: RawBuilder<unknown>
}

/** How many of the newest issues are searched for a page: a fixed number, or a few for each of its rows where that is more. */
const window = { rows: 2_000, perRow: 4 }
/** With this few projects or fewer, walking project by project is faster. */
const fewPlaces = 20

/** A page found among the newest issues of all projects along an index over all of them. It is used only if it is full. */
function newest(
  { series, ofAny }: Pick<Matching, 'series' | 'ofAny'>,
  state: IssueFilter['state'],
  { start = sql``, reach }: Walk,
  { ordering, indexed = sql``, condition }: Pick<Along, 'ordering' | 'condition'> & Pick<OtherOrder, 'indexed'>,
): Part {
  return {
    name: 'newest',
    isWalked: true,
    condition: sql`where (select count(*) from newest) >= ${sql.lit(reach)}`,
    rows: sql`select ${walkedColumns} from (select * from issuables i where i.series = ${sql.lit(series)} ${indexed} ${start}
        order by ${ordering} limit ${sql.lit(Math.max(window.rows, window.perRow * reach))}) i
      where (select count(*) from places) > ${sql.lit(fewPlaces)} and ${ofAny} ${ofState(state)} ${condition}
      order by ${ordering} limit ${sql.lit(reach)}`,
  }
}

/**
 * The first issues of each project in an order that an index has, unless the newest of all projects fill the page. The first rows of
 * the list are of the projects whose own first comes first, so only as many projects as the page has rows are walked further, and by
 * moments only to the last of those firsts.
 */
function alongIndex(
  matching: Matching,
  state: IssueFilter['state'],
  walk: Walk,
  { ordering, isOfEveryState, isOverAll, condition, moment, indexed = sql``, isLeft: isLeftBefore = sql`` }: Along,
): readonly Part[] {
  const { series, ofPlace } = matching
  const { sort, start = sql``, reach } = walk
  const first = isOverAll ? [newest(matching, state, walk, { ordering, indexed, condition })] : []
  const isLeft = isOverAll ? unlessFull(walk, 'newest') : isLeftBefore
  const [walks, hasState] = byState(series, state, !isOfEveryState)
  const rows = (limit: number, within: RawBuilder<unknown>) => sql`(select ${walkedColumns} from issuables i
    where i.namespace_id = p.id and ${ofPlace} ${hasState} ${condition} ${start} ${within} order by ${ordering} limit ${sql.lit(limit)}) i`
  const [farthest, none, beforeIt] =
    sort === 'desc' ? [sql`min`, sql`'-infinity'`, sql`>=`] : [sql`max`, sql`'infinity'`, sql`<=`]
  const within =
    moment === undefined
      ? sql``
      : sql`and ${moment} ${beforeIt} (select case when count(*) < ${sql.lit(reach)} then ${none} else ${farthest}(first_moment) end from firsts)`
  return [
    ...first,
    {
      name: 'firsts',
      isWalked: false,
      rows: sql`select p.*, ${moment ?? sql`null::timestamptz`} as first_moment from (select * from places ${walks} where true ${isLeft}) p
        cross join lateral ${rows(1, sql``)} order by ${ordering} limit ${sql.lit(reach)}`,
    },
    { name: 'along', isWalked: true, rows: sql`select i.* from firsts p cross join lateral ${rows(reach, within)}` },
  ]
}
