import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { type ZoneClock, zoneClock } from '#server/platform/text/time-zone.ts'
import { canBeOnCall } from './available.ts'
import { type LengthUnit, type Override, onCallAt, type Participant, type Rotation } from './shifts.ts'

type UserJson = Readonly<Record<string, unknown>> & { readonly id: number }

export interface ReadParticipant extends Participant {
  readonly user: UserJson
  readonly colorPalette: string
  readonly colorWeight: string
}

export interface ReadOverride extends Override {
  readonly user: UserJson
}

export interface ReadRotation extends Rotation {
  readonly id: number
  readonly name: string
  readonly participants: readonly ReadParticipant[]
  readonly overrides: readonly ReadOverride[]
}

export interface ReadSchedule {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly name: string
  readonly description: string
  readonly timeZone: string
  readonly clock: ZoneClock
  readonly rotations: readonly ReadRotation[]
}

interface RotationJson {
  readonly id: number
  readonly name: string
  readonly length: number
  readonly lengthUnit: LengthUnit
  readonly startsAt: number
  readonly endsAt: number | null
  readonly activeFrom: number | null
  readonly activeTo: number | null
  readonly weekdays: readonly number[]
  readonly participants: readonly Omit<ReadParticipant, 'userId'>[]
  readonly overrides: readonly Omit<ReadOverride, 'userId'>[]
}

const [s, r, p, o] = [
  columnsOf('oncallSchedules', 's'),
  columnsOf('oncallRotations', 'r'),
  columnsOf('oncallParticipants', 'p'),
  columnsOf('oncallOverrides', 'o'),
]

/** Milliseconds since 1970. */
const ms = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${column}) * 1000)::bigint`

/** Overrides that ended longer ago are not shown. */
const overrideDays = 400

/**
 * Schedules with their rotations, participants and overrides, in the order in which they were made.
 *
 * @param which  a condition on `oncall_schedules s`
 */
export async function readSchedules(ctx: Context, which: RawBuilder<unknown>): Promise<readonly ReadSchedule[]> {
  const user = userBasicJson(ctx.services.settings, 'u')
  const rotation = object({
    ...r.fields('id', 'name', 'length', 'weekdays'),
    lengthUnit: r('lengthUnit'),
    startsAt: ms(r('startsAt')),
    endsAt: ms(r('endsAt')),
    activeFrom: r('activeFrom'),
    activeTo: r('activeTo'),
    participants: arrayOf(
      object({
        ...p.fields('id'),
        ...{ user, colorPalette: p('colorPalette'), colorWeight: p('colorWeight'), isAvailable: canBeOnCall('u', 'n') },
      }),
      sql`from oncall_participants p join users u on u.id = p.user_id where p.rotation_id = r.id`,
      sql`p.position`,
    ),
    overrides: arrayOf(
      object({
        ...o.fields('id'),
        ...{ user, startsAt: ms(o('startsAt')), endsAt: ms(o('endsAt')), isAvailable: canBeOnCall('u', 'n') },
      }),
      sql`from oncall_overrides o join users u on u.id = o.user_id
        where o.rotation_id = r.id and o.ends_at > ${ctx.now}::timestamptz - make_interval(days => ${overrideDays})`,
      sql`o.id`,
    ),
  })
  const { rows } = await sql<
    Omit<ReadSchedule, 'clock' | 'rotations'> & { readonly rotations: readonly RotationJson[] }
  >`
    select ${s('id')}, ${s('iid')}, ${s('namespaceId')}, ${s('name')}, ${s('description')}, ${s('timeZone')},
      ${arrayOf(rotation, sql`from oncall_rotations r where r.schedule_id = s.id`, sql`r.id`)} as rotations
    from oncall_schedules s join namespaces n on n.id = s.namespace_id where ${which} order by s.iid, s.id`.execute(
    ctx.db,
  )
  return rows.map(({ rotations, ...schedule }) => ({
    ...schedule,
    clock: zoneClock(schedule.timeZone),
    rotations: rotations.map(rotationOf),
  }))
}

function rotationOf({ activeFrom, activeTo, participants, overrides, ...rest }: RotationJson): ReadRotation {
  return {
    ...rest,
    activePeriod: activeFrom === null || activeTo === null ? null : { from: activeFrom, to: activeTo },
    participants: participants.map(each => ({ ...each, userId: each.user.id })),
    overrides: overrides.map(each => ({ ...each, userId: each.user.id })),
  }
}

/** The people whom a schedule names at a moment: one of each rotation, in their order, each once. */
export function onCallOf({ rotations, clock }: ReadSchedule, moment: number): readonly UserJson[] {
  const users = rotations.flatMap(rotation => {
    const userId = onCallAt(rotation, rotation.overrides, clock, moment)
    return [...rotation.participants, ...rotation.overrides].filter(each => each.userId === userId).slice(0, 1)
  })
  return [...new Map(users.map(({ user }) => [user.id, user])).values()]
}
