import { type RawBuilder, sql } from 'kysely'
import { isUser } from '#server/access/facts.ts'
import { levels } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid, NotFound, Unauthenticated } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, moment, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'
import { addMembers } from './add.ts'
import { memberTopics } from './events.ts'
import type { Place } from './place.ts'
import { memberOf } from './queries.ts'

const requesterJson = (ctx: Context): RawBuilder<unknown> =>
  sql`(${userBasicJson(ctx.services.settings, 'u')}::jsonb || ${objectb({ requested_at: moment(columnsOf('accessRequests', 'r')('createdAt')) })})`

/** Users with a pending request who have not become members meanwhile. */
const waiting = ({
  id,
  ancestorIds,
}: Place): RawBuilder<unknown> => sql`access_requests r join users u on u.id = r.user_id
  where r.namespace_id = ${id} and u.state = 'active' and access_level_of(u.id, ${[...ancestorIds]}::bigint[]) = 0`

/** A page of the pending requests, the first one first. The caller has loaded the place for managing members. */
export const listAccessRequests = (ctx: Context, place: Place, input: Paging) =>
  pageOfJson<never>(ctx, input, {
    item: requesterJson(ctx),
    matching: waiting(place),
    order: sql`r.created_at, u.id`,
  })

/**
 * Ask to become a member. The caller has loaded the place for reading.
 *
 * @throws Forbidden  the place takes no requests · @throws Invalid  a member already, or asked before
 */
export async function requestAccess(ctx: Context, place: Place): Promise<RawJson> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Unauthenticated()
  const { rows } = await sql<{ isOpen: boolean; level: number; isAsked: boolean }>`
    select coalesce(p.request_access_enabled, g.request_access_enabled, false) and not n.inactive as is_open,
      access_level_of(${actor.id}, n.ancestor_ids) as level,
      exists (select 1 from access_requests r where r.namespace_id = n.id and r.user_id = ${actor.id}) as is_asked
    from namespaces n left join projects p on p.id = n.id left join groups g on g.id = n.id where n.id = ${place.id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound()
  if (found.level > 0) throw new Invalid({ userId: ['is already a member'] })
  if (!found.isOpen) throw new Forbidden()
  if (found.isAsked) throw asked()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('accessRequests')
    .values({ namespaceId: place.id, userId: actor.id, createdAt: ctx.now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // If several requests arrive at once, one is stored and sends the notification.
  if (!numInsertedOrUpdatedRows) throw asked()
  await ctx.events.record(
    'access.requested',
    { namespaceId: place.id, kind: place.kind, userId: actor.id },
    { namespaceId: place.id, topics: memberTopics(place.kind, place.id, actor.id) },
  )
  const shown = await sql<{ item: string }>`
    select ${requesterJson(ctx)}::text as item from access_requests r join users u on u.id = r.user_id
    where r.namespace_id = ${place.id} and r.user_id = ${actor.id}`.execute(ctx.db)
  return new RawJson(shown.rows[0]?.item ?? 'null')
}

const asked = () => new Invalid({ userId: ['has already requested access'] })

/** Approve an access request. @returns the member · @throws NotFound  no such request · @throws Invalid, Forbidden  the level */
export async function approveAccess(
  ctx: Context,
  place: Place,
  { userId, accessLevel = levels.developer }: { readonly userId: number; readonly accessLevel?: number },
) {
  await take(ctx, place, userId)
  await addMembers(ctx, place, { userId: [String(userId)], accessLevel })
  return memberOf(ctx, place, 'direct', userId)
}

/** Deny or withdraw an access request. @throws NotFound · @throws Forbidden  another user's request */
export async function denyAccess(ctx: Context, place: Place, userId: number): Promise<null> {
  if (!isUser(ctx.actor, userId) && !may(ctx.actor, `${place.kind}:admin-members`, place.facts)) throw new Forbidden()
  await take(ctx, place, userId)
  await ctx.events.record(
    'access.denied',
    { namespaceId: place.id, kind: place.kind, userId },
    { namespaceId: place.id, topics: memberTopics(place.kind, place.id, userId) },
  )
  return null
}

async function take(ctx: Context, place: Place, userId: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('accessRequests')
    .where('namespaceId', '=', place.id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Access Requester')
}
