import { sql } from 'kysely'
import { hasRole, levels } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/groups/find.ts'
import type { Place } from '#server/foundation/members/place.ts'
import { checkExpiry, checkLevel, checkMayHandle } from '#server/foundation/members/rules.ts'
import { shareTopics } from './events.ts'

export interface NewShare {
  readonly groupId: number
  /** The highest level that members of the group have here. */
  readonly groupAccess: number
  readonly expiresAt?: string | null
}

export interface Share extends Required<NewShare> {
  readonly id: number
}

/**
 * Share a place with a group. Whoever calls has loaded the place for managing members.
 *
 * @throws NotFound  no such group, or the actor may not know of it
 * @throws Invalid  the level is none, or the group is the place itself, above it or below it
 * @throws Forbidden  the group above allows no sharing, or the level is not the actor's to give
 * @throws Conflict  the place is shared with the group already
 */
export async function shareWithGroup(ctx: Context, place: Place, given: NewShare): Promise<Share> {
  const { groupId, groupAccess, expiresAt = null } = given
  checkLevel({ kind: 'project' }, groupAccess)
  checkMayHandle(ctx, place, groupAccess)
  checkExpiry(ctx, expiresAt)
  const group = await load(ctx, 'group:read', groupByRef, { id: groupId })
  if (place.ancestorIds.includes(group.id) || group.ancestorIds.includes(place.id))
    throw new Invalid({ groupId: ['cannot be this group, a parent group or a subgroup'] })
  await refuseLocked(ctx, place)
  const createdById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  // A share that has expired still has its row: the new one takes its place.
  const { rows } = await sql<{ id: number }>`
    insert into namespace_shares (namespace_id, group_id, group_access, expires_at, created_by_id, created_at)
    values (${place.id}, ${group.id}, ${groupAccess}, ${expiresAt}::date, ${createdById}, ${ctx.now})
    on conflict (namespace_id, group_id) do update set group_access = excluded.group_access, expires_at = excluded.expires_at,
      created_by_id = excluded.created_by_id, created_at = excluded.created_at
      where namespace_shares.expires_at <= current_date
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined) throw new Conflict('Already shared with this group')
  await ctx.events.record(
    'namespace.shared',
    { namespaceId: place.id, kind: place.kind, groupId: group.id, groupAccess },
    { namespaceId: place.id, topics: shareTopics(place.kind, place.id, group.id) },
  )
  return { id, groupId: group.id, groupAccess, expiresAt }
}

/**
 * End a share. Whoever calls has loaded the place for managing members.
 *
 * @throws NotFound  the place is not shared with the group
 * @throws Forbidden  the share gives a level that is not the actor's to take
 */
export async function endShare(ctx: Context, place: Place, groupId: number): Promise<null> {
  const { rows } = await sql<{ groupAccess: number }>`
    delete from namespace_shares where namespace_id = ${place.id} and group_id = ${groupId} returning group_access`.execute(
    ctx.db,
  )
  const share = rows[0]
  if (share === undefined) throw new NotFound()
  if (share.groupAccess === levels.owner && !hasRole(ctx.actor, place.facts, 'owner')) throw new Forbidden()
  await ctx.events.record(
    'namespace.unshared',
    { namespaceId: place.id, kind: place.kind, groupId },
    { namespaceId: place.id, topics: shareTopics(place.kind, place.id, groupId) },
  )
  return null
}

async function refuseLocked(ctx: Context, place: Place): Promise<void> {
  const { rows } = await sql`
    select 1 from groups where id = any (${place.ancestorIds}::bigint[]) and id <> ${place.id} and share_with_group_lock limit 1`.execute(
    ctx.db,
  )
  if (rows.length > 0) throw new Forbidden('The parent group does not allow sharing with other groups')
}
