import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { isTimeZone } from '#contract/reader.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems, tooLong } from '#server/platform/text/problems.ts'
import { zoneClock } from '#server/platform/text/time-zone.ts'
import type { Current } from '#server/slice.ts'
import { recordScheduleUpdated, scheduleScope } from './events.ts'
import type { Managed, ScheduleRow } from './find.ts'

export interface ScheduleGiven {
  readonly name?: Maybe<string>
  readonly description?: Maybe<string>
  readonly timezone?: Maybe<string>
}

/** Add an on-call schedule, without rotations, to a project. @returns its id @throws Invalid */
export async function createSchedule(
  ctx: Context,
  project: Managed<{ readonly id: number }>,
  given: ScheduleGiven,
): Promise<number> {
  const [name, description] = [checkedName(given.name ?? ''), checkedDescription(given.description ?? '')]
  const timeZone = checkedZone(given.timezone ?? '')
  // Schedules are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await unlessTaken(() =>
    sql<{ id: number }>`
      with counter as (insert into iid_counters as c (namespace_id, series, value)
        select ${project.id}, 'oncall_schedule', 1
        where (select count(*) from oncall_schedules where namespace_id = ${project.id}) < ${onCallLimits.schedules}
        on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
      insert into oncall_schedules (namespace_id, iid, name, description, time_zone, created_at, updated_at)
      select ${project.id}, value, ${name}, ${description}, ${timeZone}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from counter returning id`.execute(ctx.db),
  )
  const id = rows[0]?.id
  if (id === undefined)
    throw new Invalid({ base: [`A project can have up to ${onCallLimits.schedules} on-call schedules`] })
  await ctx.events.record('oncall_schedule.created', { scheduleId: id }, scheduleScope(project.id))
  return id
}

/** Update a schedule; fields that are left out stay. In a new time zone, hand-overs keep their time of the clock. @throws Invalid */
export async function updateSchedule(
  ctx: Context,
  schedule: Managed<ScheduleRow>,
  given: ScheduleGiven,
): Promise<void> {
  const timeZone = given.timezone == null ? null : checkedZone(given.timezone)
  await unlessTaken(() =>
    ctx.db
      .updateTable('oncallSchedules')
      .set({
        ...(given.name != null && { name: checkedName(given.name) }),
        ...(given.description != null && { description: checkedDescription(given.description) }),
        ...(timeZone !== null && { timeZone }),
        updatedAt: ctx.now,
      })
      .where('id', '=', schedule.id)
      .execute(),
  )
  if (timeZone !== null && timeZone !== schedule.timeZone) await moveToZone(ctx, schedule, timeZone)
  await recordScheduleUpdated(ctx, schedule)
}

async function moveToZone(ctx: Context, { id, timeZone }: ScheduleRow, toZone: string): Promise<void> {
  const [from, to] = [zoneClock(timeZone), zoneClock(toZone)]
  const moved = (moment: string) => new Date(to.momentOf(from.wallAt(Date.parse(moment)))).toISOString()
  const rotations = await ctx.db
    .selectFrom('oncallRotations')
    .select(['id', 'startsAt', 'endsAt'])
    .where('scheduleId', '=', id)
    .forNoKeyUpdate()
    .execute()
  const rows = rotations.map(({ id, startsAt, endsAt }) => ({
    ...{ id, starts_at: moved(startsAt), ends_at: endsAt && moved(endsAt) },
  }))
  await sql`update oncall_rotations r set starts_at = g.starts_at, ends_at = g.ends_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, starts_at timestamptz, ends_at timestamptz)
    where r.id = g.id`.execute(ctx.db)
}

/** The schedule as it is, held until the transaction ends, as callers give it. */
export async function currentSchedule(ctx: Context, { id }: Managed<ScheduleRow>): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select name, description, time_zone as timezone from oncall_schedules where id = ${id} for no key update`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Delete a schedule with its rotations, and the rules of escalation policies that page it. */
export async function deleteSchedule(ctx: Context, schedule: Managed<ScheduleRow>): Promise<void> {
  await ctx.db.deleteFrom('oncallSchedules').where('id', '=', schedule.id).execute()
  await ctx.events.record(
    'oncall_schedule.deleted',
    { scheduleId: schedule.id, name: schedule.name },
    scheduleScope(schedule.namespaceId),
  )
}

/** The name of a schedule or rotation. @throws Invalid */
export function checkedName(given: string): string {
  const name = oneLine(given)
  const problems = lineProblems(name, onCallLimits.name)
  if (problems.length > 0) throw new Invalid({ name: problems })
  return name
}

function checkedDescription(given: string): string {
  const description = given.trim()
  if (description.length > onCallLimits.description)
    throw new Invalid({ description: [tooLong(onCallLimits.description)] })
  return description
}

function checkedZone(given: string): string {
  if (!isTimeZone(given)) throw new Invalid({ timezone: ['must be the name of a time zone, such as Europe/Berlin'] })
  return given
}

/** @throws Invalid  another schedule or rotation has the name */
export async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error, 'oncall_schedules_by_name') || isTaken(error, 'oncall_rotations_by_name'))
      throw new Invalid({ name: ['has already been taken'] }, { cause: error })
    throw error
  }
}
