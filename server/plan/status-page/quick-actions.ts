import { load } from '#server/access/load.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { messages } from './messages.ts'
import { canBePublishedIn, obstacleTo, publishIncident } from './publish.ts'

/** `/publish` on incidents. @source product-rules.md 7 */
export const publish: QuickAction = {
  name: 'publish',
  aliases: [],
  parameter: null,
  description: 'Publish this incident on the status page',
  types: ['incident'],
  ability: 'issuable:publish',
  // A new one is not there to be published.
  isOffered: target => target.id !== 0,
  isListed: async (ctx, target) =>
    (await canBePublishedIn(ctx, target.namespaceId)) && (await obstacleTo(ctx, target.id)) === null,
  explain: async (ctx, target) => {
    if (!(await canBePublishedIn(ctx, target.namespaceId)))
      return { refused: `${notApplied('publish')} ${messages.noPage}.` }
    const obstacle = await obstacleTo(ctx, target.id)
    if (obstacle !== null) return { refused: `${notApplied('publish')} ${obstacle}.` }
    return 'Publishes this incident on the status page.'
  },
  run: async (ctx, target) => {
    try {
      await publishIncident(ctx, await load(ctx, 'issuable:publish', issueById, { issueId: target.id }))
      return { done: 'Published this incident on the status page.' }
    } catch (error) {
      return refusal('publish', error)
    }
  },
}
