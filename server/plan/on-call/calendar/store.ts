import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { recordScheduleUpdated } from '../events.ts'
import type { Managed, ScheduleRow } from '../find.ts'
import { insertCalendarRotation, replaceParticipants } from '../rotations.ts'

/** A shift that a calendar gives someone. Moments are milliseconds since 1970. */
export interface PersonShift {
  readonly userId: number
  readonly startsAt: number
  readonly endsAt: number
}

export interface CalendarReading {
  /** Null: a file. */
  readonly url: string | null
  readonly content: string
  readonly etag: string | null
  readonly shifts: readonly PersonShift[]
  readonly notices: readonly { readonly title: string; readonly reason: string }[]
}

/** Minutes until a calendar is looked at again: the shifts of a file follow as time passes. */
const pauseMinutes = (url: string | null): number => (url === null ? recomputeMinutes : onCallLimits.calendarMinutes)
/** Minutes after which shifts are computed again, even if the calendar has not changed: it may repeat without an end. */
export const recomputeMinutes = 360

/** Add a rotation with the shifts of a calendar. @returns its id @throws Invalid */
export async function createCalendar(
  ctx: Context,
  schedule: Managed<ScheduleRow>,
  name: string,
  reading: CalendarReading,
): Promise<number> {
  await sql`select 1 from namespaces where id = ${schedule.namespaceId} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from oncall_schedules s join oncall_rotations r on r.schedule_id = s.id
      join oncall_calendars c on c.rotation_id = r.id
    where s.namespace_id = ${schedule.namespaceId}`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= onCallLimits.calendars)
    throw new Invalid({ base: [`A project can have up to ${onCallLimits.calendars} rotations with calendars`] })
  const id = await insertCalendarRotation(ctx, schedule, name)
  await sql`insert into oncall_calendars (rotation_id, content, read_at, computed_at, next_read_at)
    values (${id}, '', ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)`.execute(ctx.db)
  await storeReading(ctx, schedule, id, reading)
  return id
}

/** Store what a calendar says. Shifts that it no longer has are gone. The caller holds the schedule. */
export async function storeReading(
  ctx: Context,
  schedule: Pick<ScheduleRow, 'id' | 'namespaceId'>,
  rotationId: number,
  { url, content, etag, shifts, notices }: CalendarReading,
): Promise<void> {
  const before = await ctx.db
    .selectFrom('oncallCalendars')
    .select(['failure', 'noticeCount'])
    .where('rotationId', '=', rotationId)
    .executeTakeFirstOrThrow()
  await sql`update oncall_calendars set url = ${url}, content = ${content}, etag = ${etag},
      notices = ${JSON.stringify(notices.slice(0, onCallLimits.calendarNotices))}::jsonb, notice_count = ${notices.length},
      read_at = ${ctx.now}::timestamptz, computed_at = ${ctx.now}::timestamptz,
      next_read_at = ${ctx.now}::timestamptz + make_interval(mins => ${pauseMinutes(url)}),
      failure = null, failing_since = null, is_failure_told = false
    where rotation_id = ${rotationId}`.execute(ctx.db)
  const isChanged = await replaceShifts(ctx, rotationId, shifts)
  if (isChanged || before.failure !== null || before.noticeCount !== notices.length)
    await recordScheduleUpdated(ctx, schedule)
}

/** @returns whether another one was there */
async function replaceShifts(ctx: Context, rotationId: number, given: readonly PersonShift[]): Promise<boolean> {
  const shifts = withoutOverlaps(given)
  const users = [...new Set(shifts.map(({ userId }) => userId))]
  await replaceParticipants(
    ctx,
    rotationId,
    users.map(userId => ({ userId })),
  )
  const rows = shifts.map(({ userId, startsAt, endsAt }) => ({
    ...{ user_id: userId, starts_at: new Date(startsAt).toISOString(), ends_at: new Date(endsAt).toISOString() },
  }))
  const { rows: changes } = await sql`
    with given as (
      select p.id, g.starts_at, g.ends_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g(user_id bigint, starts_at timestamptz, ends_at timestamptz)
        join oncall_participants p on p.rotation_id = ${rotationId} and p.user_id = g.user_id),
    gone as (
      delete from oncall_calendar_shifts k using oncall_participants p where k.participant_id = p.id and p.rotation_id = ${rotationId}
        and not exists (select 1 from given g where g.id = k.participant_id and g.starts_at = k.starts_at) returning 1),
    made as (
      insert into oncall_calendar_shifts as k (participant_id, starts_at, ends_at) select id, starts_at, ends_at from given
      on conflict (participant_id, starts_at) do update set ends_at = excluded.ends_at where k.ends_at <> excluded.ends_at returning 1)
    select 1 from gone union all select 1 from made limit 1`.execute(ctx.db)
  return changes.length > 0
}

/** The shifts of each person, with those that overlap as one: two events may put the same person on call. In the order of their starts. */
export function withoutOverlaps(shifts: readonly PersonShift[]): readonly PersonShift[] {
  const made: { userId: number; startsAt: number; endsAt: number }[] = []
  const lastOf = new Map<number, (typeof made)[number]>()
  for (const shift of shifts.toSorted((one, other) => one.startsAt - other.startsAt)) {
    const last = lastOf.get(shift.userId)
    if (last !== undefined && shift.startsAt < last.endsAt) {
      last.endsAt = Math.max(last.endsAt, shift.endsAt)
      continue
    }
    const own = { ...shift }
    lastOf.set(shift.userId, own)
    made.push(own)
  }
  return made
}

/** The calendar has not changed: its shifts stay, too. The caller holds the schedule. */
export async function storeUnchanged(
  ctx: Context,
  schedule: Pick<ScheduleRow, 'id' | 'namespaceId'>,
  rotationId: number,
): Promise<void> {
  const { rows } = await sql<{ failure: string | null }>`
    update oncall_calendars c set read_at = ${ctx.now}::timestamptz, failure = null, failing_since = null, is_failure_told = false,
      next_read_at = ${ctx.now}::timestamptz + make_interval(mins => ${onCallLimits.calendarMinutes})
    from oncall_calendars b where c.rotation_id = ${rotationId} and b.rotation_id = c.rotation_id returning b.failure`.execute(
    ctx.db,
  )
  if (rows[0]?.failure != null) await recordScheduleUpdated(ctx, schedule)
}

/** The calendar cannot be read: its shifts stay. The caller holds the schedule. @returns whether its editors are to be told, once */
export async function storeFailure(
  ctx: Context,
  schedule: Pick<ScheduleRow, 'id' | 'namespaceId'>,
  rotationId: number,
  failure: string,
): Promise<boolean> {
  const { rows } = await sql<{ wasFailing: boolean; isTold: boolean }>`
    with before as (select failure, is_failure_told, coalesce(failing_since, ${ctx.now}::timestamptz) as since
      from oncall_calendars where rotation_id = ${rotationId})
    update oncall_calendars c set failure = ${failure}, failing_since = b.since,
      is_failure_told = b.is_failure_told or b.since <= ${ctx.now}::timestamptz - make_interval(mins => ${onCallLimits.calendarFailureMinutes})
    from before b where c.rotation_id = ${rotationId}
    returning b.failure is not null as was_failing, c.is_failure_told and not b.is_failure_told as is_told`.execute(
    ctx.db,
  )
  if (rows[0]?.wasFailing === false) await recordScheduleUpdated(ctx, schedule)
  return rows[0]?.isTold ?? false
}
