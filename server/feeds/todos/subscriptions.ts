import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { builder } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { type IssueNode, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { Issuable } from '#server/plan/issuables/fields/subscriptions.ts'

/** The listener's to-dos for an issue, as a text that is another one whenever they are. */
async function stateOf({ weft }: GraphqlContext, userId: number, issueId: number): Promise<string> {
  const { rows } = await sql<{ state: string | null }>`
    select string_agg(t.id || t.state || coalesce(t.snoozed_until::text, ''), ',' order by t.id) as state from todos t
    where t.user_id = ${userId} and t.issuable_id = ${issueId}`.execute(weft.db)
  return rows[0]?.state ?? ''
}

/** The issue whenever the listener's own to-dos for it change, as long as they may know of it. @throws GraphQLError */
async function listen(context: GraphqlContext, issueId: number): Promise<AsyncIterable<IssueNode>> {
  const { watch, weft } = context
  const { actor } = weft
  if (watch === null || actor.kind !== 'user' || (await issueNode(context, issueId)) === null)
    throw new GraphQLError(unauthorizedSubscription)
  let known = await stateOf(context, actor.id, issueId)
  return watch([userTopic(actor.id)], async (): Promise<Look<IssueNode>> => {
    context.loaders.clear()
    const issue = await issueNode(context, issueId)
    if (issue === null) return 'gone'
    const state = await stateOf(context, actor.id, issueId)
    if (state === known) return 'same'
    known = state
    return { value: issue }
  })
}

export function todoSubscriptions(): void {
  builder.subscriptionField('issuableTodoUpdated', t =>
    t.field({
      type: Issuable,
      description: 'Triggered when to-dos of the current user for the item change.',
      args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
      subscribe: (_root, { issuableId }, context) => listen(context, issuableId.id),
      resolve: issue => issue,
    }),
  )
}
