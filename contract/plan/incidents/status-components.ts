import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { StatusSubscriber } from './status-subscribers.ts'
import { statusLimits } from './status-words.ts'

const operation = operationsOf('Status pages')

/** A part of a product that the status page lists. */
export const StatusComponent = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** Components with the same heading form a group. */
  heading: Type.String(),
  /** From 1, in the order of the page. */
  position: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
})
export type StatusComponent = Static<typeof StatusComponent>

const project = { id: NamespaceRef }
const one = { ...project, componentId: Type.Integer({ minimum: 1 }) }
const Name = Type.String({ minLength: 1, maxLength: statusLimits.name })
const changes = {
  name: Type.Optional(Name),
  description: Type.Optional(Type.String({ maxLength: statusLimits.description })),
  heading: Type.Optional(Type.String({ maxLength: statusLimits.heading })),
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: statusLimits.components })),
}

export const listStatusComponents = operation({
  name: 'listStatusComponents',
  summary: 'List the components of the status page of a project, in their order',
  at: 'GET /projects/:id/status_page/components',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(StatusComponent),
})

export const getStatusComponent = operation({
  name: 'getStatusComponent',
  summary: 'Get a component of a status page',
  at: 'GET /projects/:id/status_page/components/:componentId',
  input: Type.Object(one),
  reply: StatusComponent,
})

export const createStatusComponent = operation({
  name: 'createStatusComponent',
  summary: 'Create a component of a status page. Without a position it comes last',
  at: 'POST /projects/:id/status_page/components',
  input: Type.Object({ ...project, ...changes, name: Name }),
  reply: StatusComponent,
})

export const updateStatusComponent = operation({
  name: 'updateStatusComponent',
  summary: 'Update a component of a status page, or move it to another position',
  at: 'PUT /projects/:id/status_page/components/:componentId',
  input: Type.Object({ ...one, ...changes, expected: Expected(changes) }),
  reply: StatusComponent,
})

export const deleteStatusComponent = operation({
  name: 'deleteStatusComponent',
  summary: 'Delete a component of a status page, with its history',
  at: 'DELETE /projects/:id/status_page/components/:componentId',
  input: Type.Object(one),
  reply: Empty,
})

export const getStatusSettingsPage = operationsOf('Pages')({
  name: 'getStatusSettingsPage',
  summary: 'Get data for the status page settings of a project',
  at: 'GET /-/pages/status_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canAdmin: Type.Boolean(), canSetHost: Type.Boolean() }),
    isEnabled: Type.Boolean(),
    /** The host name of its own; null without one. */
    host: Nullable(Type.String()),
    components: Type.Array(StatusComponent),
    /** Whether the site sends mail: without it, the page has no form for updates by email. */
    sendsMail: Type.Boolean(),
    /** The number of subscribers, and the newest of them; null for members who may not read them. */
    subscribers: Nullable(Type.Object({ count: Type.Integer(), newest: Type.Array(StatusSubscriber) })),
  }),
})
