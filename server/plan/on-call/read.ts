import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { UserBasic } from '#contract/foundation/users.ts'
import type { Context } from '#server/context.ts'
import { type UserBasicJson, userBasicJson, userOfJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { type ZoneClock, zoneClock } from '#server/platform/text/time-zone.ts'
import { canBeOnCall } from './available.ts'
import { type LengthUnit, type Override, onCallAt, type Participant, type Rotation } from './shifts.ts'

type OnCallUser = Static<typeof UserBasic>

export interface ReadParticipant extends Participant {
  readonly user: OnCallUser
  readonly colorPalette: string
  readonly colorWeight: string
}

export interface ReadOverride extends Override {
  readonly user: OnCallUser
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

interface OfPerson {
  readonly user: UserBasicJson
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
  readonly calendarShifts: Rotation['calendarShifts']
  readonly participants: readonly (Omit<ReadParticipant, 'userId' | 'user'> & OfPerson)[]
  readonly overrides: readonly (Omit<ReadOverride, 'userId' | 'user'> & OfPerson)[]
}

const [s, r, p, o, k] = [
  columnsOf('oncallSchedules', 's'),
  columnsOf('oncallRotations', 'r'),
  columnsOf('oncallParticipants', 'p'),
  columnsOf('oncallOverrides', 'o'),
  columnsOf('oncallCalendarShifts', 'k'),
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
  const isKept = sql`o.ends_at > ${ctx.now}::timestamptz - make_interval(days => ${overrideDays})`
  // Each person once: whether they can be on call is a walk through their memberships, and a rotation may have 200 overrides.
  const people = sql`people as materialized (
    select named.namespace_id, u.id, ${userBasicJson(ctx.services.settings, 'u')} as json, ${canBeOnCall('u', 'n')} as is_available
    from (
      select distinct s.namespace_id, on_call.user_id from oncall_schedules s join namespaces n on n.id = s.namespace_id
        join oncall_rotations r on r.schedule_id = s.id cross join lateral (
          select p.user_id from oncall_participants p where p.rotation_id = r.id
          union select o.user_id from oncall_overrides o where o.rotation_id = r.id and ${isKept}) on_call
      where ${which}) named
      join users u on u.id = named.user_id join namespaces n on n.id = named.namespace_id)`
  const person = { user: sql<UserBasicJson>`u.json`, isAvailable: sql<boolean>`u.is_available` }
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
        ...{ ...person, colorPalette: p('colorPalette'), colorWeight: p('colorWeight') },
      }),
      sql`from oncall_participants p join people u on u.id = p.user_id and u.namespace_id = s.namespace_id where p.rotation_id = r.id`,
      sql`p.position`,
    ),
    calendarShifts: sql<
      Rotation['calendarShifts']
    >`case when exists (select 1 from oncall_calendars c where c.rotation_id = r.id) then ${arrayOf(
      object({ participantId: k('participantId'), startsAt: ms(k('startsAt')), endsAt: ms(k('endsAt')) }),
      sql`from oncall_participants p join oncall_calendar_shifts k on k.participant_id = p.id where p.rotation_id = r.id`,
      sql`k.starts_at, k.participant_id`,
    )} end`,
    overrides: arrayOf(
      object({
        ...o.fields('id'),
        ...{ ...person, startsAt: ms(o('startsAt')), endsAt: ms(o('endsAt')) },
      }),
      sql`from oncall_overrides o join people u on u.id = o.user_id and u.namespace_id = s.namespace_id
        where o.rotation_id = r.id and ${isKept}`,
      sql`o.id`,
    ),
  })
  const { rows } = await sql<
    Omit<ReadSchedule, 'clock' | 'rotations'> & { readonly rotations: readonly RotationJson[] }
  >`
    with ${people}
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

const withUser = <Row extends OfPerson>({ user, ...rest }: Row) => ({
  ...rest,
  user: userOfJson(user),
  userId: user.id,
})

function rotationOf({ activeFrom, activeTo, participants, overrides, ...rest }: RotationJson): ReadRotation {
  return {
    ...rest,
    activePeriod: activeFrom === null || activeTo === null ? null : { from: activeFrom, to: activeTo },
    participants: participants.map(withUser),
    overrides: overrides.map(withUser),
  }
}

/** The people whom a schedule names at a moment: those of each rotation, in their order, each once. */
export function onCallOf({ rotations, clock }: ReadSchedule, moment: number): readonly OnCallUser[] {
  const users = rotations.flatMap(rotation => {
    const people = [...rotation.participants, ...rotation.overrides]
    return onCallAt(rotation, rotation.overrides, clock, moment).flatMap(
      userId => people.find(each => each.userId === userId) ?? [],
    )
  })
  return [...new Map(users.map(({ user }) => [user.id, user])).values()]
}
