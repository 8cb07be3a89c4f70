import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Page, TimeZone } from '#contract/shapes.ts'

const operation = operationsOf('Freeze periods')

/** `minute hour day month weekday`, as `0 23 * * 5`. */
const Cron = Type.String({ minLength: 1, maxLength: 255 })

export const FreezePeriod = Type.Object({
  id: Type.Integer(),
  freezeStart: Type.String(),
  freezeEnd: Type.String(),
  cronTimezone: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
})
export type FreezePeriod = Static<typeof FreezePeriod>

const project = { id: NamespaceRef }
const one = { ...project, freezePeriodId: Type.Integer({ minimum: 1 }) }
const changes = {
  freezeStart: Type.Optional(Cron),
  freezeEnd: Type.Optional(Cron),
  cronTimezone: Type.Optional(TimeZone),
}

export const listFreezePeriods = operation({
  name: 'listFreezePeriods',
  summary: 'List freeze periods of a project',
  at: 'GET /projects/:id/freeze_periods',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(FreezePeriod),
})

export const getFreezePeriod = operation({
  name: 'getFreezePeriod',
  summary: 'Get a freeze period',
  at: 'GET /projects/:id/freeze_periods/:freezePeriodId',
  input: Type.Object(one),
  reply: FreezePeriod,
})

export const createFreezePeriod = operation({
  name: 'createFreezePeriod',
  summary: 'Create a freeze period: times in which nothing should be deployed',
  at: 'POST /projects/:id/freeze_periods',
  input: Type.Object({ ...project, ...changes, freezeStart: Cron, freezeEnd: Cron }),
  reply: FreezePeriod,
})

export const updateFreezePeriod = operation({
  name: 'updateFreezePeriod',
  summary: 'Update a freeze period',
  at: 'PUT /projects/:id/freeze_periods/:freezePeriodId',
  input: Type.Object({ ...one, ...changes, expected: Expected(changes) }),
  reply: FreezePeriod,
})

export const deleteFreezePeriod = operation({
  name: 'deleteFreezePeriod',
  summary: 'Delete a freeze period',
  at: 'DELETE /projects/:id/freeze_periods/:freezePeriodId',
  input: Type.Object(one),
  reply: Empty,
})
