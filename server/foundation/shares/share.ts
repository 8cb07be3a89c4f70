import { sql } from 'kysely'
import { hasRole, levels } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import type { Place } from '#server/foundation/members/place.ts'
import { checkExpiry, checkLevel, checkMayHandle } from '#server/foundation/members/rules.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { shareTopics } from './events.ts'

interface NewShare {
  readonly groupId: number
  /** The highest level that members of the group have here. */
  readonly groupAccess: number
  readonly expiresAt?: string | null
}

export interface Share extends Required<NewShare> {
  readonly id: number
}

/**
 * Share a project or group with a group. The caller must have loaded it for managing members.
 *
 * @throws NotFound  no such group, or the actor cannot see it
 * @throws Invalid  invalid level, or the group is the namespace itself, an ancestor or a subgroup
 * @throws Forbidden  the parent group does not allow sharing, or the actor cannot grant the level
 * @throws Conflict  already shared with the group
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
  const createdById = userIdOf(ctx)
  // The row of an expired share is replaced.
  const { rows } = await sql<{ id: number }>`
    insert into namespace_shares (namespace_id, group_id, group_access, expires_at, created_by_id, created_at)
    values (${place.id}, ${group.id}, ${groupAccess}, ${expiresAt}::date, ${createdById}, ${ctx.now})
    on conflict (namespace_id, group_id) do update set group_access = excluded.group_access, expires_at = excluded.expires_at,
      created_by_id = excluded.created_by_id, created_at = excluded.created_at
      where not ${notExpired('namespace_shares.expires_at')}
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
 * End a share. The caller must have loaded the namespace for managing members.
 *
 * @throws NotFound  not shared with the group
 * @throws Forbidden  the actor cannot revoke the level of the share
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
