import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { onCallLimits } from './on-call-limits.ts'

const operation = operationsOf('On-call')

/** A note for the people who are on call next. */
export const HandoverNote = Type.Object({
  id: Type.Integer(),
  /** Markdown. */
  body: Type.String(),
  bodyHtml: Type.String(),
  author: Nullable(UserBasic),
  createdAt: DateTime,
  updatedAt: DateTime,
  /** You can change and delete it. */
  canEdit: Type.Boolean(),
})

const schedule = { id: NamespaceRef, scheduleIid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }
const one = { ...schedule, noteId: Type.Integer({ minimum: 1 }) }
const Body = Type.String({ minLength: 1, maxLength: onCallLimits.handoverNote })

export const listHandoverNotes = operation({
  name: 'listHandoverNotes',
  summary: 'List the hand-over notes of an on-call schedule, the latest first',
  at: 'GET /projects/:id/oncall_schedules/:scheduleIid/handover_notes',
  input: Type.Object({ ...schedule, ...Page }),
  reply: Type.Array(HandoverNote),
})

export const createHandoverNote = operation({
  name: 'createHandoverNote',
  summary: 'Write a hand-over note, which is mailed to the people who are on call now and next',
  at: 'POST /projects/:id/oncall_schedules/:scheduleIid/handover_notes',
  input: Type.Object({ ...schedule, body: Body }),
  reply: HandoverNote,
})

export const updateHandoverNote = operation({
  name: 'updateHandoverNote',
  summary: 'Update a hand-over note',
  at: 'PUT /projects/:id/oncall_schedules/:scheduleIid/handover_notes/:noteId',
  input: Type.Object({ ...one, body: Type.Optional(Body), expected: Expected({ body: Type.Optional(Type.String()) }) }),
  reply: HandoverNote,
})

export const deleteHandoverNote = operation({
  name: 'deleteHandoverNote',
  summary: 'Delete a hand-over note',
  at: 'DELETE /projects/:id/oncall_schedules/:scheduleIid/handover_notes/:noteId',
  status: 204,
  input: Type.Object(one),
  reply: Empty,
})
