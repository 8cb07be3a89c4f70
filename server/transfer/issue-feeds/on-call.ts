import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { readSchedules } from '#server/plan/on-call/read.ts'
import { plannedShifts } from '#server/plan/on-call/shifts.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { calendarText } from '#server/platform/text/icalendar.ts'
import { StreamReply } from '#server/slice.ts'
import { feedHeaders } from './feeds.ts'

const dayMs = 86_400_000
const [daysBefore, daysAhead] = [7, 60]
/** Turns of an hour of many rotations are cut off, so that no calendar keeps the others waiting. */
const maxShifts = 5_000

/** The shifts of the schedules of a project, as they are planned now. @param isMine  only those of the reader */
export async function sendShifts(ctx: Context, namespace: string, isMine: boolean): Promise<StreamReply> {
  const project = await load(ctx, 'project:read-escalations', projectByPath, { namespace })
  const now = Date.parse(ctx.now)
  const page = `${ctx.services.settings.externalUrl}/${project.fullPath}/-/oncall_schedules`
  const reader = userIdOf(ctx)
  const events = []
  for (const { name, clock, rotations } of await readSchedules(ctx, sql`s.namespace_id = ${project.id}`)) {
    for (const rotation of rotations) {
      if (events.length >= maxShifts) break
      const people = new Map(
        [...rotation.participants, ...rotation.overrides].map(({ userId, user }) => [userId, user]),
      )
      const shifts = plannedShifts(
        rotation,
        rotation.overrides,
        clock,
        now - daysBefore * dayMs,
        now + daysAhead * dayMs,
      )
      for (const { startsAt, endsAt, userId, overrideId } of shifts) {
        if (isMine && userId !== reader) continue
        events.push({
          uid: `shift-${rotation.id}-${startsAt}-${userId}@${mailDomain(ctx.services.settings)}`,
          when: { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() },
          title: `${isMine ? 'On call' : String(people.get(userId)?.name)}: ${rotation.name} (${name})`,
          description: overrideId === null ? page : `Override\n${page}`,
          url: page,
          updated: ctx.now,
        })
      }
    }
  }
  const title = isMine ? `${project.fullName}: your on-call shifts` : `${project.fullName}: on call`
  return new StreamReply(
    Buffer.from(calendarText({ name: title, events: events.slice(0, maxShifts) })),
    feedHeaders('text/calendar'),
  )
}
