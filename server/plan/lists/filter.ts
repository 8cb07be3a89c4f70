import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { issueFilters } from '#contract/plan/issues/issues.ts'
import { type FilterField, filterFields } from '#contract/plan/lists/filter-fields.ts'
import type { Context } from '#server/context.ts'
import { searchCondition } from '#server/discuss/noteables/search-condition.ts'
import { Malformed } from '#server/errors.ts'
import { anyOf, type Condition, type FilterAt, fieldConditions, oneOfConditions } from './condition-table.ts'
import { issuableConditions } from './issuable-conditions.ts'
import { dayConditions, todayIn } from './moments.ts'

const Filters = Type.Object(issueFilters)

/**
 * The filters of a list of issues. Lists of another series pass filters that `conditionsOf` does not know as conditions
 * of their own.
 */
export type IssueFilter = Omit<Static<typeof Filters>, 'state'> & {
  readonly state?: Static<typeof Filters>['state'] | 'merged' | 'locked' | undefined
  /** The listed series: issues by default. */
  readonly series?: IssuableSeries
  /** A select of the ids among which to look, a few thousand at most. */
  readonly among?: RawBuilder<unknown>
  /** The rows to choose from: the hits of an earlier search. */
  readonly ids?: readonly number[]
  /** The search finds much: it is looked for along the order of the list, not by its index. */
  readonly isCommon?: boolean
}

export const seriesOf = (filter: IssueFilter): IssuableSeries => filter.series ?? 'issue'

/** The states in which an issuable of a series can be. */
export const statesOf = (series: IssuableSeries): readonly NonNullable<IssueFilter['state']>[] =>
  series === 'merge_request' ? ['opened', 'closed', 'merged', 'locked'] : ['opened', 'closed']

/**
 * A filter as conditions on `issuables i`, without those of permissions and namespace.
 *
 * @throws Malformed  filters that exclude each other
 */
export function conditionsOf(ctx: Context, filter: IssueFilter): readonly Condition[] {
  exclusive(filter)
  const { state, any, ids, search } = filter
  const at = { ctx, today: todayIn(ctx, filter.timeZone) }
  return [
    ...(state === undefined || state === 'all' ? [] : [sql`i.state = ${state}`]),
    ...fieldConditions(issuableConditions, at, filter),
    ...dayConditions(ctx, filter),
    ...joinedConditions({ ...at, beside: { ...filter } }, any),
    ...(ids === undefined ? [] : [sql`i.id = any (${[...ids]}::bigint[])`]),
    ...(search === undefined || search === '' ? [] : [found(filter, search)]),
  ]
}

function found(filter: IssueFilter, search: string): Condition {
  const condition = searchCondition(search, filter.in, seriesOf(filter))
  // PostgreSQL takes any pattern for rare, and would sort the whole list for it: it takes a case for half of the rows.
  return filter.isCommon ? sql`case when ${condition} then true else false end` : condition
}

/** One condition that is true if any of the values matches, whichever attribute it is of. */
function joinedConditions(at: FilterAt, any: IssueFilter['any']): readonly Condition[] {
  const conditions = oneOfConditions(issuableConditions, at, any)
  return conditions.length === 0 ? [] : [anyOf(conditions)]
}

const narrowing = [...Object.keys(issueFilters), 'ids', 'among'].filter(
  name => name !== 'state' && name !== 'scope' && name !== 'timeZone',
) as readonly (keyof IssueFilter)[]

/** Whether the filter narrows nothing but the state; other members of the object are ignored. */
export const isPlain = (filter: IssueFilter): boolean =>
  narrowing.every(name => filter[name] === undefined) && (filter.scope === undefined || filter.scope === 'all')

/** Refuse a request that has both of two filters for the same, by name and by id. @throws Malformed  it has both */
export function exclusive(filter: object, fields: Readonly<Record<string, FilterField>> = filterFields): void {
  const given: Readonly<Record<string, unknown>> = { ...filter }
  for (const [name, { insteadOf }] of Object.entries(fields))
    if (insteadOf !== undefined && given[name] !== undefined && given[insteadOf] !== undefined) {
      const wire = [name, insteadOf].map(each => each.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
      throw new Malformed(`${wire.sort().join(', ')} are mutually exclusive`)
    }
}
