import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { OnCallSchedule } from '#contract/plan/incidents/on-call.ts'
import type { OnCallCalendar } from '#contract/plan/incidents/on-call-calendars.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { ZoneClock } from '#server/platform/text/time-zone.ts'
import type { Shown } from '#server/slice.ts'
import { readCalendars } from './calendar/read.ts'
import { canWriteNote, type LatestNote, latestNotes } from './handover/notes.ts'
import { type ReadRotation, type ReadSchedule, readSchedules } from './read.ts'
import { dutyAt, gapsIn, plannedShifts, type Shift } from './shifts.ts'
import { clockTime, isoOf, wallText } from './wall-time.ts'

const dayMs = 86_400_000

/** The Monday of the week of a day. @param day  yyyy-mm-dd */
export function mondayOf(day: string): string {
  const moment = Date.parse(`${day}T00:00:00Z`)
  return new Date(moment - ((new Date(moment).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

/** The schedules of a project with the shifts of a week. @param monday  yyyy-mm-dd */
export async function showSchedules(
  ctx: Context,
  project: Allowed<'project:read-escalations', ProjectRow>,
  monday: string,
): Promise<readonly Shown<Static<typeof OnCallSchedule>>[]> {
  const schedules = await readSchedules(ctx, sql`s.namespace_id = ${project.id}`)
  const notes = schedules.length === 0 ? new Map<number, LatestNote>() : await latestNotes(ctx, project)
  const canAdmin = may(ctx.actor, 'project:admin-escalations', project.facts)
  const canJoin = may(ctx.actor, 'project:join-on-call', project.facts)
  const calendars = await calendarsOf(ctx, schedules, canAdmin)
  return schedules.map(schedule => ({
    ...showSchedule(schedule, calendars, Date.parse(`${monday}T00:00:00Z`), Date.parse(ctx.now)),
    handoverNote: notes.get(schedule.id)?.note ?? null,
    earlierNotes: notes.get(schedule.id)?.earlier ?? 0,
    canWriteNote: canJoin && canWriteNote(ctx, schedule, canAdmin),
  }))
}

type Calendars = ReadonlyMap<number, Static<typeof OnCallCalendar>>

async function calendarsOf(ctx: Context, schedules: readonly ReadSchedule[], canAdmin: boolean): Promise<Calendars> {
  const ids = schedules.flatMap(({ rotations }) =>
    rotations.flatMap(({ id, calendarShifts }) => (calendarShifts === null ? [] : [id])),
  )
  return ids.length === 0 ? new Map() : readCalendars(ctx, sql`c.rotation_id = any (${ids}::bigint[])`, canAdmin)
}

function showSchedule(schedule: ReadSchedule, calendars: Calendars, wallMonday: number, now: number) {
  const { iid, name, description, timeZone, clock, rotations } = schedule
  const days = Array.from({ length: 8 }, (_, index) => clock.momentOf(wallMonday + index * dayMs))
  const [from = 0, to = 0] = [days[0], days[7]]
  const planned = rotations.map(rotation => ({
    rotation,
    shifts: plannedShifts(rotation, rotation.overrides, clock, from, to),
  }))
  return {
    ...{ iid, name, description, timeZone },
    days: days.map(isoOf),
    rotations: planned.map(({ rotation, shifts }) => ({
      ...showRotation(schedule, rotation, shifts, now),
      calendar: calendars.get(rotation.id) ?? null,
    })),
    gaps: gapsIn(
      planned.flatMap(each => each.shifts),
      from,
      to,
    ).map(({ startsAt, endsAt }) => ({ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) })),
  }
}

/** Who is on call in a rotation at a moment. */
export function showDuty(rotation: ReadRotation, clock: ZoneClock, now: number) {
  const userOf = usersOf(rotation)
  const { userIds, until, next } = dutyAt(rotation, rotation.overrides, clock, now)
  return {
    users: userIds.map(userOf),
    until: until === null ? null : isoOf(until),
    next: next && { users: next.userIds.map(userOf), from: isoOf(next.from) },
  }
}

/** The people of the shifts of a rotation, by their ids. */
function usersOf({ participants, overrides }: ReadRotation) {
  const users = new Map([...participants, ...overrides].map(each => [each.userId, each.user]))
  return (userId: number) => {
    const user = users.get(userId)
    if (user === undefined) throw new Error('a shift without its person')
    return user
  }
}

function showRotation({ clock }: ReadSchedule, rotation: ReadRotation, shifts: readonly Shift[], now: number) {
  const { id, name, length, lengthUnit, activePeriod, weekdays, participants } = rotation
  const userOf = usersOf(rotation)
  return {
    ...{ id, name, length, lengthUnit, weekdays },
    startsAt: wallText(rotation.startsAt, clock),
    endsAt: rotation.endsAt === null ? null : wallText(rotation.endsAt, clock),
    activePeriod: activePeriod && { startTime: clockTime(activePeriod.from), endTime: clockTime(activePeriod.to) },
    participants: participants.map(({ user, isAvailable }) => ({ user, isAvailable })),
    duty: showDuty(rotation, clock, now),
    shifts: shifts.map(({ startsAt, endsAt, userId, overrideId }) => ({
      ...{ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt), user: userOf(userId), overrideId },
    })),
  }
}
