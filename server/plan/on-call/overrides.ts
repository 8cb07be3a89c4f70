import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { zoneClock } from '#server/platform/text/time-zone.ts'
import { recordScheduleUpdated } from './events.ts'
import type { ScheduleRow } from './find.ts'
import { peopleNamed } from './people.ts'
import { checkedMoment, type WallTime } from './rotations.ts'

type Overrides<Row> = Allowed<'project:override-on-call', Row>
type RotationRow = ScheduleRow & { readonly rotationId: number }

interface OverrideGiven {
  readonly username: string
  readonly startsAt: WallTime
  readonly endsAt: WallTime
}

/** Put one person on call in a rotation for some time, in the place of whoever would be. @returns its id @throws Invalid */
export async function createOverride(
  ctx: Context,
  rotation: Overrides<RotationRow>,
  { username, startsAt, endsAt }: OverrideGiven,
): Promise<number> {
  const clock = zoneClock(rotation.timeZone)
  const [from, to] = [checkedMoment('startsAt', startsAt, clock), checkedMoment('endsAt', endsAt, clock)]
  if (to <= from) throw new Invalid({ endsAt: ['must be after the start'] })
  if (to <= ctx.now) throw new Invalid({ endsAt: ['must be in the future'] })
  const [userId] = await peopleNamed(ctx, rotation.namespaceId, [username])
  if (userId == null) throw new Invalid({ user: ['must have at least the Reporter role'] })
  await sql`select 1 from oncall_schedules where id = ${rotation.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into oncall_overrides (rotation_id, user_id, created_by_id, starts_at, ends_at, created_at)
    select ${rotation.rotationId}, ${userId}, ${selfId(ctx)}, ${from}::timestamptz, ${to}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from oncall_overrides where rotation_id = ${rotation.rotationId} and ends_at > ${ctx.now}::timestamptz) < ${onCallLimits.overrides}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined)
    throw new Invalid({ base: [`A rotation can have up to ${onCallLimits.overrides} overrides to come`] })
  await recordScheduleUpdated(ctx, rotation)
  return id
}

/** Delete an override: the rotation counts again. */
export async function deleteOverride(
  ctx: Context,
  override: Overrides<RotationRow & { readonly overrideId: number }>,
): Promise<void> {
  await ctx.db.deleteFrom('oncallOverrides').where('id', '=', override.overrideId).execute()
  await recordScheduleUpdated(ctx, override)
}
