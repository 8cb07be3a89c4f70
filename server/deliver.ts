import { type Actor, anonymous, createContext, type Services } from '#server/context.ts'
import type { WeftEvent } from '#server/platform/events/events.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** Hand a stored event to its later followers, each with the rights of whoever did it. A failure is tried again by the queue. */
export async function deliverEvent(db: Db, services: Services, eventId: number): Promise<void> {
  const row = await db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.id', 'e.actorId')
    .select([
      'e.name',
      'e.payload',
      'e.namespaceId',
      'e.actorId',
      'e.createdAt',
      'u.id',
      'u.username',
      'u.name as userName',
      'u.isAdmin',
      'u.isExternal',
    ])
    .where('e.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) return
  const actor: Actor =
    row.id === null
      ? anonymous
      : {
          kind: 'user',
          id: row.id,
          username: row.username ?? '',
          name: row.userName ?? '',
          isAdmin: row.isAdmin ?? false,
          isExternal: row.isExternal ?? false,
        }
  // The log holds only events that were recorded under these names and payloads.
  const event = {
    name: row.name,
    payload: row.payload,
    namespaceId: row.namespaceId,
    actorId: row.actorId,
    createdAt: row.createdAt,
  } as WeftEvent
  const ctx = createContext({ actor, db, services, requestId: `event-${eventId}` })
  for (const follower of services.followers.later(event.name)) await follower.run(ctx, event)
}
