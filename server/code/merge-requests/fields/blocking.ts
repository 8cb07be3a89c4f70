import { sql } from 'kysely'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestNode } from './node.ts'

const blockingIds = batch<number, readonly { readonly blockingId: number }[]>(async (ctx, ids) => {
  const { rows } = await sql<{ blockedId: number; blockingId: number }>`
    select bl.blocked_id, bl.blocking_id from merge_request_blocks bl where bl.blocked_id = any (${[...ids]}::bigint[]) order by bl.id`.execute(
    ctx.db,
  )
  return groupedBy(rows, row => row.blockedId)
})

/** The merge requests that block one; null for each that is hidden from the actor. */
async function blockingOf(context: GraphqlContext, { id }: MergeRequestNode) {
  const ids = await blockingIds(context, id)
  return Promise.all(ids.map(({ blockingId }) => mergeRequestNode(context, blockingId)))
}

export const BlockingMergeRequests = builder.objectRef<MergeRequestNode>('BlockingMergeRequests').implement({
  description: 'Merge requests that must be merged first.',
  fields: t => ({
    totalCount: t.int({ resolve: async (it, _args, context) => (await blockingOf(context, it)).length }),
    hiddenCount: t.int({
      resolve: async (it, _args, context) => (await blockingOf(context, it)).filter(each => each === null).length,
    }),
    visibleMergeRequests: t.field({
      type: [MergeRequest],
      resolve: async (it, _args, context) => (await blockingOf(context, it)).flatMap(each => each ?? []),
    }),
  }),
})
