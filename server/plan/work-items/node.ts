import { sql } from 'kysely'
import { type WorkItemWidget, workItemTypeOf, workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { issuableFactsOf } from '#server/discuss/notes/fields/node.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { inOrder } from '#server/plan/issuables/children.ts'
import { type IssueNode, issueColumns } from '#server/plan/issuables/fields/issue-node.ts'

/** An issue or epic that the actor may know of, seen as a work item. */
export interface WorkItemNode extends IssueNode {
  readonly startDate: string | null
  readonly lockVersion: number
  readonly lastEditedAt: string | null
  readonly lastEditedById: number | null
  readonly archived: boolean
  readonly promotedToId: number | null
  /** The color of an epic. */
  readonly color: string | null
  readonly textColor: string | null
  readonly isFixed: boolean | null
}

/** The columns of a work item, over `issuables i` and `workItemTables`. */
export const workItemColumns = sql`${issueColumns}, i.start_date, i.lock_version, i.last_edited_at, i.last_edited_by_id, i.promoted_to_id, n.archived,
  e.color, e.text_color, e.start_date_is_fixed or e.due_date_is_fixed as is_fixed`

export const workItemTables = sql`join namespaces n on n.id = i.namespace_id left join epics e on e.id = i.id`

/** The series whose issuables are work items. */
const isWorkItem = sql<boolean>`i.series in ('issue', 'epic')`

/** A work item by its id; null when it is not there, or not for the actor. */
export const workItemNode = batch<number, WorkItemNode | null>(async (ctx, ids) => {
  const { rows } = await sql<WorkItemNode>`
    select ${workItemColumns} from issuables i ${workItemTables}
    where i.id = any (${[...ids]}::bigint[]) and ${isWorkItem} and ${visibleIssuables(ctx.actor, 'i')}`.execute(ctx.db)
  return byId(rows)
})

/** The children of work items, as far as the actor may know of them, in order: up to a thousand each. */
export const childrenOfItem = batch<number, readonly WorkItemNode[]>(async (ctx, ids) => {
  const { rows } = await sql<WorkItemNode & { readonly askedId: number }>`
    select asked.id as asked_id, c.* from unnest(${[...ids]}::bigint[]) asked (id) cross join lateral (
      select ${workItemColumns}, i.parent_position from issuables i ${workItemTables}
      where i.parent_id = asked.id and ${isWorkItem} and ${visibleIssuables(ctx.actor, 'i')} order by ${inOrder} limit 1000) c
    order by asked.id, c.parent_position nulls last, c.id`.execute(ctx.db)
  return groupedBy(rows, row => row.askedId)
})

/** The ancestors of work items, from the top, as far as the actor may know of them. */
export const ancestorsOfItem = batch<number, readonly WorkItemNode[]>(async (ctx, ids) => {
  const { rows } = await sql<WorkItemNode & { readonly askedId: number }>`
    with recursive up(asked_id, id, level) as (
      select i.id, i.parent_id, 1 from issuables i where i.id = any (${[...ids]}::bigint[]) and i.parent_id is not null
      union all select up.asked_id, a.parent_id, up.level + 1 from up join issuables a on a.id = up.id where a.parent_id is not null
    )
    select up.asked_id, ${workItemColumns} from up join issuables i on i.id = up.id ${workItemTables}
    where ${visibleIssuables(ctx.actor, 'i')} order by up.level desc`.execute(ctx.db)
  return groupedBy(rows, row => row.askedId)
})

/** One widget of a work item. */
export interface WidgetNode {
  readonly type: WorkItemWidget
  readonly item: WorkItemNode
}

/** The widgets of a work item. Only types that can have children or a parent have a hierarchy. */
export const widgetsOf = (item: WorkItemNode): readonly WidgetNode[] =>
  workItemTypes[workItemTypeOf(item.type)].widgets.map(type => ({ type, item }))

export const factsOfItem = async (context: GraphqlContext, { id }: WorkItemNode) =>
  (await issuableFactsOf(context, id))?.facts ?? null

export const WorkItem = builder.objectRef<WorkItemNode>('WorkItem')
/** Higher floors add the fields that only they know. */
export const DevelopmentWidget = builder.objectRef<WidgetNode>('WorkItemWidgetDevelopment')
export const ErrorTrackingWidget = builder.objectRef<WidgetNode>('WorkItemWidgetErrorTracking')
export const CurrentUserTodosWidget = builder.objectRef<WidgetNode>('WorkItemWidgetCurrentUserTodos')
