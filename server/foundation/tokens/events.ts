import { namespaceTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'token.created': { readonly tokenId: number; readonly userId: number }
    'token.revoked': { readonly tokenId: number; readonly userId: number }
  }
}

/** The topics of the page that lists a token of a project or group; none for a token of a person. */
export async function topicsOfPlace(ctx: Context, { namespaceId }: { readonly namespaceId: number | null }) {
  if (namespaceId === null) return []
  const places = await ctx.db.selectFrom('namespaces').select(['id', 'kind']).where('id', '=', namespaceId).execute()
  return places.map(namespaceTopic)
}
