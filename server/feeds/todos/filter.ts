import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { todoFilters, todoSorting } from '#contract/feeds/todo-filters.ts'
import { globalIdsOf } from '#contract/issuable-feeds.ts'
import { allSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { betweenMoments } from '#server/plan/lists/moments.ts'
import { usersNamed } from '#server/plan/lists/person-filter.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'

const Filters = Type.Object({ ...todoFilters, ...todoSorting })

/** The filters and order of a list of to-dos. */
export type TodoFilters = Static<typeof Filters>

type SqlCondition = RawBuilder<unknown>
type Attribute = keyof NonNullable<TodoFilters['or']>

// The API names a class, which covers all types of a series; a name in lower case is a single type.
const seriesOf: ReadonlyMap<string, string> = new Map(
  allSeries.flatMap(series =>
    [issuableKinds[series].contractType, ...globalIdsOf(series)].map(name => [name, series] as const),
  ),
)

const ofTarget = (condition: SqlCondition): SqlCondition =>
  sql`exists (select 1 from issuables ts where ts.id = t.issuable_id and ${condition})`

const placesNamed = (paths: readonly string[]): SqlCondition =>
  sql`array(select fp.id from namespaces fp where lower(fp.full_path) = any (${paths.map(path => path.toLowerCase())}::text[]))`

const inGroups = (ids: SqlCondition): SqlCondition =>
  sql`exists (select 1 from namespaces tg where tg.id = t.namespace_id and tg.ancestor_ids && ${ids}::bigint[])`

/** Whether an attribute of `todos t` has one of some values. */
const among: Readonly<Record<Attribute, (ctx: Context, values: readonly string[]) => SqlCondition>> = {
  action: (_ctx, values) => sql`t.action = any (${[...values]}::text[])`,
  authorUsername: (ctx, values) => sql`t.author_id = any (array(${usersNamed(ctx, values)}))`,
  project: (_ctx, values) => sql`t.namespace_id = any (${placesNamed(values)})`,
  group: (_ctx, values) => inGroups(placesNamed(values)),
  type: (_ctx, values) => {
    const types = values.filter(value => value === value.toLowerCase())
    const series = values.flatMap(value => seriesOf.get(value) ?? [])
    return ofTarget(sql`(ts.type = any (${types}::text[]) or ts.series = any (${series}::text[]))`)
  },
  targetState: (_ctx, values) => ofTarget(sql`ts.state = any (${[...values]}::text[])`),
}

// The table has each attribute once.
const attributes = Object.keys(among) as readonly Attribute[]

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

/** The conditions on `todos t` of a filter; none for an empty one. */
export function todoConditions(ctx: Context, asked: TodoFilters): readonly SqlCondition[] {
  const { authorId, projectId, groupId, search, or = {}, not = {} } = asked
  return [
    ...attributes.flatMap(name => {
      const [is, isNot] = [asked[name], not[name]]
      const oneOf = (or[name] ?? []).filter(isGiven)
      return [
        ...(isGiven(is) ? [among[name](ctx, [is])] : []),
        ...(oneOf.length > 0 ? [among[name](ctx, oneOf)] : []),
        ...(isGiven(isNot) ? [sql`not ${among[name](ctx, [isNot])}`] : []),
      ]
    }),
    ...(authorId === undefined ? [] : [sql`t.author_id = ${authorId}`]),
    ...(projectId === undefined ? [] : [sql`t.namespace_id = ${projectId}`]),
    ...(groupId === undefined ? [] : [inGroups(sql`array[${groupId}]`)]),
    ...(isGiven(search) ? [ofTarget(matchesSearch(sql`ts.title`, search))] : []),
    ...betweenMoments(ctx, sql`t.created_at`, {
      after: asked.createdAfter,
      before: asked.createdBefore,
      timeZone: asked.timeZone,
    }),
  ]
}

/** The same as one condition. */
export const filtered = (ctx: Context, asked: TodoFilters): SqlCondition =>
  sql.join([sql`true`, ...todoConditions(ctx, asked)], sql` and `)

/** The most important of the item's labels, as its project ranks them. */
export const labelPriorityOfTodo = sql<number | null>`(select min(op.priority) from issuable_labels ol
  join label_priorities op on op.label_id = ol.label_id and op.project_id = t.namespace_id where ol.issuable_id = t.issuable_id)`

/** The columns of the orders. A to-do that was snoozed counts as created when it returned. */
const keys: Readonly<Record<NonNullable<TodoFilters['orderBy']>, RawBuilder<unknown>>> = {
  created_at: sql`coalesce(t.returned_at, t.created_at)`,
  updated_at: sql`t.updated_at`,
  snoozed_until: sql`t.snoozed_until`,
  due_date: sql`(select ot.due_date from issuables ot where ot.id = t.issuable_id)`,
  label_priority: labelPriorityOfTodo,
}

/** The direction of an order that is chosen without one. */
const usualSort = {
  created_at: 'desc',
  updated_at: 'desc',
  snoozed_until: 'asc',
  due_date: 'asc',
  label_priority: 'asc',
} as const

/** The chosen order; null for the default of the list. */
export function chosenOrder({ orderBy, sort }: TodoFilters): RawBuilder<unknown> | null {
  if (orderBy === undefined) return sort === undefined ? null : sql`t.id ${sql.raw(sort)}`
  return sql`${keys[orderBy]} ${sql.raw(sort ?? usualSort[orderBy])} nulls last, t.id desc`
}
