import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { type Context, selfId } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type ReadRotation, type ReadSchedule, readSchedules } from '../read.ts'
import { plannedShifts, type Shift } from '../shifts.ts'
import { isoOf } from '../wall-time.ts'

/** Shifts of one rotation that are offered. */
const mostShifts = 200

/** The shifts of a schedule to come, and the people who could take them. @throws NotFound */
export async function swapOptions(ctx: Context, projectId: number, scheduleIid: number) {
  const [schedule] = await readSchedules(ctx, sql`s.namespace_id = ${projectId} and s.iid = ${scheduleIid}`)
  if (schedule === undefined) throw new NotFound('On-call schedule')
  const userId = selfId(ctx)
  const available = schedule.rotations.flatMap(({ participants }) => participants.filter(each => each.isAvailable))
  return {
    rotations: schedule.rotations.map(rotation => ({
      ...{ id: rotation.id, name: rotation.name },
      shifts: shiftsToCome(schedule, rotation, Date.parse(ctx.now)),
    })),
    people: [...new Map(available.map(each => [each.userId, each.user])).values()].filter(({ id }) => id !== userId),
  }
}

function shiftsToCome({ clock }: ReadSchedule, rotation: ReadRotation, now: number) {
  const shifts: { startsAt: number; endsAt: number; userId: number }[] = []
  const horizon = now + onCallLimits.swapDays * 86_400_000
  for (const shift of withoutShared(plannedShifts(rotation, rotation.overrides, clock, now, horizon))) {
    const last = shifts.at(-1)
    if (last !== undefined && isContinued(last, shift)) last.endsAt = Math.min(shift.endsAt, horizon)
    else if (shifts.length === mostShifts) break
    else shifts.push({ startsAt: shift.startsAt, endsAt: Math.min(shift.endsAt, horizon), userId: shift.userId })
  }
  return shifts.map(({ startsAt, endsAt, userId }) => ({
    ...{ startsAt: isoOf(Math.max(startsAt, now)), endsAt: isoOf(endsAt), userId },
  }))
}

/** Shifts of one person alone: an override takes the place of everyone in the rotation. In their order. */
function withoutShared(shifts: readonly Shift[]): readonly Shift[] {
  let reached = 0
  return shifts.filter((shift, index) => {
    const isShared = shift.startsAt < reached || (shifts[index + 1]?.startsAt ?? shift.endsAt) < shift.endsAt
    reached = Math.max(reached, shift.endsAt)
    return !isShared
  })
}

/** An override by the person who is on call anyway continues their shift; a turn after another turn is a shift of its own. */
const isContinued = (last: Pick<Shift, 'userId' | 'endsAt'>, next: Shift): boolean =>
  last.userId === next.userId && last.endsAt === next.startsAt && next.overrideId !== null
