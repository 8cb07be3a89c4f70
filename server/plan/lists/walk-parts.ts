import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { sortedNames } from '#contract/plan/attributes/plain-attributes.ts'
import { valueColumns } from '#server/plan/issuables/all-attributes.ts'
import type { IssueFilter } from './filter.ts'
import type { IssueOrder, SeenEpics } from './order.ts'

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

/** The issues that a walk takes, as conditions on `issuables i` in a statement with `places` (`projectsWith`). */
export interface Matching {
  readonly series: IssuableSeries
  /** The condition on the issues of a project `p`. */
  readonly ofProject: RawBuilder<unknown>
  /** The condition on the issues of any project. */
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

/** One of the statements that find the rows of a walk. */
export interface Part {
  readonly name: string
  readonly rows: RawBuilder<unknown>
  /** The condition on which its rows belong to the list, as `where ...`. */
  readonly condition?: RawBuilder<unknown>
}
