import { type RawBuilder, sql } from 'kysely'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { type IssueFilter, statesOf } from './filter.ts'
import { groupByGroup, merged } from './merged.ts'
import type { SeenEpics } from './order.ts'
import { type Matching, ofState, type Part, type Walk, walkedColumns } from './walk-parts.ts'

/** The sort by owner: the name of a person or epic that has the issues. */
interface Owners {
  /** A table with an index on the project, series, state and owner of its rows, newest issue first. */
  readonly rows: RawBuilder<unknown>
  /** The same table with its issues `i`. */
  readonly issues: RawBuilder<unknown>
  /** The table's columns with the ids of the owner and of the issue. */
  readonly owner: string
  readonly issue: string
  /** `join ...` of the owner whose id is `held.owner_id`. */
  readonly join: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  /** Whether its rows of hidden issues have the state `hidden`. */
  readonly hidesState: boolean
  /** Leaves out rows of an issue that is listed under another owner, as `and ...`. */
  readonly once?: RawBuilder<unknown>
}

const ofUsers = { join: sql`join users ou on ou.id = held.owner_id`, name: nameOrder(sql`ou.name`) }
const ownIssues = { rows: sql`issuables i`, issues: sql`issuables i`, issue: 'i.id', hidesState: false }
export const ofAuthors: Owners = { ...ownIssues, ...ofUsers, owner: 'i.author_id' }
export const ofAssignees: Owners = {
  ...{ ...ofUsers, rows: sql`issuable_assignees r`, owner: 'r.user_id', issue: 'r.issuable_id', hidesState: true },
  issues: sql`issuable_assignees r cross join lateral (select * from issuables f where f.id = r.issuable_id offset 0) i`,
  // The first by name, and among people of one name the first by id.
  once: sql`and not exists (select 1 from issuable_assignees oa join users ou on ou.id = oa.user_id
    where oa.issuable_id = i.id and (${nameOrder(sql`ou.name`)}, oa.user_id) < (named.name, held.owner_id))`,
}
export const ofEpics = (seenEpics: SeenEpics): Owners => ({
  ...{ ...ownIssues, owner: 'i.parent_id', name: nameOrder(sql`oe.title`) },
  join: sql`join issuables oe on oe.id = held.owner_id and oe.series = 'epic' and ${seenEpics}`,
})

/**
 * The issues of people or epics in the order of their names. In each project, the owners are found one after another along the index
 * that also has their issues.
 *
 * @param state  as the filter has it
 */
export function byOwners(
  { series, ofAny, withHidden }: Matching,
  state: IssueFilter['state'],
  { sort, start = sql``, reach }: Walk,
  { rows, issues, owner, issue, join, name, hidesState, once = sql`` }: Owners,
): Part {
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
  const ofOwner = (limit: number, within: RawBuilder<unknown>) => sql`(select ${walkedColumns} from ${issues}
    where ${held(sql`held.place_id`, sql`held.state`)} and ${ownerId} = held.owner_id and ${ofAny} ${ofState(state)} ${start} ${within} ${once}
    order by ${issueId} desc limit ${sql.lit(limit)}) i`
  return {
    name: 'by_owner',
    rows: groupByGroup(
      sql`select ${name} as name, array_agg(held.place_id) as place_ids, array_agg(held.state) as states, array_agg(held.owner_id) as owner_ids
        from (select p.id as place_id, each_state.state, found.owner_id from places p
          cross join unnest(array[${sql.join(states.map(each => sql.lit(each)))}]) as each_state (state)
          cross join lateral (with recursive found (owner_id) as (
              select ${next(sql`${ownerId} is not null`)}
              union all select ${next(sql`${ownerId} > found.owner_id`)} from found where found.owner_id is not null)
            select owner_id from found where owner_id is not null) found) held ${join}
        group by 1 order by 1 ${sql.raw(sort)}`,
      'named',
      merged(
        {
          all: sql`unnest(named.place_ids, named.states, named.owner_ids) as held (place_id, state, owner_id)`,
          as: 'held',
          first: ofOwner,
          ordering: sql`i.id desc`,
        },
        reach,
      ),
      reach,
    ),
  }
}
