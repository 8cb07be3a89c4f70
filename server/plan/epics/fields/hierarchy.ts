import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { hasFieldsOf } from '#server/graphql/same-fields.ts'
import { type IssueNode, issueColumns } from '#server/plan/issuables/fields/issue-node.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { type EpicNode, epicColumns, epicTables } from '../node.ts'
import { epicConditions } from '../queries.ts'
import { type EpicArgs, filterOf, keysOf } from './list.ts'

// Children without a position come last, by id: the number is the largest that JavaScript has exactly.
const inOrder: readonly SortKey[] = [
  { value: sql`coalesce(i.parent_position, 9007199254740991)`, type: 'bigint', direction: 'asc' },
  { value: sql`i.id`, type: 'bigint', direction: 'asc' },
]

/** A condition on `issuables i`: epics that the actor may know of, and that fit the arguments. */
const fitting = ({ weft }: GraphqlContext, args: EpicArgs): RawBuilder<unknown> =>
  sql.join([visibleIssuables(weft.actor, 'i', { series: 'epic' }), ...epicConditions(weft, filterOf(args))], sql` and `)

export const childrenPage = (context: GraphqlContext, { id }: EpicNode, args: EpicArgs) =>
  pageOfRows<EpicNode>(context, args, {
    columns: epicColumns,
    from: sql`issuables i ${epicTables}`,
    where: sql`i.parent_id = ${id} and ${fitting(context, args)}`,
    keys: keysOf(args.sort) ?? inOrder,
  })

/** Whether epics have child epics that the actor can see and whose dates overlap their own period. */
export const hasChildrenWithin = batch<number, boolean>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number }>`
    select p.id from issuables p where p.id = any (${[...ids]}::bigint[]) and exists (
      select 1 from issuables i where i.parent_id = p.id and coalesce(i.start_date, i.due_date) is not null
        and coalesce(i.start_date, '-infinity') <= coalesce(p.due_date, 'infinity') and coalesce(i.due_date, 'infinity') >= coalesce(p.start_date, '-infinity')
        and ${visibleIssuables(ctx.actor, 'i', { series: 'epic' })})`.execute(ctx.db)
  const found = new Set(rows.map(({ id }) => id))
  return id => found.has(id)
})

/** The epics above one that the actor may know of and that fit the arguments, from the top. */
export async function ancestorsOf(
  context: GraphqlContext,
  epic: EpicNode,
  args: EpicArgs,
): Promise<readonly EpicNode[]> {
  const { rows } = await sql<EpicNode>`
    with recursive up(id, level) as (
      select ${epic.parentId}::bigint, 1 where ${epic.parentId}::bigint is not null
      union all select i.parent_id, up.level + 1 from up join issuables i on i.id = up.id where i.parent_id is not null
    )
    select ${epicColumns} from up join issuables i on i.id = up.id ${epicTables}
    where ${fitting(context, args)} order by up.level desc`.execute(context.weft.db)
  return rows
}

type EpicIssueNode = IssueNode & { readonly parentPosition: number | null }

export const EpicIssue = builder.objectRef<EpicIssueNode>('EpicIssue').implement({
  description: 'An issue in an epic.',
  fields: t => ({
    id: t.id({ resolve: issue => gid('Issue', issue.id) }),
    epicIssueId: t.id({ nullable: false, resolve: issue => gid('EpicIssue', issue.id) }),
    relativePosition: t.int({ resolve: ({ parentPosition: at }) => (at !== null && at < 2 ** 31 ? at : null) }),
    relationPath: t.string({
      resolve: ({ namespacePath, iid }) => `${pagePath('issue', namespacePath, iid)}`,
    }),
  }),
})
hasFieldsOf('EpicIssue', 'Issue')
export const EpicIssueConnection = connectionOf(EpicIssue)

// One object, so that the pages of all epics of a query are read together (`same-step.ts`).
const epicIssueColumns = sql`${issueColumns}, i.parent_position`

export const issuesPage = (context: GraphqlContext, { id }: EpicNode, args: PageArgs) =>
  pageOfRows<EpicIssueNode>(context, args, {
    columns: epicIssueColumns,
    from: sql`issuables i join namespaces n on n.id = i.namespace_id`,
    where: sql`i.parent_id = ${id} and ${visibleIssuables(context.weft.actor, 'i', { series: 'issue' })}`,
    keys: inOrder,
  })

/** An issue in its epic, as `epicAddIssue` answers with it. */
export async function epicIssueNode({ weft }: GraphqlContext, issueId: number): Promise<EpicIssueNode | null> {
  const { rows } = await sql<EpicIssueNode>`
    select ${epicIssueColumns} from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(weft.actor, 'i', { series: 'issue' })}`.execute(weft.db)
  return rows[0] ?? null
}
