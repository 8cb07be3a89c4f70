import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { type ZoneClock, zoneClock } from '#server/platform/text/time-zone.ts'
import type { Current } from '#server/slice.ts'
import { recordScheduleUpdated } from './events.ts'
import type { Managed, ScheduleRow } from './find.ts'
import { peopleNamed } from './people.ts'
import { checkedName, unlessTaken } from './schedules.ts'
import type { LengthUnit } from './shifts.ts'
import { clockTime, minutesOfDay, momentOf, wallText } from './wall-time.ts'

type RotationRow = ScheduleRow & { readonly rotationId: number }

/** A date and a time of the clock of the schedule. */
export interface WallTime {
  readonly date: string
  readonly time: string
}

interface ParticipantGiven {
  readonly username: string
  readonly colorPalette?: Maybe<string>
  readonly colorWeight?: Maybe<string>
}

export interface RotationGiven {
  readonly name?: Maybe<string>
  readonly startsAt?: Maybe<WallTime>
  /** Null: without an end. */
  readonly endsAt?: WallTime | null | undefined
  readonly rotationLength?: Maybe<{ readonly length: number; readonly unit: LengthUnit }>
  /** Null: all day. */
  readonly activePeriod?: { readonly startTime: string; readonly endTime: string } | null | undefined
  /** 1 for Monday to 7 for Sunday. */
  readonly weekdays?: Maybe<readonly number[]>
  /** All of them, in the order of their turns. */
  readonly participants?: Maybe<readonly ParticipantGiven[]>
}

interface RotationColumns {
  readonly name: string
  readonly length: number
  readonly lengthUnit: LengthUnit
  readonly startsAt: string
  readonly endsAt: string | null
  readonly activeFrom: number | null
  readonly activeTo: number | null
  readonly weekdays: readonly number[]
}

/** Add a rotation to a schedule. @returns its id @throws Invalid */
export async function createRotation(
  ctx: Context,
  schedule: Managed<ScheduleRow>,
  given: RotationGiven,
): Promise<number> {
  const { name, startsAt, rotationLength, participants } = given
  if (startsAt == null) throw new Invalid({ startsAt: ["can't be blank"] })
  if (rotationLength == null) throw new Invalid({ length: ["can't be blank"] })
  const changes = columnsFrom({ ...given, name: name ?? '' }, zoneClock(schedule.timeZone))
  const columns = {
    endsAt: null,
    activeFrom: null,
    activeTo: null,
    weekdays: allWeekdays,
    ...changes,
  } as RotationColumns
  refuseImpossible(columns)
  const id = await insertRotation(ctx, schedule, columns)
  await writeParticipants(ctx, schedule, id, participants ?? [])
  await recordScheduleUpdated(ctx, schedule)
  return id
}

/** @returns its id @throws Invalid */
async function insertRotation(ctx: Context, schedule: ScheduleRow, columns: RotationColumns): Promise<number> {
  await holdSchedule(ctx, schedule)
  const { rows } = await unlessTaken(() =>
    sql<{ id: number }>`
      insert into oncall_rotations (schedule_id, name, length, length_unit, starts_at, ends_at, active_from, active_to, weekdays, created_at, updated_at)
      select ${schedule.id}, ${columns.name}, ${columns.length}, ${columns.lengthUnit}, ${columns.startsAt}::timestamptz, ${columns.endsAt}::timestamptz,
        ${columns.activeFrom}::integer, ${columns.activeTo}::integer, ${[...columns.weekdays]}::smallint[], ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      where (select count(*) from oncall_rotations where schedule_id = ${schedule.id}) < ${onCallLimits.rotations}
      returning id`.execute(ctx.db),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Invalid({ base: [`A schedule can have up to ${onCallLimits.rotations} rotations`] })
  return id
}

/** Add a rotation whose shifts come from a calendar: it has no turns, and its participants follow from the shifts. @returns its id @throws Invalid */
export const insertCalendarRotation = (ctx: Context, schedule: Managed<ScheduleRow>, name: string): Promise<number> =>
  insertRotation(ctx, schedule, {
    ...{ name: checkedName(name), length: 1, lengthUnit: 'WEEKS', startsAt: ctx.now, endsAt: null },
    ...{ activeFrom: null, activeTo: null, weekdays: allWeekdays },
  })

/** Update a rotation; fields that are left out stay. @throws Invalid */
export async function updateRotation(
  ctx: Context,
  rotation: Managed<RotationRow>,
  given: RotationGiven,
): Promise<void> {
  await holdSchedule(ctx, rotation)
  const changes = columnsFrom(given, zoneClock(rotation.timeZone))
  const { rows } = await sql<RotationColumns>`
    select name, length, length_unit, iso(starts_at) as starts_at, iso(ends_at) as ends_at, active_from, active_to, weekdays
    from oncall_rotations where id = ${rotation.rotationId}`.execute(ctx.db)
  const [before] = rows
  if (before === undefined) return
  if (Object.keys(changes).some(column => column !== 'name') || given.participants != null)
    await refuseCalendar(ctx, rotation)
  refuseImpossible({ ...before, ...changes })
  const { weekdays, ...plain } = changes
  await unlessTaken(() =>
    ctx.db
      .updateTable('oncallRotations')
      .set({ ...plain, ...(weekdays !== undefined && { weekdays: [...weekdays] }), updatedAt: ctx.now })
      .where('id', '=', rotation.rotationId)
      .execute(),
  )
  if (given.participants != null) await writeParticipants(ctx, rotation, rotation.rotationId, given.participants)
  await recordScheduleUpdated(ctx, rotation)
}

/** The rotation as it is, held until the transaction ends, as callers give it. */
export async function currentRotation(ctx: Context, rotation: Managed<RotationRow>): Promise<Current> {
  await holdSchedule(ctx, rotation)
  const { rows } = await sql<RotationColumns & { readonly participants: readonly { readonly username: string }[] }>`
    select r.name, r.length, r.length_unit, iso(r.starts_at) as starts_at, iso(r.ends_at) as ends_at, r.active_from, r.active_to, r.weekdays,
      coalesce((select json_agg(json_build_object('username', u.username) order by p.position)
        from oncall_participants p join users u on u.id = p.user_id where p.rotation_id = r.id), '[]') as participants
    from oncall_rotations r where r.id = ${rotation.rotationId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) return undefined
  const clock = zoneClock(rotation.timeZone)
  const given = (moment: string) => {
    const [date, time] = wallText(Date.parse(moment), clock).split('T')
    return { date, time }
  }
  const { name, length, lengthUnit, startsAt, endsAt, activeFrom, activeTo, weekdays, participants } = row
  return {
    ...{ name, weekdays, participants },
    rotationLength: { length, unit: lengthUnit },
    startsAt: given(startsAt),
    endsAt: endsAt === null ? null : given(endsAt),
    activePeriod:
      activeFrom === null || activeTo === null
        ? null
        : { startTime: clockTime(activeFrom), endTime: clockTime(activeTo) },
  }
}

/** Delete a rotation with its overrides. */
export async function deleteRotation(ctx: Context, rotation: Managed<RotationRow>): Promise<void> {
  await holdSchedule(ctx, rotation)
  await ctx.db.deleteFrom('oncallRotations').where('id', '=', rotation.rotationId).execute()
  await recordScheduleUpdated(ctx, rotation)
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7]

/** Changes of a schedule are made one at a time. */
export const holdSchedule = (ctx: Context, { id }: Pick<ScheduleRow, 'id'>) =>
  sql`select 1 from oncall_schedules where id = ${id} for no key update`.execute(ctx.db)

function columnsFrom(given: RotationGiven, clock: ZoneClock): Partial<RotationColumns> {
  const { name, startsAt, endsAt, rotationLength, activePeriod, weekdays } = given
  return {
    ...(name != null && { name: checkedName(name) }),
    ...(startsAt != null && { startsAt: checkedMoment('startsAt', startsAt, clock) }),
    ...(endsAt !== undefined && { endsAt: endsAt && checkedMoment('endsAt', endsAt, clock) }),
    ...(rotationLength != null && checkedLength(rotationLength)),
    ...(activePeriod !== undefined && checkedPeriod(activePeriod)),
    ...(weekdays != null && { weekdays: checkedWeekdays(weekdays) }),
  }
}

/** @throws Invalid */
export function checkedMoment(field: 'startsAt' | 'endsAt', given: WallTime, clock: ZoneClock): string {
  const moment = momentOf(given, clock)
  if (moment === null) throw new Invalid({ [field]: ['must be a date (YYYY-MM-DD) and a time (HH:MM)'] })
  return new Date(moment).toISOString()
}

function checkedLength({ length, unit }: { readonly length: number; readonly unit: LengthUnit }) {
  if (!Number.isInteger(length) || length < 1 || length > onCallLimits.length)
    throw new Invalid({ length: [`must be between 1 and ${onCallLimits.length}`] })
  return { length, lengthUnit: unit }
}

function checkedPeriod(given: RotationGiven['activePeriod']) {
  if (given == null) return { activeFrom: null, activeTo: null }
  const [activeFrom, activeTo] = [minutesOfDay(given.startTime), minutesOfDay(given.endTime)]
  if (activeFrom === null || activeTo === null)
    throw new Invalid({ activePeriod: ['must have a start and an end time (HH:MM)'] })
  if (activeFrom === activeTo) throw new Invalid({ activePeriod: ['must end at another time than it starts'] })
  return { activeFrom, activeTo }
}

function checkedWeekdays(given: readonly number[]): readonly number[] {
  const days = [...new Set(given)].toSorted((a, b) => a - b)
  if (days.length === 0) throw new Invalid({ weekdays: ['must have at least one day'] })
  if (!days.every(day => allWeekdays.includes(day)))
    throw new Invalid({ weekdays: ['must be numbers from 1 (Monday) to 7 (Sunday)'] })
  return days
}

/** @throws Invalid  the rotation has no turns */
async function refuseCalendar(ctx: Context, { rotationId }: RotationRow): Promise<void> {
  const { rows } = await sql`select 1 from oncall_calendars where rotation_id = ${rotationId}`.execute(ctx.db)
  if (rows.length > 0)
    throw new Invalid({ base: ['The shifts of this rotation come from a calendar. Change them in the calendar'] })
}

function refuseImpossible({ startsAt, endsAt, lengthUnit, activeFrom }: RotationColumns): void {
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw new Invalid({ endsAt: ['must be after the start'] })
  if (lengthUnit === 'HOURS' && activeFrom !== null)
    throw new Invalid({ activePeriod: ['is not available for rotations with a length in hours'] })
}

/** Store the participants of a rotation. Those that stay keep their ids. @throws Invalid */
async function writeParticipants(
  ctx: Context,
  { namespaceId }: ScheduleRow,
  rotationId: number,
  given: readonly ParticipantGiven[],
): Promise<void> {
  if (given.length === 0) throw new Invalid({ participants: ["can't be blank"] })
  if (given.length > onCallLimits.participants)
    throw new Invalid({ participants: [`are too many (maximum is ${onCallLimits.participants})`] })
  const users = await peopleNamed(
    ctx,
    namespaceId,
    given.map(each => each.username),
    await participantsOf(ctx, rotationId),
  )
  const ids = users.map((user, index) => {
    if (user === null)
      throw new Invalid({
        participants: [`${given[index]?.username ?? ''} must be a user with at least the Reporter role`],
      })
    return user
  })
  if (new Set(ids).size < ids.length) throw new Invalid({ participants: ['must each be a different person'] })
  await replaceParticipants(
    ctx,
    rotationId,
    given.map(({ colorPalette, colorWeight }, position) => ({ userId: ids[position], colorPalette, colorWeight })),
  )
}

interface ParticipantWritten {
  readonly userId: number | undefined
  readonly colorPalette?: Maybe<string>
  readonly colorWeight?: Maybe<string>
}

/** Replace the participants of a rotation, in the order of their turns. Those that stay keep their ids. */
export async function replaceParticipants(
  ctx: Context,
  rotationId: number,
  given: readonly ParticipantWritten[],
): Promise<void> {
  const rows = given.map(({ userId, colorPalette, colorWeight }, position) => ({
    user_id: userId,
    position,
    color_palette: colorPalette ?? palettes[position % palettes.length],
    color_weight: colorWeight ?? 'WEIGHT_500',
  }))
  await sql`with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(user_id bigint, position integer, color_palette text, color_weight text)
    ), gone as (
      delete from oncall_participants where rotation_id = ${rotationId} and user_id not in (select user_id from given)
    )
    insert into oncall_participants (rotation_id, user_id, position, color_palette, color_weight)
    select ${rotationId}, user_id, position, color_palette, color_weight from given
    on conflict (rotation_id, user_id) do update set position = excluded.position, color_palette = excluded.color_palette,
      color_weight = excluded.color_weight`.execute(ctx.db)
}

async function participantsOf(ctx: Context, rotationId: number): Promise<readonly number[]> {
  const rows = await ctx.db
    .selectFrom('oncallParticipants')
    .select('userId')
    .where('rotationId', '=', rotationId)
    .execute()
  return rows.map(row => row.userId)
}

export const palettes = ['BLUE', 'ORANGE', 'AQUA', 'GREEN', 'MAGENTA'] as const
