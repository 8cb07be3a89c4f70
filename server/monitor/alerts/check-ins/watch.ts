import { sql } from 'kysely'
import { checkInsTopic } from '#contract/live-topics.ts'
import { type Context, createContext, type Services, transact } from '#server/context.ts'
import { alertBot } from '#server/foundation/users/automation.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { type AlertedCheckIn, alertedColumns, alertMissing } from './alert.ts'
import { dueAfter, type Expectation } from './schedule.ts'

/** The most check-ins of one run; the next run follows in a minute. */
const atOnce = 500
/** After a longer time without a run, no server was there to be called. */
const mostMinutesBetween = 3

/** Create alerts for check-ins that are missing. Runs every minute, on one process. */
export async function watchCheckIns(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: await alertBot(db), db, services, requestId: 'watch-check-ins', now })
  await transact(ctx, forgiveDowntime)
  const { rows } = await sql<{ id: number }>`
    select c.id from check_ins c join namespaces n on n.id = c.namespace_id
    where c.due_at <= ${now}::timestamptz and not n.inactive order by c.due_at, c.id limit ${atOnce}`.execute(db)
  for (const { id } of rows) {
    try {
      await transact(ctx, inner => miss(inner, id))
    } catch (error) {
      // The others must still alert.
      services.log.error({ err: error, checkInId: id }, 'a missing check-in did not create an alert')
    }
  }
}

/** After a time without a server, calls that were expected in it count as made: a job may have run, and only failed to tell. */
async function forgiveDowntime(ctx: Context): Promise<void> {
  const now = sql`${ctx.now}::timestamptz`
  const { rows } = await sql<{
    ranAt: string
  }>`select iso(ran_at) as ran_at from check_in_watch for no key update`.execute(ctx.db)
  const ranAt = rows[0]?.ranAt
  await sql`insert into check_in_watch as w (ran_at) values (${now})
    on conflict (is_only) do update set ran_at = greatest(w.ran_at, excluded.ran_at)`.execute(ctx.db)
  if (ranAt === undefined || Date.parse(ctx.now) - Date.parse(ranAt) <= mostMinutesBetween * 60_000) return
  const missed = await sql<Expectation & { readonly id: number }>`
    select id, every_minutes, cron, time_zone, grace_minutes from check_ins
    where due_at > ${ranAt}::timestamptz and due_at - make_interval(mins => grace_minutes) <= ${now} order by id for no key update`.execute(
    ctx.db,
  )
  const due = missed.rows.map(({ id, ...expectation }) => ({ id, due_at: dueAfter(expectation, ctx.now) }))
  if (due.length > 0)
    await sql`update check_ins c set due_at = g.due_at
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as g(id bigint, due_at timestamptz) where c.id = g.id`.execute(
      ctx.db,
    )
}

/** The row and its alert commit together: a process that is killed before leaves the check-in due. */
async function miss(ctx: Context, id: number): Promise<void> {
  // Another process may have been faster, or the job has called since.
  const { rows } = await sql<AlertedCheckIn>`
    select ${alertedColumns} from check_ins c join namespaces n on n.id = c.namespace_id
    where c.id = ${id} and c.due_at <= ${ctx.now}::timestamptz and not n.inactive for no key update of c`.execute(
    ctx.db,
  )
  const [checkIn] = rows
  if (checkIn === undefined) return
  await sql`update check_ins set missing_since = due_at, due_at = null where id = ${id}`.execute(ctx.db)
  await alertMissing(ctx, checkIn)
  await ctx.events.record(
    'check_in.changed',
    { checkInId: id },
    { namespaceId: checkIn.projectId, topics: [checkInsTopic(checkIn.projectId)] },
  )
}
