import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { issuableTopic, projectTopic, repositoryTopic } from '#contract/live-topics.ts'
import { builder } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { Issuable, issuableType } from '#server/plan/issuables/fields/subscriptions.ts'
import { detailedMergeStatus } from '../present.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestNode } from './node.ts'

/**
 * The conditions of changes that each subscription announces, over `issuables i`, `merge_requests mr` and `projects p`.
 * @source graphql.md 11
 */
const announced: Readonly<Record<string, RawBuilder<unknown>>> = {
  mergeRequestMergeStatusUpdated: sql`concat_ws('/', ${detailedMergeStatus}, mr.merge_status, mr.merge_error, mr.auto_merge is not null)`,
  mergeRequestReviewersUpdated: sql`(select array_agg(concat_ws('/', rv.user_id, rv.state, rv.attention_requested) order by rv.user_id)
    from merge_request_reviewers rv where rv.issuable_id = i.id)`,
  mergeRequestApprovalStateUpdated: sql`json_build_array(
    (select array_agg(a.user_id order by a.user_id) from merge_request_approvals a where a.merge_request_id = i.id),
    (select array_agg(concat_ws('/', r.id, r.name, approvals_left(r, i.id)) order by r.id) from approval_rules_of(i.id, i.namespace_id) r))`,
  mergeRequestDiffGenerated: sql`(select max(v.number) from merge_request_versions v where v.merge_request_id = i.id)`,
}

async function stateOf({ weft }: GraphqlContext, id: number, what: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select json_build_array(${what})::text as state from issuables i join merge_requests mr on mr.id = i.id
      join projects p on p.id = i.namespace_id where i.id = ${id}`.execute(weft.db)
  return rows[0]?.state ?? null
}

/** The merge request whenever something of it has changed, as long as the listener may know of it. @throws GraphQLError */
async function listen(
  context: GraphqlContext,
  id: number,
  what: RawBuilder<unknown>,
): Promise<AsyncIterable<MergeRequestNode>> {
  const { watch } = context
  const found = watch === null ? null : await mergeRequestNode(context, id)
  if (watch === null || found === null) throw new GraphQLError(unauthorizedSubscription)
  const { namespaceId } = found
  let known = await stateOf(context, id, what)
  // Settings and rules of its project count for it too.
  const topics = [issuableTopic('merge_request', id), projectTopic(namespaceId), repositoryTopic(namespaceId)]
  return watch(topics, async (): Promise<Look<MergeRequestNode>> => {
    context.loaders.clear()
    const mergeRequest = await mergeRequestNode(context, id)
    if (mergeRequest === null) return 'gone'
    const state = await stateOf(context, id, what)
    if (state === known) return 'same'
    known = state
    return { value: mergeRequest }
  })
}

/** The subscriptions of merge requests. @source graphql.md 11 */
export function mergeRequestSubscriptions(): void {
  issuableType(MergeRequest)
  for (const [subscription, what] of Object.entries(announced)) {
    builder.subscriptionField(subscription, t =>
      t.field({
        type: Issuable,
        description: 'Triggered when the merge request is updated.',
        args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
        subscribe: (_root, { issuableId }, context) => listen(context, issuableId.id, what),
        resolve: mergeRequest => mergeRequest,
      }),
    )
  }
}
