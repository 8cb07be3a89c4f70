import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { recomputeMinutes, storeFailure, storeReading, storeUnchanged } from '#server/plan/on-call/calendar/store.ts'
import { holdSchedule } from '#server/plan/on-call/rotations.ts'
import { UnreadableCalendar } from '#server/platform/icalendar/read.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { assignedOf } from './assigned.ts'
import { matchEvents } from './match.ts'
import { type CalendarSource, fetchCalendar } from './source.ts'
import { mailFailure } from './tell.ts'
import { eventsOf } from './use.ts'

/** Calendars of one run; the next run follows in a minute. */
const mostAtOnce = 200
/** Calendars that are read side by side, as their servers may be slow. */
const sideBySide = 5

interface DueCalendar {
  readonly rotationId: number
  readonly url: string | null
  readonly content: string
  readonly etag: string | null
  readonly isStale: boolean
  readonly scheduleId: number
  readonly namespaceId: number
  readonly timeZone: string
}

/** Read calendars again whose time has come. Runs every minute, on one process. */
export async function readDueCalendars(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'read-calendars', now })
  const waiting = await claim(ctx)
  const readers = Array.from({ length: sideBySide }, async () => {
    for (let calendar = waiting.pop(); calendar !== undefined; calendar = waiting.pop()) {
      try {
        await readAgain(ctx, calendar)
      } catch (error) {
        // The others must still be read.
        services.log.error({ err: error, rotationId: calendar.rotationId }, 'a calendar of shifts was not read')
      }
    }
  })
  await Promise.all(readers)
}

/** The due calendars. A process that is killed leaves them for the next time at which they are due. */
async function claim(ctx: Context): Promise<DueCalendar[]> {
  const { rows } = await sql<DueCalendar>`
    with due as (
      select c.rotation_id, s.id as schedule_id, s.namespace_id, s.time_zone from oncall_calendars c
        join oncall_rotations r on r.id = c.rotation_id join oncall_schedules s on s.id = r.schedule_id join namespaces n on n.id = s.namespace_id
      where c.next_read_at <= ${ctx.now}::timestamptz and not n.inactive
      order by c.next_read_at limit ${mostAtOnce} for no key update of c skip locked)
    update oncall_calendars c set next_read_at = ${ctx.now}::timestamptz + make_interval(mins => ${onCallLimits.calendarMinutes})
    from due d where c.rotation_id = d.rotation_id
    returning c.rotation_id, c.url, c.content, c.etag, d.schedule_id, d.namespace_id, d.time_zone,
      c.computed_at <= ${ctx.now}::timestamptz - make_interval(mins => ${recomputeMinutes}) as is_stale`.execute(ctx.db)
  return [...rows]
}

async function readAgain(ctx: Context, calendar: DueCalendar): Promise<void> {
  const { rotationId, url, content, etag, isStale, timeZone } = calendar
  const schedule = { id: calendar.scheduleId, namespaceId: calendar.namespaceId }
  const known: CalendarSource = { url, content, etag }
  try {
    const found = url === null ? known : await fetchAgain(ctx, url, etag)
    const source = found === 'unchanged' ? known : found
    const events = source.content === content && !isStale ? null : await eventsOf(ctx, source.content, timeZone)
    await transact(ctx, async inner => {
      if (!(await isStillThere(inner, calendar))) return
      if (events === null) return storeUnchanged(inner, schedule, rotationId)
      const assigned = await assignedOf(inner, rotationId)
      const { shifts, notices } = await matchEvents(inner, schedule.namespaceId, events, assigned)
      return storeReading(inner, schedule, rotationId, { ...source, shifts, notices })
    })
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error
    await transact(ctx, async inner => {
      if (!(await isStillThere(inner, calendar))) return
      const isToTell = await storeFailure(inner, schedule, rotationId, error.message)
      if (isToTell) await mailFailure(inner, rotationId)
    })
  }
}

const fetchAgain = (ctx: Context, url: string, etag: string | null): Promise<CalendarSource | 'unchanged'> =>
  etag === null ? fetchCalendar(ctx.services.settings, url, null) : fetchCalendar(ctx.services.settings, url, etag)

/** Hold the schedule of a calendar. @returns whether an editor has not given it another source since */
async function isStillThere(ctx: Context, { rotationId, scheduleId, url, content }: DueCalendar): Promise<boolean> {
  await holdSchedule(ctx, { id: scheduleId })
  const { rows } = await sql`
    select 1 from oncall_calendars where rotation_id = ${rotationId} and url is not distinct from ${url}::text
      and content = ${content}`.execute(ctx.db)
  return rows.length > 0
}
