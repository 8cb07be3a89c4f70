import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Expected, NamespaceRef, Nullable } from '#contract/shapes.ts'
import { urlCharacters } from '#contract/url-limits.ts'
import { onCallLimits } from './on-call-limits.ts'

const operation = operationsOf('On-call')

/** An event of a calendar that is no shift, and the reason. */
const CalendarNotice = Type.Object({ title: Type.String(), reason: Type.String() })

/** The calendar of another program from which a rotation has its shifts. */
export const OnCallCalendar = Type.Object({
  rotationId: Type.Integer(),
  /** The host of its address, of which the rest may be secret; null: it is a file that was uploaded. */
  host: Nullable(Type.String()),
  /** When it was last read. */
  readAt: DateTime,
  /** The reason why its address cannot be read, so that its former shifts stay; null: it can. */
  failure: Nullable(Type.String()),
  failingSince: Nullable(DateTime),
  /** Events that are no shifts; the first of them are listed for people who can change the schedule. */
  noticeCount: Type.Integer(),
  notices: Type.Array(CalendarNotice),
})

const schedule = { id: NamespaceRef, scheduleIid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }
const one = { ...schedule, rotationId: Type.Integer({ minimum: 1 }) }
const Name = Type.String({ minLength: 1, maxLength: onCallLimits.name })

/** Users for the names that stand in a calendar: email addresses, usernames or titles of events. Names that are left out keep theirs. */
const People = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 320 }),
    /** Empty: nobody is assigned to the name. */
    username: Type.String({ maxLength: 255 }),
  }),
  { maxItems: onCallLimits.calendarNames },
)

const source = {
  /** The address of a calendar in the iCalendar format, which is read again every quarter of an hour. */
  url: Type.Optional(Type.String({ minLength: 1, maxLength: urlCharacters })),
  /** The text of such a calendar, in place of an address. */
  content: Type.Optional(Type.String({ minLength: 1, maxLength: onCallLimits.calendarBytes })),
  people: Type.Optional(People),
}

export const previewOnCallCalendar = operation({
  name: 'previewOnCallCalendar',
  summary: 'Show the shifts that a calendar would give a rotation of an on-call schedule',
  at: 'POST /projects/:id/oncall_schedules/:scheduleIid/calendars/preview',
  status: 200,
  input: Type.Object({
    ...schedule,
    ...source,
    /** A rotation with a calendar, which is shown if neither an address nor a text is given. */
    rotationId: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: Type.Object({
    shiftCount: Type.Integer(),
    /** The next of them. */
    shifts: Type.Array(Type.Object({ startsAt: DateTime, endsAt: DateTime, user: UserBasic })),
    /** The names by which the calendar calls people; those without a user first. */
    people: Type.Array(Type.Object({ name: Type.String(), events: Type.Integer(), user: Nullable(UserBasic) })),
    noticeCount: Type.Integer(),
    notices: Type.Array(CalendarNotice),
  }),
})

export const createOnCallCalendar = operation({
  name: 'createOnCallCalendar',
  summary: 'Add a rotation whose shifts come from a calendar to an on-call schedule',
  at: 'POST /projects/:id/oncall_schedules/:scheduleIid/calendars',
  input: Type.Object({ ...schedule, name: Name, ...source }),
  reply: OnCallCalendar,
})

export const updateOnCallCalendar = operation({
  name: 'updateOnCallCalendar',
  summary: 'Update the name, the calendar or the people of a rotation whose shifts come from a calendar',
  at: 'PUT /projects/:id/oncall_schedules/:scheduleIid/calendars/:rotationId',
  input: Type.Object({
    ...one,
    name: Type.Optional(Name),
    ...source,
    expected: Expected({ name: Type.Optional(Type.String()) }),
  }),
  reply: OnCallCalendar,
})

export const readOnCallCalendar = operation({
  name: 'readOnCallCalendar',
  summary: 'Read the calendar of a rotation again now',
  at: 'POST /projects/:id/oncall_schedules/:scheduleIid/calendars/:rotationId/read',
  status: 200,
  input: Type.Object(one),
  reply: OnCallCalendar,
})
