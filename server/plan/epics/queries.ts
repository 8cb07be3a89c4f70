import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type { listEpics as listOperation } from '#contract/plan/epics/epics.ts'
import { titleInFilter } from '#contract/plan/labels/label-words.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { searchConditionAmongFew } from '#server/discuss/noteables/search-condition.ts'
import { NotFound } from '#server/errors.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { inOrder } from '#server/plan/issuables/children.ts'
import { meetsDays } from '#server/plan/issuables/meets-days.ts'
import { issueJoins, issueJson } from '#server/plan/issues/present.ts'
import { allOf, type Condition, fieldConditions } from '#server/plan/lists/condition-table.ts'
import { issuableConditions } from '#server/plan/lists/issuable-conditions.ts'
import { dayConditions, todayIn } from '#server/plan/lists/moments.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'
import { epicJoins, epicJson } from './present.ts'

const i = columnsOf('issuables', 'i')

export type EpicFilter = Omit<InputOf<typeof listOperation>, 'id' | 'page' | 'perPage' | 'sort' | 'orderBy'> & {
  readonly iids?: readonly number[] | undefined
  /** The beginning of the number. */
  readonly iidStartsWith?: string | undefined
  readonly in?: readonly ('title' | 'description')[] | undefined
  readonly isTopLevel?: boolean | undefined
  /** An issue of the epic has a milestone of this title. */
  readonly milestoneTitle?: string | undefined
  /** Days that the epic's own meet. */
  readonly timeframe?: { readonly start: string; readonly end: string } | undefined
}

/** One epic in full, for those who may know of it: the caller has loaded it. */
export async function showEpic(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${epicJson(ctx, { isOne: true })}::text as json from issuables i ${epicJoins} where i.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Epic')
  return new RawJson(found.json)
}

const byCreation = sql`i.created_at`
const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  created_at: byCreation,
  updated_at: sql`i.updated_at`,
  title: nameOrder(sql`i.title`),
  start_date: sql`i.start_date`,
  end_date: sql`i.due_date`,
}

/** The order of epics, over `issuables i`. Those without the date come last. */
export const epicOrder = (by = 'created_at', sort: 'asc' | 'desc' = 'desc'): RawBuilder<unknown> =>
  sql`${orders[by] ?? byCreation} ${sql.raw(sort)} nulls last, i.id ${sql.raw(sort)}`

/** The epics of a group that the actor may know of, with those of the groups below it and, if asked for, above it. */
export function listEpics(
  ctx: Context,
  group: Pick<GroupRow, 'id' | 'fullPath' | 'ancestorIds'>,
  {
    orderBy,
    sort,
    withLabelsDetails,
    ...filter
  }: EpicFilter & { readonly orderBy?: string | undefined; readonly sort?: 'asc' | 'desc' | undefined },
  page: Paging,
) {
  return pageOfJson<never>(ctx, page, {
    item: epicJson(ctx, { withLabelsDetails, through: group.fullPath }),
    matching: sql`issuables i ${epicJoins} where ${epicsWhere(ctx, group, filter)}`,
    order: epicOrder(orderBy, sort),
  })
}

/** A condition on `issuables i`. */
export function epicsWhere(
  ctx: Context,
  { id, ancestorIds }: Pick<GroupRow, 'id' | 'ancestorIds'>,
  filter: EpicFilter,
): RawBuilder<boolean> {
  const { includeDescendantGroups = true, includeAncestorGroups = false } = filter
  const places = [
    ...(includeDescendantGroups
      ? [
          sql`i.namespace_id in (select g.id from namespaces g where g.kind = 'group' and ${id}::bigint = any (g.ancestor_ids))`,
        ]
      : [sql`i.namespace_id = ${id}`]),
    ...(includeAncestorGroups ? [sql`i.namespace_id = any (${[...ancestorIds]}::bigint[])`] : []),
  ]
  const parts = [
    sql`(${sql.join(places, sql` or `)})`,
    visibleIssuables(ctx.actor, 'i', { series: 'epic' }),
    ...epicConditions(ctx, filter),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The conditions of a filter on `issuables i`, for the epics of any group. */
export function epicConditions(ctx: Context, filter: EpicFilter): RawBuilder<unknown>[] {
  const { state, search } = filter
  const parts = [
    ...fieldConditions(epicFields, { ctx, today: todayIn(ctx, filter.timeZone) }, filter),
    ...dayConditions(ctx, filter),
  ]
  const add = (condition: RawBuilder<unknown>) => parts.push(condition)
  if (state === 'opened' || state === 'closed') add(sql`i.state = ${state}`)
  if (filter.iidStartsWith !== undefined) add(sql`i.iid::text like ${`${filter.iidStartsWith}%`}`)
  if (filter.isTopLevel) add(sql`i.parent_id is null`)
  if (filter.timeframe !== undefined) add(meetsDays(filter.timeframe))
  if (filter.milestoneTitle !== undefined)
    add(sql`exists (select 1 from issuables held join milestones m on m.id = held.milestone_id
      where held.parent_id = i.id and m.title = ${filter.milestoneTitle} and ${visibleIssuables(ctx.actor, 'held', { series: 'issue' })})`)
  if (search?.trim()) add(searchConditionAmongFew(search, filter.in ?? ['title', 'description']))
  return parts
}

const anyLabel = sql`exists (select 1 from issuable_labels il where il.issuable_id = i.id)`
const labelsAmong = (names: readonly string[]): RawBuilder<unknown> =>
  sql`from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id and lower(l.title) = any (${[...names]}::text[])`

/** Titles in lower case, and the words `None` and `Any`. */
function readLabels(labels: readonly string[]) {
  const names = new Set(labels.map(label => label.toLowerCase()))
  return { isAny: names.delete('any'), isNone: names.delete('none'), titles: [...names].map(titleInFilter) }
}

/** The conditions of filters, which find labels of epics in any case. */
const epicFields = { ...issuableConditions, labels: { is: hasLabels, not: hasNoneOf } }

/**
 * A condition on having all of some labels. It is one condition: the planner takes seconds over a hundred subqueries.
 */
function hasLabels(labels: readonly string[]): Condition | null {
  const { isAny, isNone, titles } = readLabels(labels)
  return allOf([
    ...(isAny ? [anyLabel] : []),
    ...(isNone ? [sql`not ${anyLabel}`] : []),
    ...(titles.length === 1 ? [sql`exists (select 1 ${labelsAmong(titles)})`] : []),
    ...(titles.length > 1
      ? [sql`(select count(distinct lower(l.title)) ${labelsAmong(titles)}) = ${titles.length}`]
      : []),
  ])
}

function hasNoneOf(labels: readonly string[]): Condition | null {
  const { isAny, isNone, titles } = readLabels(labels)
  return allOf([
    ...(isAny ? [sql`not ${anyLabel}`] : []),
    ...(isNone ? [anyLabel] : []),
    ...(titles.length > 0 ? [sql`not exists (select 1 ${labelsAmong(titles)})`] : []),
  ])
}

/** The issues of an epic that the actor may know of, in their order. */
export const listEpicIssues = (ctx: Context, epicId: number, page: Paging) =>
  pageOfJson<never>(ctx, page, {
    item: sql`(${issueJson(ctx)})::jsonb || ${objectb({ epic_issue_id: i('id'), relative_position: i('parentPosition') })}`,
    matching: sql`issuables i ${issueJoins(ctx)} where i.parent_id = ${epicId} and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`,
    order: inOrder,
  })

/** The child epics of an epic that the actor may know of, in their order. */
export const listChildren = (ctx: Context, epicId: number, page: Paging) =>
  pageOfJson<never>(ctx, page, {
    item: epicJson(ctx),
    matching: sql`issuables i ${epicJoins} where i.parent_id = ${epicId} and ${visibleIssuables(ctx.actor, 'i', { series: 'epic' })}`,
    order: inOrder,
  })

/** An issue and the epic that it is in, or was in. */
export async function showEpicIssue(ctx: Context, epicId: number, issueId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${object({
      ...i.fields('id'),
      relative_position: i('parentPosition'),
      issue: sql`(${issueJson(ctx, { basic: true })})::json`,
      epic: sql`(select ${epicJson(ctx)} from issuables i ${epicJoins} where i.id = ${epicId})`,
    })}::text as json
    from issuables i ${issueJoins(ctx)} where i.id = ${issueId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Issue')
  return new RawJson(found.json)
}
