import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type DeployTokenPlace, eventScope } from './events.ts'

/** Delete a deploy token. @throws NotFound  no such token here */
export async function deleteDeployToken(ctx: Context, place: DeployTokenPlace, tokenId: number): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('deployTokens')
    .where('id', '=', tokenId)
    .where('namespaceId', '=', place.id)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound('Deploy Token')
  await ctx.events.record('deploy_token.deleted', { deployTokenId: tokenId }, eventScope(place))
}

/** Revoke a deploy token; the API still lists it. @throws NotFound  no such token here */
export async function revokeDeployToken(ctx: Context, place: DeployTokenPlace, tokenId: number): Promise<void> {
  const revoked = await ctx.db
    .updateTable('deployTokens')
    .set({ revoked: true })
    .where('id', '=', tokenId)
    .where('namespaceId', '=', place.id)
    .returning('id')
    .executeTakeFirst()
  if (revoked === undefined) throw new NotFound('Deploy Token')
  await ctx.events.record('deploy_token.revoked', { deployTokenId: tokenId }, eventScope(place))
}
