import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type {
  createOnCallCalendar,
  previewOnCallCalendar,
  readOnCallCalendar,
  updateOnCallCalendar,
} from '#contract/plan/incidents/on-call-calendars.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { type UserBasicJson, userBasicJson, userOfJson } from '#server/foundation/users/present.ts'
import { readCalendars } from '#server/plan/on-call/calendar/read.ts'
import { type CalendarReading, createCalendar, storeReading } from '#server/plan/on-call/calendar/store.ts'
import { type Managed, rotationById, type ScheduleRow, scheduleByIid } from '#server/plan/on-call/find.ts'
import { holdSchedule, updateRotation } from '#server/plan/on-call/rotations.ts'
import { isoOf } from '#server/plan/on-call/wall-time.ts'
import { type ReadCalendar, readCalendar, UnreadableCalendar } from '#server/platform/icalendar/read.ts'
import { refuseOverlap } from '#server/slice.ts'
import { assignedOf, assignedWith, type PersonGiven, storeAssigned } from './assigned.ts'
import { matchEvents } from './match.ts'
import { type CalendarSource, openSource } from './source.ts'

type ManagedProject = Allowed<'project:admin-escalations', ProjectRow>

const dayMs = 86_400_000
/** Shifts of a preview. */
const shownShifts = 7

/** The events of a calendar around now, read in a thread. @throws UnreadableCalendar @throws Unavailable */
export function eventsOf(ctx: Context, content: string, timeZone: string): Promise<ReadCalendar> {
  const now = Date.parse(ctx.now)
  const { takenDaysBefore, takenDaysAhead, shiftsTaken } = onCallLimits
  return readCalendar(content, {
    ...{ timeZone, from: now - takenDaysBefore * dayMs, to: now + takenDaysAhead * dayMs },
    // Events of nobody must not take the place of others.
    limit: 5 * shiftsTaken,
  })
}

async function eventsOrRefusal(
  ctx: Context,
  { content, url }: CalendarSource,
  timeZone: string,
): Promise<ReadCalendar> {
  try {
    return await eventsOf(ctx, content, timeZone)
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error
    throw new Invalid({ [url === null ? 'content' : 'url']: [`cannot be read: ${error.message}`] }, { cause: error })
  }
}

/** Show the shifts that a calendar would become; nothing is written. @throws NotFound @throws Invalid */
export async function previewCalendar(
  ctx: Context,
  project: ManagedProject,
  { scheduleIid, rotationId, people = [], ...given }: Omit<InputOf<typeof previewOnCallCalendar>, 'id'>,
) {
  const schedule = await scheduleOf(ctx, project, scheduleIid)
  if (rotationId !== undefined) await calendarOf(ctx, schedule, rotationId)
  const source =
    (await openSource(ctx, given)) ?? (rotationId === undefined ? null : await storedSource(ctx, rotationId))
  if (source === null) throw noSource()
  const events = await eventsOrRefusal(ctx, source, schedule.timeZone)
  const before = rotationId === undefined ? new Map<string, number>() : await assignedOf(ctx, rotationId)
  const assigned = await assignedWith(ctx, project.id, before, people)
  const { shifts, names, notices } = await matchEvents(ctx, project.id, events, assigned)
  const users = await usersById(
    ctx,
    [...shifts, ...names].flatMap(({ userId }) => userId ?? []),
  )
  const toCome = shifts.filter(({ endsAt }) => endsAt > Date.parse(ctx.now))
  return {
    shiftCount: toCome.length,
    shifts: toCome.slice(0, shownShifts).flatMap(({ userId, startsAt, endsAt }) => {
      const user = users.get(userId)
      return user === undefined ? [] : [{ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt), user }]
    }),
    people: names.map(({ name, events: count, userId }) => ({
      ...{ name, events: count, user: userId === null ? null : (users.get(userId) ?? null) },
    })),
    noticeCount: notices.length,
    notices: notices.slice(0, onCallLimits.calendarNotices),
  }
}

/** Add a rotation whose shifts come from a calendar. The address is read before anything is written. @throws NotFound @throws Invalid */
export async function addCalendar(
  ctx: Context,
  project: ManagedProject,
  { scheduleIid, name, people = [], ...given }: Omit<InputOf<typeof createOnCallCalendar>, 'id'>,
) {
  const { timeZone } = await scheduleOf(ctx, project, scheduleIid)
  const source = await openSource(ctx, given)
  if (source === null) throw noSource()
  const events = await eventsOrRefusal(ctx, source, timeZone)
  return transact(ctx, async inner => {
    // Rights may have been taken away while the address was read.
    const schedule = await scheduleOf(inner, project, scheduleIid)
    const { reading, assigned } = await readingOf(inner, project.id, source, events, new Map(), people)
    const rotationId = await createCalendar(inner, schedule, name, reading)
    await storeAssigned(inner, rotationId, assigned)
    return showCalendar(inner, rotationId)
  })
}

/** Change the name, the calendar or the people of a rotation; what is left out stays. @throws NotFound @throws Invalid @throws Conflict */
export async function changeCalendar(
  ctx: Context,
  project: ManagedProject,
  { scheduleIid, rotationId, name, people, expected, ...given }: Omit<InputOf<typeof updateOnCallCalendar>, 'id'>,
) {
  const { timeZone, ...before } = await scheduleOf(ctx, project, scheduleIid)
  await calendarOf(ctx, before, rotationId)
  const opened = await openSource(ctx, given)
  const source = opened ?? (await storedSource(ctx, rotationId))
  const events = opened === null && people === undefined ? null : await eventsOrRefusal(ctx, source, timeZone)
  return transact(ctx, async inner => {
    const schedule = await scheduleOf(inner, project, scheduleIid)
    await holdSchedule(inner, schedule)
    const calendar = await calendarOf(inner, schedule, rotationId)
    refuseOverlap({ name: calendar.name }, expected)
    if (name !== undefined)
      await updateRotation(inner, await load(inner, 'project:admin-escalations', rotationById, rotationId), { name })
    if (events !== null) {
      const known = await assignedOf(inner, rotationId)
      const { reading, assigned } = await readingOf(inner, project.id, source, events, known, people ?? [])
      await storeReading(inner, schedule, rotationId, reading)
      await storeAssigned(inner, rotationId, assigned)
    }
    return showCalendar(inner, rotationId)
  })
}

const noSource = () => new Invalid({ url: ["or the content of a calendar can't be blank"] })

/**
 * A reading of a calendar as it is stored. An address that the actor may know, such as a public one, is assigned for good: the job that reads
 * the calendar again has no actor.
 */
async function readingOf(
  ctx: Context,
  projectId: number,
  source: CalendarSource,
  events: ReadCalendar,
  before: ReadonlyMap<string, number>,
  people: readonly PersonGiven[],
): Promise<{ readonly reading: CalendarReading; readonly assigned: ReadonlyMap<string, number> }> {
  const given = await assignedWith(ctx, projectId, before, people)
  const { shifts, notices, names } = await matchEvents(ctx, projectId, events, given)
  const found = names.flatMap(({ name, userId }): [string, number][] => (userId === null ? [] : [[name, userId]]))
  return { reading: { ...source, shifts, notices }, assigned: new Map([...given, ...found]) }
}

const scheduleOf = (ctx: Context, project: ManagedProject, iid: number): Promise<Managed<ScheduleRow>> =>
  load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath: project.fullPath, iid })

interface CalendarRow {
  readonly name: string
  readonly url: string | null
}

/** @throws NotFound  the schedule has no such rotation, or its people take turns */
async function calendarOf(ctx: Context, { id }: { readonly id: number }, rotationId: number): Promise<CalendarRow> {
  const { rows } = await sql<CalendarRow>`
    select r.name, c.url from oncall_calendars c join oncall_rotations r on r.id = c.rotation_id
    where c.rotation_id = ${rotationId} and r.schedule_id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('On-call rotation')
  return row
}

async function storedSource(ctx: Context, rotationId: number): Promise<CalendarSource> {
  return ctx.db
    .selectFrom('oncallCalendars')
    .select(['url', 'content', 'etag'])
    .where('rotationId', '=', rotationId)
    .executeTakeFirstOrThrow(() => new NotFound('On-call rotation'))
}

/** The calendar of a rotation as editors of its schedule see it. @throws NotFound */
export async function showCalendar(ctx: Context, rotationId: number) {
  const shown = (await readCalendars(ctx, sql`c.rotation_id = ${rotationId}`, true)).get(rotationId)
  if (shown === undefined) throw new NotFound('On-call rotation')
  return shown
}

async function usersById(ctx: Context, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ReturnType<typeof userOfJson>>()
  const { rows } = await sql<{ id: number; json: UserBasicJson }>`
    select u.id, ${userBasicJson(ctx.services.settings, 'u')} as json from users u where u.id = any (${[...new Set(ids)]}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, json }) => [id, userOfJson(json)]))
}

/** Read the address of a calendar now, or compute the shifts of a file. @throws NotFound @throws Invalid */
export async function readNow(
  ctx: Context,
  project: ManagedProject,
  { scheduleIid, rotationId }: Omit<InputOf<typeof readOnCallCalendar>, 'id'>,
) {
  const { url } = await calendarOf(ctx, await scheduleOf(ctx, project, scheduleIid), rotationId)
  return changeCalendar(ctx, project, { scheduleIid, rotationId, people: [], ...(url !== null && { url }) })
}
