import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Expected, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'

const operation = operationsOf('Broadcast messages')

export const broadcastTypes = ['banner', 'notification'] as const
export const broadcastThemes = [
  'indigo',
  'light-indigo',
  'blue',
  'light-blue',
  'green',
  'light-green',
  'red',
  'light-red',
  'dark',
  'light',
] as const
export const broadcastStates = ['active', 'scheduled', 'past'] as const

export const BroadcastMessage = Type.Object({
  id: Type.Integer(),
  message: Type.String(),
  startsAt: DateTime,
  endsAt: DateTime,
  /** Kept for clients that set them; the theme decides what is shown. */
  color: Nullable(Type.String()),
  font: Nullable(Type.String()),
  theme: Words(broadcastThemes),
  /** Whether it is shown now. */
  active: Type.Boolean(),
  targetAccessLevels: Type.Array(Type.Integer()),
  targetPath: Nullable(Type.String()),
  broadcastType: Words(broadcastTypes),
  dismissable: Type.Boolean(),
})

/** A message as pages show it. */
export const ShownBroadcast = Type.Object({
  id: Type.Integer(),
  html: Type.String(),
  theme: Words(broadcastThemes),
  broadcastType: Words(broadcastTypes),
  dismissable: Type.Boolean(),
  /** The pages that show it, with `*` for any characters; null for all. */
  targetPath: Nullable(Type.String()),
  /** The roles in the project or group of the page; empty for every page. */
  targetAccessLevels: Type.Array(Type.Integer()),
  endsAt: DateTime,
  /** The time of the last change of the text. */
  revisedAt: DateTime,
})

const id = Type.Integer({ minimum: 1 })

const optional = {
  startsAt: Type.Optional(Nullable(DateTime)),
  endsAt: Type.Optional(Nullable(DateTime)),
  color: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  font: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  theme: Type.Optional(Words(broadcastThemes)),
  targetAccessLevels: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20 })),
  targetPath: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  broadcastType: Type.Optional(Words(broadcastTypes)),
  dismissable: Type.Optional(Type.Boolean()),
}

/** Markdown. */
const message = Type.String({ maxLength: 4000 })

export const listBroadcastMessages = operation({
  name: 'listBroadcastMessages',
  summary: 'List broadcast messages, newest first (only current messages if not an administrator)',
  at: 'GET /broadcast_messages',
  input: Type.Object({ ...Page }),
  reply: Type.Array(BroadcastMessage),
})

export const getBroadcastMessage = operation({
  name: 'getBroadcastMessage',
  summary: 'Get a broadcast message, with the same visibility as in the list',
  at: 'GET /broadcast_messages/:id',
  input: Type.Object({ id }),
  reply: BroadcastMessage,
})

export const createBroadcastMessage = operation({
  name: 'createBroadcastMessage',
  summary: 'Create a broadcast message, by default for one hour from now (administrators only)',
  at: 'POST /broadcast_messages',
  input: Type.Object({ message, ...optional }),
  reply: BroadcastMessage,
})

export const updateBroadcastMessage = operation({
  name: 'updateBroadcastMessage',
  summary: 'Update a broadcast message (administrators only)',
  at: 'PUT /broadcast_messages/:id',
  input: Type.Object({
    id,
    message: Type.Optional(message),
    ...optional,
    expected: Expected({ message: Type.Optional(message), ...optional }),
  }),
  reply: BroadcastMessage,
})

export const deleteBroadcastMessage = operation({
  name: 'deleteBroadcastMessage',
  summary: 'Delete a broadcast message (administrators only)',
  at: 'DELETE /broadcast_messages/:id',
  input: Type.Object({ id, ...Unmodified }),
  reply: Type.Null(),
})

export const broadcastMessagesPage = operation({
  name: 'broadcastMessagesPage',
  summary: 'Get data for the broadcast messages page (administrators only)',
  at: 'GET /-/pages/broadcast_messages',
  input: Type.Object({ state: Type.Optional(Words(broadcastStates)), ...Page }),
  reply: Type.Object({
    messages: Type.Array(
      Type.Object({ ...BroadcastMessage.properties, html: Type.String(), revisedAt: DateTime, updatedAt: DateTime }),
    ),
    counts: Type.Object({ active: Type.Integer(), scheduled: Type.Integer(), past: Type.Integer() }),
    hasNext: Type.Boolean(),
  }),
})

export const previewBroadcastMessage = operation({
  name: 'previewBroadcastMessage',
  summary: 'Preview a broadcast message as HTML (administrators only)',
  door: 'browser',
  status: 200,
  at: 'POST /admin/broadcast_messages/preview',
  input: Type.Object({ message }),
  reply: Type.Object({ html: Type.String() }),
})

export const dismissBroadcastMessage = operation({
  name: 'dismissBroadcastMessage',
  summary: 'Dismiss a broadcast message for the current user until its text changes',
  at: 'PUT /-/broadcast_messages/:id/dismiss',
  input: Type.Object({ id }),
  status: 204,
  reply: Type.Null(),
})
