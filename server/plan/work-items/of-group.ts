import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { emptyPage, type Page, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { Days } from '#server/graphql/timeframe.ts'
import { meetsDays } from '#server/plan/issuables/meets-days.ts'
import { conditionsOf } from '#server/plan/lists/filter.ts'
import { issuablesPage, orderOf } from '#server/plan/lists/graphql-page.ts'
import { type AskedItems, readItemFilter } from './item-filter.ts'
import { type WorkItemNode, workItemColumns, workItemTables } from './node.ts'

interface GroupItemsArguments extends AskedItems, PageArgs {
  readonly includeDescendants?: boolean | null | undefined
  /** Include the epics of groups above. */
  readonly includeAncestors?: boolean | null | undefined
  readonly timeframe?: Days | null | undefined
  readonly excludeProjects?: boolean | null | undefined
  readonly excludeGroupWorkItems?: boolean | null | undefined
}

/** A page of the epics of a group and, with descendants, of those of its subgroups and of the work items of its projects. */
export async function workItemsOfGroup(
  context: GraphqlContext,
  { id, fullPath, ancestorIds }: PlaceNode,
  asked: GroupItemsArguments,
): Promise<Page<WorkItemNode>> {
  const withEpics = !asked.excludeGroupWorkItems
  const withIssues = asked.includeDescendants === true && !asked.excludeProjects
  const found = readItemFilter(context.weft, asked)
  const read =
    asked.timeframe == null ? found : { ...found, conditions: [...found.conditions, meetsDays(asked.timeframe)] }
  if (!withEpics && !withIssues) return emptyPage
  const scope = { kind: 'group', id, fullPath, withArchived: false } as const
  const listed = { columns: workItemColumns, joins: workItemTables }
  if (!withEpics) return issuablesPage<WorkItemNode>(context, scope, read, asked, listed)
  const conditions: readonly RawBuilder<unknown>[] = [
    sql`(${sql.join(
      [
        asked.includeDescendants
          ? sql`i.namespace_id = any (array(select wn.id from namespaces wn where wn.ancestor_ids @> array[${id}]::bigint[] and not wn.inactive))`
          : sql`i.namespace_id = ${id}`,
        ...(asked.includeAncestors ? [sql`i.namespace_id = any (${[...ancestorIds]}::bigint[])`] : []),
      ],
      sql` or `,
    )})`,
    sql`i.series = 'epic'`,
    visibleIssuables(context.weft.actor, 'i', { series: 'epic' }),
    ...conditionsOf(context.weft, read.filter),
    ...read.conditions,
  ]
  const epics = sql.join(conditions, sql` and `)
  // The issues are found along an index, in the order of the list: there may be many times as many.
  if (withIssues) return issuablesPage<WorkItemNode>(context, scope, read, asked, { ...listed, others: epics })
  return pageOfRows<WorkItemNode>(context, asked, {
    columns: workItemColumns,
    from: sql`issuables i ${workItemTables}`,
    where: epics,
    keys: orderOf(context.weft, asked.sort).keys,
  })
}
