import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { ReplyOf } from '#contract/operation.ts'
import type { SwapState } from '#contract/plan/incidents/on-call-limits.ts'
import type { getWaitingSwaps, ShiftSwap } from '#contract/plan/incidents/shift-swaps.ts'
import { waitingSwaps } from '#server/access/waiting-swaps.ts'
import { type Context, selfActor, userIdOrZero } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { type UserBasicJson, userBasicJson, userOfJson } from '#server/foundation/users/present.ts'
import type { Shown } from '#server/slice.ts'
import { type ReadSchedule, readSchedules } from '../read.ts'
import { gapsIn, plannedShifts } from '../shifts.ts'

/** A request with its people and its place. */
export interface SwapRow {
  readonly id: number
  readonly namespaceId: number
  readonly scheduleId: number
  readonly scheduleIid: number
  readonly scheduleName: string
  readonly timeZone: string
  readonly rotationId: number
  readonly rotationName: string
  readonly fromUser: UserBasicJson
  readonly toUser: UserBasicJson
  readonly startsAt: string
  readonly endsAt: string
  readonly returnStartsAt: string | null
  readonly returnEndsAt: string | null
  readonly message: string
  readonly state: SwapState
  readonly createdAt: string
}

/** Requests of a project that are read together, at most. */
const mostSwaps = 100

/** @param which  a condition on `oncall_swaps w`, `oncall_rotations r` and `oncall_schedules s` */
export async function readSwaps(ctx: Context, which: RawBuilder<unknown>): Promise<readonly SwapRow[]> {
  const { settings } = ctx.services
  const { rows } = await sql<SwapRow>`
    select w.id, s.namespace_id, s.id as schedule_id, s.iid as schedule_iid, s.name as schedule_name, s.time_zone, r.id as rotation_id, r.name as rotation_name,
      ${userBasicJson(settings, 'f')} as from_user, ${userBasicJson(settings, 't')} as to_user, iso(w.starts_at) as starts_at, iso(w.ends_at) as ends_at,
      iso(w.return_starts_at) as return_starts_at, iso(w.return_ends_at) as return_ends_at, w.message, w.state, iso(w.created_at) as created_at
    from oncall_swaps w join oncall_rotations r on r.id = w.rotation_id join oncall_schedules s on s.id = r.schedule_id
      join users f on f.id = w.from_user_id join users t on t.id = w.to_user_id
    where ${which} order by w.id desc limit ${mostSwaps}`.execute(ctx.db)
  return rows
}

/** SQL condition: the actor has made or got the request. */
export const isOwnSwap = (ctx: Context): RawBuilder<boolean> =>
  sql<boolean>`(w.from_user_id = ${userIdOrZero(ctx)} or w.to_user_id = ${userIdOrZero(ctx)})`

/** The requests of the actor in a project that wait for an answer. */
export const waitingIn = (ctx: Context, projectId: number): Promise<readonly SwapRow[]> =>
  readSwaps(
    ctx,
    sql`s.namespace_id = ${projectId} and ${isOwnSwap(ctx)} and w.state = 'pending' and w.ends_at > ${ctx.now}::timestamptz`,
  )

/** @param schedules  at least those of the requests that wait */
export function presentSwap(
  ctx: Context,
  swap: SwapRow,
  schedules: readonly ReadSchedule[],
): Shown<Static<typeof ShiftSwap>> {
  const { id, scheduleIid, scheduleName, timeZone, rotationId, rotationName, startsAt, endsAt, message, state } = swap
  const { fromUser, toUser, returnStartsAt, returnEndsAt, createdAt } = swap
  const schedule = schedules.find(each => each.id === swap.scheduleId)
  return {
    ...{
      id,
      scheduleIid,
      scheduleName,
      timeZone,
      rotationId,
      rotationName,
      startsAt,
      endsAt,
      message,
      state,
      createdAt,
    },
    from: userOfJson(fromUser),
    to: userOfJson(toUser),
    inReturn:
      returnStartsAt === null || returnEndsAt === null ? null : { startsAt: returnStartsAt, endsAt: returnEndsAt },
    canBeAccepted: state === 'pending' && schedule !== undefined && staleness(ctx, swap, schedule) === null,
  }
}

export async function presentSwaps(ctx: Context, swaps: readonly SwapRow[]) {
  const ids = [...new Set(swaps.filter(({ state }) => state === 'pending').map(({ scheduleId }) => scheduleId))]
  const schedules = ids.length === 0 ? [] : await readSchedules(ctx, sql`s.id = any (${ids}::bigint[])`)
  return swaps.map(swap => presentSwap(ctx, swap, schedules))
}

/** The reason why the two can no longer swap these shifts, as a sentence; null if they can. */
export function staleness(ctx: Context, swap: SwapRow, schedule: ReadSchedule): string | null {
  const { rotationId, fromUser, toUser, startsAt, endsAt, returnStartsAt, returnEndsAt } = swap
  const now = Date.parse(ctx.now)
  if (Date.parse(endsAt) <= now) return 'The shift is over'
  const given = { rotationId, userId: fromUser.id, from: Math.max(Date.parse(startsAt), now), to: Date.parse(endsAt) }
  if (!isOnCall(schedule, given)) return changedFor(fromUser)
  if (returnStartsAt === null || returnEndsAt === null) return null
  const taken = { rotationId, userId: toUser.id, from: Date.parse(returnStartsAt), to: Date.parse(returnEndsAt) }
  if (taken.from <= now) return 'The shift in return has begun'
  return isOnCall(schedule, taken) ? null : changedFor(toUser)
}

const changedFor = ({ name }: UserBasicJson): string =>
  `The schedule has changed: ${name} is no longer on call for all of this time`

interface HeldTime {
  readonly rotationId: number
  readonly userId: number
  /** Milliseconds since 1970, as `to`. */
  readonly from: number
  readonly to: number
}

/** Whether one person alone is on call in a rotation for all of a time: an override would take the place of the others, too. */
export function isOnCall({ rotations, clock }: ReadSchedule, { rotationId, userId, from, to }: HeldTime): boolean {
  const rotation = rotations.find(({ id }) => id === rotationId)
  if (rotation === undefined) return false
  const shifts = plannedShifts(rotation, rotation.overrides, clock, from, to)
  return shifts.every(shift => shift.userId === userId) && gapsIn(shifts, from, to).length === 0
}

/** The requests that wait for the actor, in all projects whose incidents they can still read. */
export async function waitingForMe(ctx: Context): Promise<readonly Shown<ReplyOf<typeof getWaitingSwaps>[number]>[]> {
  const { rows } = await sql<
    { id: number; from: UserBasicJson; isExchange: boolean } & Record<
      'rotationName' | 'scheduleName' | 'timeZone' | 'startsAt' | 'endsAt' | 'projectName' | 'path',
      string
    >
  >`
    select w.id, ${userBasicJson(ctx.services.settings, 'f')} as "from", r.name as rotation_name, s.name as schedule_name, s.time_zone,
      iso(w.starts_at) as starts_at, iso(w.ends_at) as ends_at, w.return_starts_at is not null as is_exchange, n.full_name as project_name,
      ${siteBase(ctx)}::text || '/' || n.full_path || '/-/oncall_schedules' as path
    from oncall_swaps w join oncall_rotations r on r.id = w.rotation_id join oncall_schedules s on s.id = r.schedule_id
      join namespaces n on n.id = s.namespace_id join users f on f.id = w.from_user_id
    where w.id in (select w.id from ${waitingSwaps(selfActor(ctx))})
    order by w.starts_at, w.id limit ${mostSwaps}`.execute(ctx.db)
  return rows.map(({ from, ...swap }) => ({ ...swap, from: userOfJson(from) }))
}
