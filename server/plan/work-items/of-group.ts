import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { emptyPage, type Page, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { conditionsOf } from '#server/plan/issues/list/filter.ts'
import { type AskedIssues, readFilter } from '#server/plan/issues/list/graphql-filter.ts'
import { issuablesPage, orderOf } from '#server/plan/issues/list/list-fields.ts'
import { isWorkItem, type WorkItemNode, workItemColumns, workItemTables } from './node.ts'

interface Asked extends AskedIssues, PageArgs {
  readonly includeDescendants?: boolean | null | undefined
  readonly excludeProjects?: boolean | null | undefined
  readonly excludeGroupWorkItems?: boolean | null | undefined
}

/** A page of the epics of a group and, with descendants, of those of its subgroups and of the work items of its projects. */
export async function workItemsOfGroup(
  context: GraphqlContext,
  { id, fullPath }: PlaceNode,
  asked: Asked,
): Promise<Page<WorkItemNode>> {
  const withEpics = !asked.excludeGroupWorkItems
  const withIssues = asked.includeDescendants === true && !asked.excludeProjects
  const read = readFilter(context.weft, asked)
  if (!withEpics && !withIssues) return emptyPage
  if (!withEpics)
    return issuablesPage<WorkItemNode>(context, { kind: 'group', id, fullPath, withArchived: false }, read, asked, {
      columns: workItemColumns,
      joins: workItemTables,
    })
  const series = withIssues ? isWorkItem : sql<boolean>`i.series = 'epic'`
  const conditions: readonly RawBuilder<unknown>[] = [
    asked.includeDescendants
      ? sql`i.namespace_id = any (array(select wn.id from namespaces wn where wn.ancestor_ids @> array[${id}]::bigint[] and not wn.inactive))`
      : sql`i.namespace_id = ${id}`,
    series,
    visibleIssuables(context.weft.actor, 'i'),
    ...conditionsOf(context.weft, read.filter),
    ...read.conditions,
  ]
  return pageOfRows<WorkItemNode>(context, asked, {
    columns: workItemColumns,
    from: sql`issuables i ${workItemTables}`,
    where: sql.join(conditions, sql` and `),
    keys: orderOf(asked.sort).keys,
  })
}
