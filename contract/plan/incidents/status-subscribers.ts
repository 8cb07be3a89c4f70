import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, Empty, Ids, NamespaceRef, Page } from '#contract/shapes.ts'

const operation = operationsOf('Status pages')

/** An address that confirmed that it wants updates of a status page. */
export const StatusSubscriber = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  /** The components that it is told of; all where empty. */
  componentIds: Ids,
  confirmedAt: DateTime,
})
export type StatusSubscriber = Static<typeof StatusSubscriber>

export const listStatusSubscribers = operation({
  name: 'listStatusSubscribers',
  summary: 'List the addresses that are subscribed to the status page of a project, newest first',
  at: 'GET /projects/:id/status_page/subscribers',
  input: Type.Object({ id: NamespaceRef, ...Page }),
  reply: Type.Array(StatusSubscriber),
})

export const removeStatusSubscriber = operation({
  name: 'removeStatusSubscriber',
  summary: 'Remove an address from the subscribers of a status page',
  at: 'DELETE /projects/:id/status_page/subscribers/:subscriberId',
  input: Type.Object({ id: NamespaceRef, subscriberId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

/** The form of the public page. The reply is the same for every address. */
export const subscribeToStatus = operation({
  name: 'subscribeToStatus',
  summary: 'Ask for updates of a status page by email (no authentication required); the address confirms it by a link',
  at: 'POST /:namespace/-/status/subscribe',
  status: 200,
  input: Type.Object({
    namespace: Type.String(),
    email: Type.String({ maxLength: 1000 }),
    componentIds: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100 })),
    /** A field that people do not see: only programs fill it in. */
    website: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Bytes,
})
