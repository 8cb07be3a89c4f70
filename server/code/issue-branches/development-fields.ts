import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { knownProject, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'
import { DevelopmentWidget, type WorkItemNode } from '#server/plan/work-items/node.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestNode } from '../merge-requests/fields/node.ts'
import { MergeRequestConnection } from '../merge-requests/list/list-fields.ts'
import { mentions } from './queries.ts'
import { branchesOf, comparePath } from './related-branches.ts'

interface Relation {
  readonly issueId: number
  readonly id: number
  /** Whether the merge closes the issue; else it only mentions it. */
  readonly closes: boolean
}

/** The merge requests of issues that the actor can see. */
const relationsOf = batch<number, readonly Relation[]>(async (ctx, ids) => {
  const asked = sql`any (${[...ids]}::bigint[])`
  const { rows } = await sql<Relation>`
    select found.issue_id, found.id, bool_or(found.closes) as closes from (
      select c.issue_id, c.merge_request_id as id, true as closes from merge_request_closes_issues c where c.issue_id = ${asked}
      union all select ir.target_issuable_id, ir.source_issuable_id, false from ${mentions}
        where ir.target_issuable_id = ${asked} and rn.internal is not true) found
    join issuables i on i.id = found.id where ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}
    group by found.issue_id, found.id order by found.id`.execute(ctx.db)
  return id => rows.filter(row => row.issueId === id)
})

async function mergeRequestsOf(context: GraphqlContext, item: Pick<WorkItemNode, 'id'>, closing: boolean) {
  const relations = (await relationsOf(context, item.id)).filter(({ closes }) => closes || !closing)
  const found = await Promise.all(relations.map(({ id }) => mergeRequestNode(context, id)))
  return found.filter(each => each !== null)
}

const Closing = builder.objectRef<MergeRequestNode>('WorkItemClosingMergeRequest').implement({
  description: 'Merge request that closes the work item when it is merged.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('MergeRequestsClosingIssues', id) }),
    fromMrDescription: t.boolean({ nullable: false, resolve: () => true }),
    mergeRequest: t.field({ type: MergeRequest, resolve: node => node }),
  }),
})

interface BranchNode {
  readonly name: string
  readonly comparePath: string
}

const Branch = builder.objectRef<BranchNode>('WorkItemRelatedBranch').implement({
  description: 'Branch that belongs to the work item.',
  fields: t => ({
    name: t.exposeString('name', { nullable: false }),
    comparePath: t.exposeString('comparePath'),
  }),
})

const ClosingConnection = connectionOf(Closing, { count: 'nullable' })
const BranchConnection = connectionOf(Branch)

/** Branches and merge requests of a work item. @source graphql.md 8 */
export function developmentFields(): void {
  builder.objectField(Issue, 'relatedMergeRequests', t =>
    t.field({
      type: MergeRequestConnection,
      description: 'Merge requests that mention the issue or close it.',
      args: pageArgs,
      resolve: async (issue, args, context) =>
        pageOfList(context, args, await mergeRequestsOf(context, issue, false), ({ id }) => id),
    }),
  )
  builder.objectFields(DevelopmentWidget, t => ({
    willAutoCloseByMergeRequest: t.boolean({
      nullable: false,
      description: 'Whether merging a merge request will close the work item.',
      resolve: async ({ item }, _args, context) =>
        item.state === 'opened' && (await relationsOf(context, item.id)).some(({ closes }) => closes),
    }),
    closingMergeRequests: t.field({
      type: ClosingConnection,
      args: pageArgs,
      resolve: async ({ item }, args, context) =>
        pageOfList(context, args, await mergeRequestsOf(context, item, true), ({ id }) => id),
    }),
    relatedMergeRequests: t.field({
      type: MergeRequestConnection,
      args: pageArgs,
      resolve: async ({ item }, args, context) =>
        pageOfList(context, args, await mergeRequestsOf(context, item, false), ({ id }) => id),
    }),
    relatedBranches: t.field({
      type: BranchConnection,
      args: pageArgs,
      resolve: async ({ item }, args, context) => {
        const node = await placeNode(context, item.namespaceId)
        const project = node && (await loadIfAllowed(context.weft, 'project:read-code', knownProject, node))
        if (project === null) return emptyPage
        const branches = await branchesOf(context.weft, project, item.iid)
        const shown = branches.map(({ name }) => ({ name, comparePath: comparePath(project, name) }))
        return pageOfList(context, args, shown, ({ name }) => name)
      },
    }),
  }))
}
