import { usualMessages } from '#contract/plan/incidents/status-words.ts'
import { load } from '#server/access/load.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { messages } from './messages.ts'
import { suggestedTitle } from './publication.ts'
import { canBePublishedIn, obstacleTo, publishIncident } from './publish.ts'

/** `/publish` on incidents: with its own title, if a person wrote it, and a usual message. @source product-rules.md 7 */
export const publish: QuickAction = {
  name: 'publish',
  aliases: [],
  parameter: null,
  description: 'Publish this incident on the status page, with its title',
  types: ['incident'],
  ability: 'issuable:publish',
  // A new one is not there to be published.
  isOffered: target => target.id !== 0,
  isListed: async (ctx, target) =>
    (await canBePublishedIn(ctx, target.namespaceId)) &&
    (await obstacleTo(ctx, target.id)) === null &&
    (await suggestedTitle(ctx, target.id)) !== '',
  explain: async (ctx, target) => {
    if (!(await canBePublishedIn(ctx, target.namespaceId)))
      return { refused: `${notApplied('publish')} ${messages.noPage}.` }
    const obstacle = await obstacleTo(ctx, target.id)
    if (obstacle !== null) return { refused: `${notApplied('publish')} ${obstacle}.` }
    const title = await suggestedTitle(ctx, target.id)
    if (title === '') return { refused: `${notApplied('publish')} ${messages.noTitle}.` }
    return `Publishes this incident on the status page as “${title}”.`
  },
  run: async (ctx, target) => {
    try {
      const incident = await load(ctx, 'issuable:publish', issueById, { issueId: target.id })
      const title = await suggestedTitle(ctx, target.id)
      if (title === '') return { refused: `${notApplied('publish')} ${messages.noTitle}.` }
      await publishIncident(ctx, incident, { title, message: usualMessages.investigating })
      return { done: 'Published this incident on the status page.' }
    } catch (error) {
      return refusal('publish', error)
    }
  },
}
