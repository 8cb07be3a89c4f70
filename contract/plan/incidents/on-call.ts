import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, Nullable, Words } from '#contract/shapes.ts'
import { HandoverNote } from './handover-notes.ts'
import { OnCallCalendar } from './on-call-calendars.ts'
import { lengthUnits } from './on-call-limits.ts'
import { ShiftSwap } from './shift-swaps.ts'

const operation = operationsOf('Pages')

const Interval = { startsAt: DateTime, endsAt: DateTime }

export const OnCallShift = Type.Object({
  ...Interval,
  user: UserBasic,
  /** Null in a shift of the rotation itself. */
  overrideId: Nullable(Type.Integer()),
})

/** Who is on call now in a rotation. */
export const OnCallDuty = Type.Object({
  /** Several where a calendar puts them on call together; empty: no one. */
  users: Type.Array(UserBasic),
  /** Null where nothing changes. */
  until: Nullable(DateTime),
  next: Nullable(Type.Object({ users: Type.Array(UserBasic), from: DateTime })),
})

export const OnCallRotation = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  length: Type.Integer(),
  lengthUnit: Words(lengthUnits),
  /** By the clock of the schedule, as `2026-11-30T09:00`. */
  startsAt: Type.String(),
  endsAt: Nullable(Type.String()),
  /** `HH:MM`; null: all day. */
  activePeriod: Nullable(Type.Object({ startTime: Type.String(), endTime: Type.String() })),
  /** 1 for Monday to 7 for Sunday. */
  weekdays: Type.Array(Type.Integer()),
  /** In the order of their turns. */
  participants: Type.Array(
    Type.Object({
      user: UserBasic,
      /** False for people who are skipped: they are blocked, or can no longer read the incidents. */
      isAvailable: Type.Boolean(),
    }),
  ),
  duty: OnCallDuty,
  shifts: Type.Array(OnCallShift),
  /** Its shifts come from this calendar, and there are no turns; null: people take turns. */
  calendar: Nullable(OnCallCalendar),
})

export const OnCallSchedule = Type.Object({
  iid: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  timeZone: Type.String(),
  /** The moments of the eight midnights of the week, by the clock of the schedule. */
  days: Type.Array(DateTime),
  rotations: Type.Array(OnCallRotation),
  /** The latest note for whoever is on call next. */
  handoverNote: Nullable(HandoverNote),
  /** Earlier ones. */
  earlierNotes: Type.Integer(),
  canWriteNote: Type.Boolean(),
  /** The times of the week in which no one is on call. */
  gaps: Type.Array(Type.Object(Interval)),
})

export const getGroupOnCallPage = operation({
  name: 'getGroupOnCallPage',
  summary: 'Get data for the page that tells who is on call in the projects of a group',
  at: 'GET /-/pages/group_on_call',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    schedules: Type.Array(
      Type.Object({
        iid: Type.Integer(),
        name: Type.String(),
        timeZone: Type.String(),
        project: Type.Object({ id: Type.Integer(), name: Type.String(), fullPath: Type.String() }),
        rotations: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), duty: OnCallDuty })),
      }),
    ),
    /** There are more schedules than are shown. */
    hasMore: Type.Boolean(),
  }),
})

export const getOnCallPage = operation({
  name: 'getOnCallPage',
  summary: 'Get data for the on-call page of a project',
  at: 'GET /-/pages/on_call',
  input: Type.Object({
    namespace: Type.String(),
    /** A day of the week to show; this week if absent. */
    week: Type.Optional(Day),
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({
      canAdminEscalations: Type.Boolean(),
      canOverride: Type.Boolean(),
      /** Ask others to take a shift, and answer them. */
      canSwap: Type.Boolean(),
      /** Open an incident and page the people on call. */
      canPage: Type.Boolean(),
    }),
    /** The Monday of the week. */
    week: Day,
    schedules: Type.Array(OnCallSchedule),
    /** Requests for swaps that you have made or got, and that wait for an answer. */
    swaps: Type.Array(ShiftSwap),
  }),
})
