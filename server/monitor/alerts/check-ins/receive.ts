import { sql } from 'kysely'
import { checkInsTopic } from '#contract/live-topics.ts'
import { checkInLimits } from '#contract/monitor/alerts/check-in-limits.ts'
import type { Context } from '#server/context.ts'
import { NotFound, RateLimited } from '#server/errors.ts'
import { privateSecret } from '#server/foundation/users/private-tokens.ts'
import { type AlertedCheckIn, alertedColumns, endMissing } from './alert.ts'
import { idInKey, isKeyOf } from './key.ts'
import { dueAfter } from './schedule.ts'

interface CalledCheckIn extends AlertedCheckIn {
  readonly resets: number
  readonly isPaused: boolean
  /** Calls in the current minute, which starts with its first call; 0 once it is over. */
  readonly minuteCount: number
}

/**
 * A job tells that it ran. A check-in that was missing is no longer, and its alert is resolved.
 *
 * @throws NotFound  no key of a check-in, or its project is read-only · @throws RateLimited
 */
export async function takeCheckIn(ctx: Context, { key }: { readonly key: string }): Promise<void> {
  const checkIn = await calledCheckIn(ctx, key)
  if (ctx.services.settings.rateLimits && checkIn.minuteCount >= checkInLimits.callsPerMinute)
    throw new RateLimited('This address has been called too many times. Try again in a minute.', 60)
  await sql`
    update check_ins set last_at = ${ctx.now}::timestamptz, missing_since = null,
      recent_at = (array_prepend(${ctx.now}::timestamptz, recent_at))[1:${sql.lit(checkInLimits.recent)}],
      due_at = ${checkIn.isPaused ? null : dueAfter(checkIn, ctx.now)}::timestamptz, minute_count = ${checkIn.minuteCount + 1},
      minute_began_at = ${checkIn.minuteCount === 0 ? sql`${ctx.now}::timestamptz` : sql`minute_began_at`}
    where id = ${checkIn.id}`.execute(ctx.db)
  if (checkIn.missingSince !== null) {
    await endMissing(ctx, checkIn)
    await ctx.events.record(
      'check_in.changed',
      { checkInId: checkIn.id },
      { namespaceId: checkIn.projectId, topics: [checkInsTopic(checkIn.projectId)] },
    )
  } else await sql`select pg_notify('weft_live', ${JSON.stringify([checkInsTopic(checkIn.projectId)])})`.execute(ctx.db)
}

/** The check-in of a key, held until the transaction ends. @throws NotFound */
async function calledCheckIn(ctx: Context, key: string): Promise<CalledCheckIn> {
  const id = idInKey(key)
  const { rows } = await sql<CalledCheckIn>`
    select ${alertedColumns}, c.resets, c.is_paused,
      case when c.minute_began_at > ${ctx.now}::timestamptz - interval '1 minute' then c.minute_count else 0 end as minute_count
    from check_ins c join namespaces n on n.id = c.namespace_id where c.id = ${id}::bigint and not n.inactive for no key update of c`.execute(
    ctx.db,
  )
  const [checkIn] = rows
  if (checkIn === undefined || !isKeyOf(await privateSecret(ctx.db), checkIn, key)) throw new NotFound('Check-in')
  return checkIn
}
