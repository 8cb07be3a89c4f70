import { isUser } from '#server/access/facts.ts'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Unauthenticated } from '#server/errors.ts'
import { directMember } from './change.ts'
import { memberTopics } from './events.ts'
import type { Place } from './place.ts'
import { checkMayHandle, isLastOwner } from './rules.ts'

/**
 * Remove a direct member, or leave oneself.
 *
 * @param mayManage  whether the actor manages the members of the place
 * @throws NotFound  no direct member
 * @throws Forbidden  the actor may not end another user's membership, or a group would lose its last owner
 */
export async function removeMember(ctx: Context, place: Place, userId: number, mayManage: boolean): Promise<void> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  const isLeaving = isUser(ctx.actor, userId)
  if (!isLeaving && !mayManage) throw new Forbidden()
  const member = await directMember(ctx, place, userId)
  if (!isLeaving) checkMayHandle(ctx, place, member.accessLevel)
  if (member.accessLevel === levels.owner && (await isLastOwner(ctx, place, userId)))
    throw new Forbidden('A group must have at least one owner')
  await endMembership(ctx, place, userId)
}

/** Delete a direct membership, if there is one. */
export async function endMembership(ctx: Context, place: Pick<Place, 'id' | 'kind'>, userId: number): Promise<void> {
  const ended = await ctx.db
    .deleteFrom('members')
    .where('namespaceId', '=', place.id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) return
  await ctx.events.record(
    'member.removed',
    { namespaceId: place.id, kind: place.kind, userId },
    { namespaceId: place.id, topics: memberTopics(place.kind, place.id, userId) },
  )
}
