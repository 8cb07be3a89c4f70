import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Empty, NamespaceRef, Nullable } from '#contract/shapes.ts'

export const setStatusHost = operationsOf('Status pages')({
  name: 'setStatusHost',
  summary: 'Set the host name of its own for the status page of a project (administrators only)',
  at: 'PUT /projects/:id/status_page/host',
  status: 204,
  input: Type.Object({
    id: NamespaceRef,
    /** Such as `status.example.com`; null for none. */
    host: Nullable(Type.String({ maxLength: 253 })),
  }),
  reply: Empty,
})
