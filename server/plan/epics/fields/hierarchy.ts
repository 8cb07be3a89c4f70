import { type RawBuilder, sql } from 'kysely'
import { issuableKinds, pagePath } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { gid } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/graphql/keyset.ts'
import { IssueState } from '#server/plan/issues/fields/issue-fields.ts'
import { type IssueNode, issueColumns } from '#server/plan/issues/fields/node.ts'
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

export type EpicIssueNode = IssueNode & { readonly parentPosition: number | null }

export const EpicIssue = builder.objectRef<EpicIssueNode>('EpicIssue').implement({
  description: 'An issue in an epic.',
  fields: t => ({
    id: t.id({ resolve: issue => gid('Issue', issue.id) }),
    epicIssueId: t.id({ nullable: false, resolve: issue => gid('EpicIssue', issue.id) }),
    iid: t.string({ nullable: false, resolve: issue => String(issue.iid) }),
    title: t.exposeString('title', { nullable: false }),
    state: t.field({ type: IssueState, nullable: false, resolve: issue => issue.state }),
    confidential: t.boolean({ nullable: false, resolve: issue => issue.confidential }),
    weight: t.int({ resolve: issue => issue.weight }),
    dueDate: t.field({ type: 'Time', resolve: issue => issue.dueDate }),
    closedAt: t.field({ type: 'Time', resolve: issue => issue.closedAt }),
    relativePosition: t.int({ resolve: ({ parentPosition: at }) => (at !== null && at < 2 ** 31 ? at : null) }),
    relationPath: t.string({
      resolve: ({ namespacePath, iid }) => `${pagePath('issue', namespacePath, iid)}`,
    }),
    webPath: t.string({
      nullable: false,
      resolve: ({ namespacePath, iid }) => pagePath('issue', namespacePath, iid),
    }),
    webUrl: t.string({
      nullable: false,
      resolve: ({ namespacePath, iid }, _args, { weft }) =>
        `${weft.services.settings.externalUrl}${pagePath('issue', namespacePath, iid)}`,
    }),
    reference: t.string({
      nullable: false,
      args: { full: t.arg.boolean({ defaultValue: false }) },
      resolve: ({ namespacePath, iid }, { full }) => `${full ? namespacePath : ''}${issuableKinds.issue.sign}${iid}`,
    }),
  }),
})
export const EpicIssueConnection = connectionOf(EpicIssue)

export const issuesPage = (context: GraphqlContext, { id }: EpicNode, args: PageArgs) =>
  pageOfRows<EpicIssueNode>(context, args, {
    columns: sql`${issueColumns}, i.parent_position`,
    from: sql`issuables i join namespaces n on n.id = i.namespace_id`,
    where: sql`i.parent_id = ${id} and ${visibleIssuables(context.weft.actor, 'i', { series: 'issue' })}`,
    keys: inOrder,
  })

/** An issue in its epic, as `epicAddIssue` answers with it. */
export async function epicIssueNode({ weft }: GraphqlContext, issueId: number): Promise<EpicIssueNode | null> {
  const { rows } = await sql<EpicIssueNode>`
    select ${issueColumns}, i.parent_position from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(weft.actor, 'i', { series: 'issue' })}`.execute(weft.db)
  return rows[0] ?? null
}
