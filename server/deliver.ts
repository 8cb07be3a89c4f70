import { type RawBuilder, sql } from 'kysely'
import { type Actor, anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { Forbidden, Gone, NotFound, Unauthenticated } from '#server/errors.ts'
import type { Followed, FollowerBatched, WeftEvent } from '#server/platform/events/events.ts'
import { type Db, inTransaction } from '#server/platform/sql/database.ts'
import { commitBeforeFlush } from '#server/platform/sql/durable.ts'

/**
 * Hand a stored event to all who follow it after the commit. The queue tries a failure again, except a permanent one:
 * the event's subject, its project or its actor has been deleted since, or the actor has lost the right to it.
 *
 * @throws  the first failure, after all followers have had their turn
 */
export async function deliverEvent(db: Db, services: Services, eventId: number): Promise<void> {
  const [followed] = await readEvents(db, services, sql`select ${eventId}::bigint as event_id`)
  if (followed === undefined) return
  const { ctx, event } = followed
  const failures: unknown[] = []
  const attempt = async (run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      if (isLasting(error)) services.log.info({ err: error, eventId }, `there is nothing left to do for ${event.name}`)
      else failures.push(error)
    }
  }
  for (const follower of services.followers.later(event.name)) await attempt(() => follower.run(ctx, event))
  for (const follower of services.followers.batched(event.name)) await attempt(() => follower.run([followed]))
  if (failures.length > 0) throw failures[0]
}

/**
 * A `NotFound` with a cause is not lasting: a row was deleted between two statements, and the next attempt finds the
 * others.
 */
const isLasting = (error: unknown): boolean =>
  (error instanceof NotFound && error.cause === undefined) ||
  error instanceof Gone ||
  error instanceof Unauthenticated ||
  error instanceof Forbidden

/** The limit of events that are handled together, which keeps their transaction short. */
const maxBatchSize = 200

/** Statements for batches of any size share one plan, so that no call pays for another. */
const planOnce = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * Hand over the events that wait to be followed together, oldest first, and forget that they wait: both or neither.
 *
 * @returns whether more may wait
 */
export async function deliverBatch(db: Db, services: Services): Promise<boolean> {
  let taken: readonly number[] = []
  try {
    await inTransaction(db, async inner => {
      const { rows } = await sql<{ id: number }>`
        select event_id as id, ${commitBeforeFlush} as commit, ${planOnce} as plans from batched_events
        order by event_id limit ${maxBatchSize} for update skip locked`.execute(inner)
      taken = rows.map(row => row.id)
      if (taken.length > 0) await followTaken(inner, services, taken)
    })
  } catch (error) {
    services.log.warn({ err: error }, 'events cannot be followed together')
    for (const id of taken) await deliverAlone(db, services, id)
  }
  return taken.length === maxBatchSize
}

async function followTaken(db: Db, services: Services, ids: readonly number[]): Promise<void> {
  const waiting = sql`delete from batched_events where event_id = any (${[...ids]}::bigint[]) returning event_id`
  await followBatch(services, await readEvents(db, services, waiting))
}

/** Deliver an event by itself. If it fails, it does not hold up the others: it goes to the queue, which tries again. */
async function deliverAlone(db: Db, services: Services, id: number): Promise<void> {
  try {
    await inTransaction(db, inner => followTaken(inner, services, [id]))
  } catch {
    await sql`with gone as (delete from batched_events where event_id = ${id} returning event_id)
      select ${services.enqueueEvents(sql`select event_id as id, '' as name, false as is_urgent from gone`)} where exists (select 1 from gone)`.execute(
      db,
    )
  }
}

async function followBatch(services: Services, all: readonly Followed<Context>[]): Promise<void> {
  // A function that follows several names gets their events in one order.
  const followed = new Map<FollowerBatched<Context>['run'], Followed<Context>[]>()
  for (const each of all) {
    for (const { run } of services.followers.batched(each.event.name)) {
      const known = followed.get(run)
      if (known === undefined) followed.set(run, [each])
      else known.push(each)
    }
  }
  for (const [run, group] of followed) await run(group)
}

interface StoredEventRow extends Omit<WeftEvent, 'id'> {
  readonly eventId: number
  readonly id: number | null
  readonly username: string
  readonly userName: string
  readonly isAdmin: boolean
  readonly isExternal: boolean
}

/** Events in their order, each with a context that has the rights of its actor. @param which  yields `event_id` */
async function readEvents(db: Db, services: Services, which: RawBuilder<unknown>): Promise<Followed<Context>[]> {
  const { rows } = await sql<StoredEventRow>`
    with chosen as (${which})
    select e.id as event_id, e.name, e.payload, e.namespace_id, e.actor_id, e.created_at,
      u.id, u.username, u.name as user_name, u.is_admin, u.is_external
    from chosen join events e on e.id = chosen.event_id left join users u on u.id = e.actor_id order by e.id`.execute(
    db,
  )
  return rows.map(({ eventId, id, username, userName, isAdmin, isExternal, ...event }) => {
    const actor: Actor = id === null ? anonymous : { kind: 'user', id, username, name: userName, isAdmin, isExternal }
    return {
      ctx: createContext({ actor, db, services, requestId: `event-${eventId}` }),
      event: { ...event, id: eventId },
    }
  })
}
