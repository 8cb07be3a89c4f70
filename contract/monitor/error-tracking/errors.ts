import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import {
  type ErrorCause,
  errorSorts,
  errorStatuses,
  type GroupPart,
  longestErrorSearch,
  type StackTraceEntry,
} from './error-words.ts'

const operation = operationsOf('Error tracking')
const place = { namespace: Type.String({ maxLength: 1000 }) }
const one = { ...place, errorId: Type.Integer({ minimum: 1 }) }
const oneEvent = {
  ...one,
  event: Type.Optional(
    Type.Integer({ minimum: 1, description: 'ID of an event of the error. Default: the latest one' }),
  ),
}

const Cursor = Nullable(Type.Object({ cursor: Type.String() }))
const Cursors = Type.Object({ next: Cursor, previous: Cursor })

const shown = {
  id: Type.Integer(),
  /** The exception and its message, in one line. */
  title: Type.String(),
  /** The exception alone. */
  type: Type.String(),
  message: Type.String(),
  /** The place in the code where it occurred: a route, a job, a function. */
  culprit: Type.String(),
  level: Type.String(),
  platform: Type.String(),
  status: Words(errorStatuses),
  count: Type.Integer(),
  userCount: Type.Integer(),
  firstSeen: DateTime,
  lastSeen: DateTime,
  shortId: Type.String(),
  externalUrl: Type.String(),
  projectId: Type.Integer(),
  projectName: Type.String(),
  projectSlug: Type.String(),
}

export const ErrorListItem = Type.Object({
  ...shown,
  /** Events of each of the last 24 hours that had any: seconds of the hour, and their number. */
  frequency: Type.Array(Type.Array(Type.Integer())),
})

export const listErrors = operation({
  name: 'listErrors',
  summary: 'List errors of a project, 20 per page',
  at: 'GET /:namespace/-/error_tracking.json',
  isPolled: true,
  input: Type.Object({
    ...place,
    searchTerm: Type.Optional(Type.String({ maxLength: longestErrorSearch })),
    sort: Type.Optional(Words(errorSorts)),
    cursor: Type.Optional(Type.String({ maxLength: 1000 })),
    issueStatus: Type.Optional(Words(errorStatuses)),
  }),
  reply: Type.Object({
    errors: Type.Array(ErrorListItem),
    pagination: Cursors,
    externalUrl: Type.String(),
    namespace: PlaceHeader,
    isEnabled: Type.Boolean(),
    permissions: Type.Object({ canUpdateErrors: Type.Boolean(), canAdminErrors: Type.Boolean() }),
  }),
})

export const ErrorEvent = Type.Object({
  id: Type.Integer(),
  /** The client's id of the event: 32 hexadecimal digits. */
  eventId: Type.String(),
  occurredAt: DateTime,
  /** The exception, or the message of an event without one. */
  type: Type.String(),
  message: Type.String(),
  level: Type.String(),
  release: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  /** The place in the code where it occurred, as the client reported it. */
  transaction: Nullable(Type.String()),
})

const StackTraceEntries = Type.Unsafe<readonly StackTraceEntry[]>({})

const LinkedIssue = Nullable(
  Type.Object({ iid: Type.Integer(), title: Type.String(), state: Words(['opened', 'closed']), path: Type.String() }),
)

export const getErrorDetails = operation({
  name: 'getErrorDetails',
  summary: 'Get an error of a project, with one of its events',
  at: 'GET /:namespace/-/error_tracking/:errorId/details.json',
  isPolled: true,
  input: Type.Object(oneEvent),
  reply: Type.Object({
    error: Type.Object({
      ...shown,
      frequency: Type.Array(Type.Array(Type.Integer())),
      integrated: Type.Boolean(),
      firstReleaseVersion: Nullable(Type.String()),
      lastReleaseVersion: Nullable(Type.String()),
      environment: Nullable(Type.String()),
      serverName: Nullable(Type.String()),
      tags: Type.Object({ level: Nullable(Type.String()), logger: Nullable(Type.String()) }),
      /** Null where the error was last seen before its parts were kept. */
      groupedBy: Nullable(Type.Unsafe<readonly GroupPart[]>({})),
      /** The event that is shown, with those before and after it; null where none is kept. */
      event: Nullable(
        Type.Object({
          ...ErrorEvent.properties,
          olderId: Nullable(Type.Integer()),
          newerId: Nullable(Type.Integer()),
        }),
      ),
      /** The tags that the client gave to the event, each a name and a value. */
      ownTags: Type.Array(Type.Array(Type.String())),
      /** The address of the issue that was created from it. */
      gitlabIssue: Nullable(Type.String()),
      issue: LinkedIssue,
    }),
    namespace: PlaceHeader,
    permissions: Type.Object({
      canUpdateErrors: Type.Boolean(),
      canAdminErrors: Type.Boolean(),
      canCreateIssue: Type.Boolean(),
    }),
  }),
})

const StackTrace = Type.Object({
  issueId: Type.Integer(),
  dateReceived: DateTime,
  /** The calls in order, outermost first. */
  stackTraceEntries: StackTraceEntries,
  /** The exceptions that caused it, the nearest first. */
  causes: Type.Unsafe<readonly ErrorCause[]>({}),
})

export const getStackTrace = operation({
  name: 'getStackTrace',
  summary: 'Get the stack trace of an event of an error',
  at: 'GET /:namespace/-/error_tracking/:errorId/stack_trace.json',
  isPolled: true,
  input: Type.Object(oneEvent),
  reply: Type.Object({ error: StackTrace }),
})

export const listErrorEvents = operation({
  name: 'listErrorEvents',
  summary: 'List events of an error that are kept, 10 on a page, the latest first',
  at: 'GET /:namespace/-/error_tracking/:errorId/events.json',
  isPolled: true,
  input: Type.Object({ ...one, cursor: Type.Optional(Type.String({ maxLength: 1000 })) }),
  reply: Type.Object({ events: Type.Array(ErrorEvent), pagination: Cursors }),
})

export const updateErrorStatus = operation({
  name: 'updateErrorStatus',
  summary: 'Resolve, ignore or reopen an error. Resolving it closes its issue',
  at: 'PUT /:namespace/-/error_tracking/:errorId.json',
  input: Type.Object({ ...one, status: Words(errorStatuses) }),
  reply: Type.Object({
    result: Type.Object({
      updated: Type.Boolean(),
      /** The issue that was closed with it. */
      closedIssueIid: Nullable(Type.Integer()),
      status: Words(errorStatuses),
    }),
  }),
})

export const createIssueFromError = operation({
  name: 'createIssueFromError',
  summary: 'Create an issue from an error',
  at: 'POST /:namespace/-/error_tracking/:errorId/issues.json',
  input: Type.Object({
    ...one,
    title: Type.String({ minLength: 1, maxLength: 255 }),
    description: Type.Optional(Type.String()),
    confidential: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ iid: Type.Integer(), path: Type.String() }),
})

export const getErrorOfIssue = operation({
  name: 'getErrorOfIssue',
  summary: 'Get the error that an issue was created from, with its stack trace',
  at: 'GET /:namespace/-/issues/:iid/error.json',
  isPolled: true,
  input: Type.Object({ ...place, iid: Type.Integer() }),
  reply: Type.Object({ error: Type.Object({ ...shown, ...StackTrace.properties, path: Type.String() }) }),
})

const settings = { active: Type.Boolean(), integrated: Type.Boolean() }

export const ErrorTrackingSettings = Type.Object({
  ...settings,
  projectName: Nullable(Type.String()),
  sentryExternalUrl: Nullable(Type.String()),
  apiUrl: Nullable(Type.String()),
})

export const getErrorTrackingSettings = operation({
  name: 'getErrorTrackingSettings',
  summary: 'Get the error tracking settings of a project (maintainers only)',
  at: 'GET /projects/:id/error_tracking/settings',
  input: Type.Object({ id: NamespaceRef }),
  reply: ErrorTrackingSettings,
})

export const changeErrorTrackingSettings = operation({
  name: 'changeErrorTrackingSettings',
  summary: 'Enable or disable error tracking in a project where it is already set up',
  at: 'PATCH /projects/:id/error_tracking/settings',
  input: Type.Object({ id: NamespaceRef, active: Type.Boolean(), integrated: Type.Optional(Type.Boolean()) }),
  reply: ErrorTrackingSettings,
})

export const setErrorTrackingSettings = operation({
  name: 'setErrorTrackingSettings',
  summary: 'Set up error tracking for a project',
  at: 'PUT /projects/:id/error_tracking/settings',
  input: Type.Object({ id: NamespaceRef, ...settings }),
  reply: ErrorTrackingSettings,
})

export const ErrorClientKey = Type.Object({
  id: Type.Integer(),
  active: Type.Boolean(),
  publicKey: Type.String(),
  sentryDsn: Type.String(),
})

export const listErrorClientKeys = operation({
  name: 'listErrorClientKeys',
  summary: 'List the error tracking client keys of a project (maintainers only)',
  at: 'GET /projects/:id/error_tracking/client_keys',
  input: Type.Object({ id: NamespaceRef, ...Page }),
  reply: Type.Array(ErrorClientKey),
})

export const createErrorClientKey = operation({
  name: 'createErrorClientKey',
  summary: 'Create a client key that an application uses to send errors',
  at: 'POST /projects/:id/error_tracking/client_keys',
  input: Type.Object({ id: NamespaceRef }),
  reply: ErrorClientKey,
})

export const revokeErrorClientKey = operation({
  name: 'revokeErrorClientKey',
  summary: 'Revoke a client key. Errors sent with it are rejected',
  at: 'DELETE /projects/:id/error_tracking/client_keys/:keyId',
  input: Type.Object({ id: NamespaceRef, keyId: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

const page = operationsOf('Pages')

export const errorSettingsPage = page({
  name: 'errorSettingsPage',
  summary: 'Get data for the error tracking settings of a project',
  at: 'GET /-/pages/error_tracking_settings',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({
    namespace: PlaceHeader,
    isEnabled: Type.Boolean(),
    keys: Type.Array(Type.Object({ ...ErrorClientKey.properties, createdAt: DateTime })),
  }),
})
