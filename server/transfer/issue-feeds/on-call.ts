import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { load } from '#server/access/load.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { type ReadSchedule, readSchedules } from '#server/plan/on-call/read.ts'
import { plannedShifts, type Shift } from '#server/plan/on-call/shifts.ts'
import { calendarText } from '#server/platform/icalendar/write.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { StreamReply } from '#server/slice.ts'
import { feedHeaders } from './feeds.ts'

const dayMs = 86_400_000

/** Days before and after now that a calendar can hold, the fewest first. */
const spans = [
  { before: 0, ahead: 1 },
  { before: 0, ahead: 5 },
  { before: 0, ahead: 20 },
  { before: 7, ahead: onCallLimits.calendarDays },
] as const

interface CalendarShift extends Shift {
  readonly rotationId: number
  /** The rotation and its schedule. */
  readonly planName: string
  /** With the username, by which a calendar that is read by Weft again names the person. */
  readonly personName: string
}

/** The shifts of the schedules of a project, as they are planned now. @param isMine  only those of the reader */
export async function sendShifts(ctx: Context, namespace: string, isMine: boolean): Promise<StreamReply> {
  const project = await load(ctx, 'project:read-escalations', projectByPath, { namespace })
  const page = `${ctx.services.settings.externalUrl}/${project.fullPath}/-/oncall_schedules`
  const schedules = await readSchedules(ctx, sql`s.namespace_id = ${project.id}`)
  const { shifts, until } = withinLimit(schedules, Date.parse(ctx.now), isMine ? userIdOrZero(ctx) : null)
  const events = shifts.map(({ startsAt, endsAt, userId, overrideId, rotationId, planName, personName }) => ({
    uid: `shift-${rotationId}-${startsAt}-${userId}@${mailDomain(ctx.services.settings)}`,
    when: { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() },
    title: `${isMine ? 'On call' : personName}: ${planName}`,
    description: overrideId === null ? page : `Override\n${page}`,
    url: page,
    updated: ctx.now,
  }))
  const name = isMine ? `${project.fullName}: your on-call shifts` : `${project.fullName}: on call`
  return new StreamReply(
    Buffer.from(calendarText({ name, ...(until !== null && { description: endSentence(until) }), events })),
    feedHeaders('text/calendar'),
  )
}

/**
 * The shifts of the longest span whose number is within the limit, so that those of all rotations end at the same time.
 *
 * @param reader  only the shifts of this user; null: all
 * @returns `until` is null unless the calendar is shorter than usual
 */
function withinLimit(
  schedules: readonly ReadSchedule[],
  now: number,
  reader: number | null,
): { readonly shifts: readonly CalendarShift[]; readonly until: number | null } {
  const limit = onCallLimits.calendarShifts
  let found: { readonly shifts: readonly CalendarShift[]; readonly until: number | null } | undefined
  for (const { before, ahead } of spans) {
    const until = now + ahead * dayMs
    const shifts = shiftsWithin(schedules, now - before * dayMs, until, reader)
    // Even one day may hold too many.
    if (shifts.length > limit)
      return found ?? { shifts: shifts.slice(0, limit), until: shifts[limit]?.startsAt ?? until }
    found = { shifts, until: ahead === onCallLimits.calendarDays ? null : until }
  }
  return found ?? { shifts: [], until: null }
}

/** In the order of their starts. */
const shiftsWithin = (
  schedules: readonly ReadSchedule[],
  from: number,
  to: number,
  reader: number | null,
): readonly CalendarShift[] =>
  schedules
    .flatMap(({ name, clock, rotations }) =>
      rotations.flatMap(rotation => {
        const { participants, overrides } = rotation
        const names = new Map(
          [...participants, ...overrides].map(({ userId, user }) => [userId, `${user.name} (@${user.username})`]),
        )
        return plannedShifts(rotation, overrides, clock, from, to)
          .filter(({ userId }) => reader === null || userId === reader)
          .map(shift => ({
            ...shift,
            ...{ rotationId: rotation.id, planName: `${rotation.name} (${name})` },
            personName: names.get(shift.userId) ?? '',
          }))
      }),
    )
    .toSorted((one, other) => one.startsAt - other.startsAt)

const endSentence = (until: number): string =>
  `This calendar holds up to ${onCallLimits.calendarShifts.toLocaleString('en')} shifts, so it ends at ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
