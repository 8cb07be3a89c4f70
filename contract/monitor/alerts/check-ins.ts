import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { alertSeverities } from './alert-limits.ts'
import { checkInLimits, checkInStates } from './check-in-limits.ts'

const operation = operationsOf('Check-ins')

/** A job that tells that it ran, by calling an address. An alert is created if it does not. */
export const CheckIn = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The service that alerts name; empty without one. */
  service: Type.String(),
  severity: Words(alertSeverities),
  /** The interval at which it is expected; null if a cron expression says when. */
  everyMinutes: Nullable(Type.Integer()),
  /** `minute hour day month weekday` by the clock of the time zone. */
  cron: Nullable(Type.String()),
  timeZone: Type.String(),
  /** Minutes by which it may be late. */
  graceMinutes: Type.Integer(),
  isPaused: Type.Boolean(),
  state: Words(checkInStates),
  /** The latest call. */
  lastAt: Nullable(DateTime),
  /** When an alert is created without a further call. */
  dueAt: Nullable(DateTime),
  missingSince: Nullable(DateTime),
  /** The open alert. */
  alert: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
  createdAt: DateTime,
  updatedAt: DateTime,
})
export type CheckIn = Static<typeof CheckIn>

export const CheckInDetails = Type.Object({
  ...CheckIn.properties,
  /** The latest calls, newest first. */
  recentAt: Type.Array(DateTime),
  /** The address that the job calls; null for members who may not edit check-ins, and for tokens that can only read. */
  url: Nullable(Type.String()),
})

const project = { id: NamespaceRef }
const one = { ...project, checkInId: Type.Integer({ minimum: 1 }) }
const Name = Type.String({ minLength: 1, maxLength: checkInLimits.name })
const changes = {
  name: Type.Optional(Name),
  service: Type.Optional(Type.String({ maxLength: checkInLimits.service })),
  severity: Type.Optional(Words(alertSeverities)),
  everyMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: checkInLimits.everyMinutes }))),
  cron: Type.Optional(Nullable(Type.String({ maxLength: checkInLimits.cron }))),
  timeZone: Type.Optional(Type.String({ maxLength: 100 })),
  graceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: checkInLimits.graceMinutes })),
  isPaused: Type.Optional(Type.Boolean()),
}

export const listCheckIns = operation({
  name: 'listCheckIns',
  summary: 'List the check-ins of a project, by name',
  at: 'GET /projects/:id/check_ins',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(CheckIn),
})

export const getCheckIn = operation({
  name: 'getCheckIn',
  summary: 'Get a check-in with its latest calls',
  at: 'GET /projects/:id/check_ins/:checkInId',
  input: Type.Object(one),
  reply: CheckInDetails,
})

export const createCheckIn = operation({
  name: 'createCheckIn',
  summary: 'Create a check-in: an address that a job calls. An alert is created if a call is missing',
  at: 'POST /projects/:id/check_ins',
  input: Type.Object({ ...project, ...changes, name: Name }),
  reply: CheckInDetails,
})

export const updateCheckIn = operation({
  name: 'updateCheckIn',
  summary: 'Update, pause or resume a check-in',
  at: 'PUT /projects/:id/check_ins/:checkInId',
  input: Type.Object({ ...one, ...changes, expected: Expected(changes) }),
  reply: CheckInDetails,
})

export const resetCheckInUrl = operation({
  name: 'resetCheckInUrl',
  summary: 'Replace the address of a check-in. The former one stops working immediately',
  at: 'POST /projects/:id/check_ins/:checkInId/reset_url',
  input: Type.Object(one),
  reply: CheckInDetails,
})

export const deleteCheckIn = operation({
  name: 'deleteCheckIn',
  summary: 'Delete a check-in. Its open alert is resolved',
  at: 'DELETE /projects/:id/check_ins/:checkInId',
  input: Type.Object(one),
  reply: Empty,
})

export const receiveCheckIn = operation({
  name: 'receiveCheckIn',
  summary: 'Tell that a job ran (no authentication required: the address is secret)',
  at: 'POST /-/check_in/:key',
  status: 204,
  input: Type.Object({ key: Type.String({ maxLength: 100 }) }),
  reply: Empty,
})

const pages = operationsOf('Pages')
const permissions = Type.Object({ canEdit: Type.Boolean() })

export const getCheckInsPage = pages({
  name: 'getCheckInsPage',
  summary: 'Get data for the list page of check-ins of a project',
  at: 'GET /-/pages/check_ins',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions,
    checkIns: Type.Array(CheckIn),
    /** Services of recent alerts, which a check-in can name. */
    services: Type.Array(Type.String()),
  }),
})

export const getCheckInPage = pages({
  name: 'getCheckInPage',
  summary: 'Get data for the page of a check-in',
  at: 'GET /-/pages/check_in',
  input: Type.Object({ namespace: Type.String(), checkInId: Type.Integer({ minimum: 1 }) }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions,
    checkIn: CheckInDetails,
    services: Type.Array(Type.String()),
  }),
})
