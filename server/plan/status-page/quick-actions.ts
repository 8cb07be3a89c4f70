import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { messages } from './messages.ts'
import { canBePublishedIn, publishIncident } from './publish.ts'

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
    (await canBePublishedIn(ctx, target.namespaceId)) && !(await wasPublished(ctx, target.id)),
  explain: async (ctx, target) => {
    if (!(await canBePublishedIn(ctx, target.namespaceId)))
      return { refused: `${notApplied('publish')} ${messages.noPage}.` }
    if (await wasPublished(ctx, target.id)) return { refused: `${notApplied('publish')} ${messages.published}.` }
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

async function wasPublished(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('issuables').select('publishedAt').where('id', '=', id).executeTakeFirst()
  return row?.publishedAt != null
}
