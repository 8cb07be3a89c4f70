import { sql } from 'kysely'
import type { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { filteredTime } from '#server/graphql/relative-days.ts'
import { type Days, Timeframe } from '#server/graphql/timeframe.ts'
import { declaredArgs, negatedArgs, readDeclared, unionedArgsInBothNames } from '#server/plan/lists/graphql-fields.ts'
import { SearchableField } from '#server/plan/lists/graphql-filter.ts'
import { viewedFilter } from '#server/plan/saved-views/view-args.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { Epic, type EpicNode, epicColumns, epicTables } from '../node.ts'
import { type EpicFilter, epicsWhere } from '../queries.ts'

export const EpicState = builder.enumType('EpicState', {
  values: { all: { value: 'all' }, opened: { value: 'opened' }, closed: { value: 'closed' } } as const,
})

const dates = { START_DATE: 'i.start_date', END_DATE: 'i.due_date' } as const
const texts = { TITLE: 'i.title' } as const
const moments = { CREATED_AT: 'i.created_at', UPDATED_AT: 'i.updated_at' } as const

const sorts: Readonly<Record<string, readonly SortKey[]>> = Object.fromEntries(
  (['asc', 'desc'] as const).flatMap(direction => {
    const keyed = (columns: Readonly<Record<string, string>>, type: SortKey['type'], isNullable = false) =>
      Object.entries(columns).map(([word, column]): [string, readonly SortKey[]] => [
        `${word}_${direction.toUpperCase()}`,
        [
          { value: sql.ref(column), type, direction, isNullable },
          { value: sql`i.id`, type: 'bigint', direction },
        ],
      ])
    return [...keyed(dates, 'date', true), ...keyed(texts, 'text'), ...keyed(moments, 'timestamptz')]
  }),
)
const newestFirst = sorts.CREATED_AT_DESC ?? []

const EpicSort = builder.enumType('EpicSort', {
  values: {
    ...Object.fromEntries(Object.keys(sorts).map(word => [word, { value: word }])),
    ...Object.fromEntries(
      ['start_date_asc', 'start_date_desc', 'end_date_asc', 'end_date_desc'].map(word => [
        word,
        { value: word.toUpperCase(), deprecationReason: 'Use the name in capital letters.' },
      ]),
    ),
  },
})

export const EpicConnection = connectionOf(Epic)

const Negated = builder.inputType('NegatedEpicFilterInput', {
  fields: t => ({ ...negatedArgs(t, 'epic', true), labelName: t.stringList() }),
})

const Unioned = builder.inputType('UnionedEpicFilterInput', {
  description: 'Filters combined with OR.',
  fields: t => ({
    ...unionedArgsInBothNames(t, 'epic'),
    labelNames: t.stringList(),
    labelName: t.stringList({ deprecationReason: 'Use labelNames.' }),
  }),
})

export const filterArgs = builder.args(t => ({
  iid: t.id(),
  iids: t.idList(),
  iidStartsWith: t.string(),
  state: t.field({ type: EpicState }),
  in: t.field({ type: [SearchableField] }),
  search: t.string(),
  sort: t.field({ type: EpicSort }),
  ...declaredArgs(t, 'epic'),
  labelName: t.stringList(),
  milestoneTitle: t.string(),
  timeframe: t.field({ type: Timeframe }),
  confidential: t.boolean(),
  createdAfter: t.field(filteredTime),
  createdBefore: t.field(filteredTime),
  updatedAfter: t.field(filteredTime),
  updatedBefore: t.field(filteredTime),
  includeAncestorGroups: t.boolean({ defaultValue: false }),
  includeDescendantGroups: t.boolean({ defaultValue: true }),
  topLevelHierarchyOnly: t.boolean({ defaultValue: false }),
  not: t.field({ type: Negated }),
  or: t.field({ type: Unioned }),
}))

export interface EpicArgs extends PageArgs {
  readonly iid?: Maybe<string>
  readonly iids?: Maybe<readonly string[]>
  readonly iidStartsWith?: Maybe<string>
  readonly state?: Maybe<'all' | 'opened' | 'closed'>
  readonly in?: Maybe<readonly string[]>
  readonly search?: Maybe<string>
  readonly sort?: Maybe<string>
  readonly labelName?: Maybe<readonly string[]>
  readonly milestoneTitle?: Maybe<string>
  readonly timeframe?: Maybe<Days>
  readonly confidential?: Maybe<boolean>
  readonly createdAfter?: Maybe<string>
  readonly createdBefore?: Maybe<string>
  readonly updatedAfter?: Maybe<string>
  readonly updatedBefore?: Maybe<string>
  readonly includeAncestorGroups?: Maybe<boolean>
  readonly includeDescendantGroups?: Maybe<boolean>
  readonly topLevelHierarchyOnly?: Maybe<boolean>
  readonly not?: Maybe<{
    readonly labelName?: Maybe<readonly string[]>
  }>
  readonly or?: Maybe<{
    readonly labelNames?: Maybe<readonly string[]>
    readonly labelName?: Maybe<readonly string[]>
  }>
}

const numbers = (iids: readonly string[]): readonly number[] =>
  iids.map(iid => (/^\d{1,9}$/.test(iid) ? Number(iid) : -1))

export function filterOf(args: EpicArgs): EpicFilter {
  const { iid, iids, labelName, not, or, in: columns } = args
  bounded('search', args.search)
  bounded('iidStartsWith', args.iidStartsWith)
  const given = Object.fromEntries(
    (
      [
        'iidStartsWith',
        'state',
        'search',
        'milestoneTitle',
        'timeframe',
        'confidential',
        'createdAfter',
        'createdBefore',
        'updatedAfter',
        'updatedBefore',
        'includeAncestorGroups',
        'includeDescendantGroups',
      ] as const
    ).flatMap(name => (args[name] == null ? [] : [[name, args[name]]])),
  )
  const declared = readDeclared('epic', args)
  return {
    ...given,
    ...declared.filter,
    ...(iid == null && iids == null ? {} : { iids: numbers([...(iids ?? []), ...(iid == null ? [] : [iid])]) }),
    ...(labelName == null ? {} : { labels: labelName }),
    ...(columns == null ? {} : { in: columns.map(column => (column === 'TITLE' ? 'title' : 'description')) }),
    isTopLevel: args.topLevelHierarchyOnly ?? false,
    ...(or == null ? {} : { or: { ...declared.or, ...eitherOf(or) } }),
    ...(not == null
      ? {}
      : {
          not: {
            ...declared.not,
            ...(not.labelName == null ? {} : { labels: not.labelName }),
          },
        }),
  }
}

function eitherOf(or: NonNullable<EpicArgs['or']>): NonNullable<EpicFilter['or']> {
  const labels = or.labelNames ?? or.labelName
  return labels == null ? {} : { labelName: labels }
}

/** The order of epics; null if none is given. */
export const keysOf = (sort: Maybe<string>): readonly SortKey[] | null => sorts[sort ?? ''] ?? null

export function epicsPage(context: GraphqlContext, group: PlaceNode, args: EpicArgs, filter = filterOf(args)) {
  return pageOfRows<EpicNode>(context, args, {
    columns: epicColumns,
    from: sql`issuables i ${epicTables}`,
    where: epicsWhere(context.weft, group, filter),
    keys: keysOf(args.sort) ?? newestFirst,
  })
}

/** The same with a saved view: arguments of the query override its filters and order. */
export async function viewedEpicsPage(
  context: GraphqlContext,
  group: PlaceNode,
  { savedViewId, ...args }: EpicArgs & { readonly savedViewId?: Maybe<number> },
) {
  if (savedViewId == null) return epicsPage(context, group, args)
  const view = await viewedFilter<typeof getGroupEpicsPage>(context.weft, group.id, ['epic'], savedViewId)
  const sort = args.sort ?? `${view.orderBy}_${view.sort}`.toUpperCase()
  return epicsPage(context, group, { ...args, sort }, { state: 'opened', ...view.filter, ...filterOf(args) })
}
