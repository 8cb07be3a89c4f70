import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { askForSwap } from '#contract/plan/incidents/shift-swaps.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid, NotFound, RateLimited } from '#server/errors.ts'
import type { ZoneClock } from '#server/platform/text/time-zone.ts'
import { recordSwapChanged } from '../events.ts'
import { peopleNamed } from '../people.ts'
import { type ReadSchedule, readSchedules } from '../read.ts'
import { isoOf, momentOf } from '../wall-time.ts'
import { isOnCall } from './read.ts'

type SwapRequest = Omit<InputOf<typeof askForSwap>, 'id'>

/** Ask another participant of the schedule to take a time in which the actor is on call. @returns the id @throws NotFound @throws Invalid @throws RateLimited */
export async function askForShiftSwap(
  ctx: Context,
  project: Allowed<'project:join-on-call', { readonly id: number }>,
  { rotationId, username, startsAt, endsAt, inReturn, message = '' }: SwapRequest,
): Promise<number> {
  const userId = selfId(ctx)
  const schedule = await heldScheduleOf(ctx, project.id, rotationId)
  const asked = await askedPerson(ctx, schedule, username)
  const now = Date.parse(ctx.now)
  const given = checkedTime(schedule, 'endsAt', { startsAt, endsAt }, now)
  // The part of a shift that is over cannot be taken.
  const from = Math.max(given.from, now)
  if (!isOnCall(schedule, { rotationId, userId, from, to: given.to }))
    throw new Invalid({ startsAt: ['and the end must be within a time in which you are on call'] })
  const taken = inReturn === undefined ? null : checkedTime(schedule, 'inReturn', inReturn, now)
  if (taken !== null && (taken.from <= now || !isOnCall(schedule, { rotationId, userId: asked, ...taken })))
    throw new Invalid({ inReturn: ['must be an upcoming shift of the person you ask'] })
  const text = message.trim()
  if (text.includes('\0')) throw new Invalid({ message: ['must not contain the character NUL'] })
  await refuseMany(ctx, rotationId, userId)
  const { rows } = await sql<{ id: number }>`
    insert into oncall_swaps (rotation_id, from_user_id, to_user_id, starts_at, ends_at, return_starts_at, return_ends_at, message, created_at)
    select ${rotationId}, ${userId}, ${asked}, ${isoOf(from)}::timestamptz, ${isoOf(given.to)}::timestamptz,
      ${taken && isoOf(taken.from)}::timestamptz, ${taken && isoOf(taken.to)}::timestamptz, ${text}, ${ctx.now}::timestamptz
    where (select count(*) from oncall_swaps where rotation_id = ${rotationId} and from_user_id = ${userId} and state = 'pending'
      and ends_at > ${ctx.now}::timestamptz) < ${onCallLimits.swaps}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined)
    throw new Invalid({
      base: [`Up to ${onCallLimits.swaps} of your requests can wait for an answer. Withdraw one first`],
    })
  await recordSwapChanged(ctx, { id, namespaceId: project.id, userIds: [userId, asked], state: 'pending' })
  return id
}

/** @throws RateLimited  requests that are withdrawn at once are mailed, too */
async function refuseMany(ctx: Context, rotationId: number, userId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from oncall_swaps
    where rotation_id = ${rotationId} and from_user_id = ${userId} and created_at > ${ctx.now}::timestamptz - interval '1 hour'`.execute(
    ctx.db,
  )
  if ((rows[0]?.count ?? 0) >= onCallLimits.swapsPerHour)
    throw new RateLimited('You have asked for too many swaps in the last hour. Try again later', 3600)
}

/** The schedule of a rotation, held until the transaction ends. @throws NotFound  the project has no such rotation */
export async function heldScheduleOf(ctx: Context, projectId: number, rotationId: number): Promise<ReadSchedule> {
  const { rows } = await sql<{ id: number }>`
    select s.id from oncall_schedules s where s.namespace_id = ${projectId}
      and s.id = (select schedule_id from oncall_rotations where id = ${rotationId}) for no key update of s`.execute(
    ctx.db,
  )
  const id = rows[0]?.id
  const [schedule] = id === undefined ? [] : await readSchedules(ctx, sql`s.id = ${id}`)
  if (schedule === undefined) throw new NotFound('On-call rotation')
  return schedule
}

/** @throws Invalid  the name is of nobody who could take the shift */
async function askedPerson(ctx: Context, schedule: ReadSchedule, username: string): Promise<number> {
  const [id] = await peopleNamed(ctx, schedule.namespaceId, [username])
  const isParticipant = schedule.rotations.some(({ participants }) => participants.some(({ userId }) => userId === id))
  if (id == null || !isParticipant) throw new Invalid({ username: ['must be a participant of the schedule'] })
  if (id === selfId(ctx)) throw new Invalid({ username: ['must be another person'] })
  return id
}

/** @returns milliseconds since 1970 @throws Invalid */
function checkedTime(
  { clock }: ReadSchedule,
  field: 'endsAt' | 'inReturn',
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
  now: number,
): { readonly from: number; readonly to: number } {
  const [from, to] = [momentGiven(startsAt, clock), momentGiven(endsAt, clock)]
  if (from === null || to === null) throw new Invalid({ [field]: ['and the start must be dates with times'] })
  if (to <= from) throw new Invalid({ [field]: ['must be after the start'] })
  if (to <= now) throw new Invalid({ [field]: ['must be in the future'] })
  if (to > now + onCallLimits.swapDays * 86_400_000)
    throw new Invalid({ [field]: [`must be within ${onCallLimits.swapDays} days`] })
  return { from, to }
}

/** @returns null for what is no moment */
function momentGiven(text: string, clock: ZoneClock): number | null {
  const [, date = '', time = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (zone === '') return momentOf({ date, time }, clock)
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}
