import { sql } from 'kysely'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type Page, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'

interface VersionNode {
  readonly baseSha: string | null
  readonly startSha: string
  readonly headSha: string
  readonly commitCount: number
  readonly createdAt: string
}

const MergeRequestDiff = builder.objectRef<VersionNode>('MergeRequestDiff').implement({
  description: 'A version of a merge request: its changes after a push.',
  fields: t => ({
    baseCommitSha: t.exposeString('baseSha'),
    startCommitSha: t.exposeString('startSha', { nullable: false }),
    headCommitSha: t.exposeString('headSha', { nullable: false }),
    commitsCount: t.exposeInt('commitCount', { nullable: false }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: it => it.createdAt }),
    // A version never changes.
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: it => it.createdAt }),
  }),
})

export const MergeRequestDiffConnection = connectionOf(MergeRequestDiff)

const columns = sql`v.base_sha as "baseSha", v.start_sha as "startSha", v.head_sha as "headSha", v.commit_count as "commitCount",
  iso(v.created_at) as "createdAt"`

/** The versions of a merge request that the actor may read, newest first. */
export const versionsPage = (
  context: GraphqlContext,
  args: PageArgs,
  mergeRequestId: number,
): Promise<Page<VersionNode>> =>
  pageOfRows<VersionNode>(context, args, {
    columns,
    from: sql`merge_request_versions v`,
    where: sql`v.merge_request_id = ${mergeRequestId}`,
    keys: [{ value: sql`v.number`, type: 'integer', direction: 'desc' }],
  })
