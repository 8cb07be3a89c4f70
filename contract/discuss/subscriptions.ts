import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Empty } from '#contract/shapes.ts'

export const toggleIssueSubscription = operation({
  name: 'toggleIssueSubscription',
  summary: 'Hear of an issue, or no longer, from its page',
  tag: 'Subscriptions',
  door: 'browser',
  at: 'POST /:namespace/-/issues/:iid/toggle_subscription',
  status: 200,
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer() }),
  reply: Empty,
})
