import { sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { type connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { Issue, type IssueNode, issueColumns } from '#server/plan/issuables/fields/issue-node.ts'
import { blockingCount } from './queries.ts'

/** The open issues that block an issue, or epics that block an epic, as far as the actor may know of them. */
export const blockersOf = batch<number, readonly IssueNode[]>(async (ctx, ids) => {
  const { rows } = await sql<IssueNode & { readonly blockedId: number }>`
    select k.target_id as blocked_id, ${issueColumns}
    from issuable_links k join issuables i on i.id = k.source_id join namespaces n on n.id = i.namespace_id
    where k.target_id = any (${[...ids]}::bigint[]) and k.link_type = 'blocks' and i.state = 'opened' and ${visibleIssuables(ctx.actor, 'i')}
    order by k.target_position nulls last, k.id`.execute(ctx.db)
  return groupedBy(rows, row => row.blockedId)
})

/** The number of open issues that an issue blocks, or epics an epic, as far as the actor may know of them. */
export const blockingOf = batch<number, number>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; count: number }>`
    select i.id, case when i.series = 'epic' then ${blockingCount(ctx.actor, 'i', 'epic')} else ${blockingCount(ctx.actor, 'i')} end as count from issuables i where i.id = any (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
  const counts = new Map(rows.map(row => [row.id, row.count]))
  return id => counts.get(id) ?? 0
})

/** The issues that an issue blocks, and those that block it. @source graphql.md, Issue */
export function linkFields(IssueConnection: ReturnType<typeof connectionOf<IssueNode>>): void {
  builder.objectFields(Issue, t => ({
    blocked: t.boolean({
      nullable: false,
      resolve: async (issue, _args, context) => (await blockersOf(context, issue.id)).length > 0,
    }),
    blockedByCount: t.int({
      resolve: async (issue, _args, context) => (await blockersOf(context, issue.id)).length,
    }),
    blockedByIssues: t.field({
      type: IssueConnection,
      args: pageArgs,
      resolve: async (issue, args, context) =>
        pageOfList(context, args, await blockersOf(context, issue.id), blocker => blocker.id),
    }),
    blockingCount: t.int({ nullable: false, resolve: (issue, _args, context) => blockingOf(context, issue.id) }),
  }))
}
