import { Type } from 'typebox'
import { byPlaceKind, PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import {
  AnyJson,
  DateTime,
  Dictionary,
  Empty,
  Expected,
  NamespaceRef,
  Nullable,
  Page,
  Words,
} from '#contract/shapes.ts'
import { urlCharacters } from '#contract/url-limits.ts'

const operation = operationsOf('Webhooks')

/**
 * The event flags of the contract, with their meaning. Those with a label occur here; the others are stored as they
 * were set.
 */
export const webhookEvents = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'merge_requests_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'feature_flag_events',
  'milestone_events',
  'releases_events',
  'emoji_events',
  'resource_access_token_events',
  'repository_update_events',
  'subgroup_events',
  'member_events',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const strategies = ['wildcard', 'regex', 'all_branches'] as const

const on = Type.Optional(Type.Boolean())
const flags = {
  pushEvents: on,
  tagPushEvents: on,
  issuesEvents: on,
  confidentialIssuesEvents: on,
  noteEvents: on,
  confidentialNoteEvents: on,
  mergeRequestsEvents: on,
  jobEvents: on,
  pipelineEvents: on,
  wikiPageEvents: on,
  deploymentEvents: on,
  featureFlagEvents: on,
  milestoneEvents: on,
  releasesEvents: on,
  emojiEvents: on,
  resourceAccessTokenEvents: on,
  repositoryUpdateEvents: on,
  subgroupEvents: on,
  memberEvents: on,
}

const Key = Type.String({ minLength: 1, maxLength: 255 })
const Value = Type.String({ maxLength: 2048 })
const Pairs = Type.Array(Type.Object({ key: Key, value: Value }), { maxItems: 20 })

const given = {
  name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
  /** Sent as it is, in `X-Gitlab-Token`; empty for none. */
  token: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
  /** Signs each request; begins with `whsec_`, then base64. Empty for none. */
  signingToken: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
  pushEventsBranchFilter: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  branchFilterStrategy: Type.Optional(Words(strategies)),
  enableSslVerification: Type.Optional(Type.Boolean()),
  urlVariables: Type.Optional(Pairs),
  customHeaders: Type.Optional(Pairs),
  ...flags,
}

const Keys = Type.Array(Type.Object({ key: Type.String() }))

export const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  name: Nullable(Type.String()),
  description: Nullable(Type.String()),
  createdAt: DateTime,
  projectId: Type.Optional(Type.Integer()),
  groupId: Type.Optional(Type.Integer()),
  ...flags,
  pushEventsBranchFilter: Nullable(Type.String()),
  branchFilterStrategy: Words(strategies),
  enableSslVerification: Type.Boolean(),
  /** The names alone: the values are never returned. */
  urlVariables: Keys,
  customHeaders: Keys,
  alertStatus: Words(['executable', 'temporarily_disabled', 'disabled']),
  disabledUntil: Nullable(DateTime),
})

export const WebhookDelivery = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  trigger: Type.String(),
  requestHeaders: Dictionary(Type.String()),
  requestData: AnyJson,
  responseHeaders: Dictionary(Type.String()),
  responseBody: Type.String(),
  /** Seconds. */
  executionDuration: Type.Number(),
  /** `200`, or `internal error` where no answer came; `pending` before the first attempt. */
  responseStatus: Type.String(),
  createdAt: DateTime,
})

const hookId = Type.Integer({ minimum: 1 })
const hook = { id: NamespaceRef, hookId }
const url = Type.String({ minLength: 1, maxLength: urlCharacters })
const setting = { ...hook, key: Key }
const changes = { url: Type.Optional(url), ...given }
// The expected values leave out secrets, which are never shown.
const {
  token: _token,
  signingToken: _signingToken,
  urlVariables: _variables,
  customHeaders: _headers,
  ...expectable
} = changes

/** The operations on the webhooks of a project or group. */
export const webhookOperations = byPlaceKind((kind, place) => {
  const at = `/${kind}s/:id/hooks` as const
  const of = `of a ${kind}`
  return {
    list: operation({
      name: `list${place}Hooks`,
      summary: `List webhooks ${of}`,
      at: `GET ${at}`,
      input: Type.Object({ id: NamespaceRef, ...Page }),
      reply: Type.Array(Webhook),
    }),
    get: operation({
      name: `get${place}Hook`,
      summary: `Get a webhook ${of}`,
      at: `GET ${at}/:hookId`,
      input: Type.Object(hook),
      reply: Webhook,
    }),
    create: operation({
      name: `add${place}Hook`,
      summary: `Add a webhook to a ${kind}`,
      at: `POST ${at}`,
      input: Type.Object({ id: NamespaceRef, url, ...given }),
      reply: Webhook,
    }),
    update: operation({
      name: `edit${place}Hook`,
      summary: `Update a webhook ${of}`,
      at: `PUT ${at}/:hookId`,
      input: Type.Object({ ...hook, ...changes, expected: Expected(expectable) }),
      reply: Webhook,
    }),
    remove: operation({
      name: `remove${place}Hook`,
      summary: `Delete a webhook ${of}`,
      at: `DELETE ${at}/:hookId`,
      input: Type.Object(hook),
      reply: Empty,
    }),
    test: operation({
      name: `test${place}Hook`,
      summary: `Send a test request to a webhook ${of}`,
      at: `POST ${at}/:hookId/test/:trigger`,
      input: Type.Object({ ...hook, trigger: Words(webhookEvents) }),
      reply: Type.Object({ message: Type.String() }),
    }),
    deliveries: operation({
      name: `list${place}HookEvents`,
      summary: `List the requests of a webhook ${of} in the last 7 days`,
      at: `GET ${at}/:hookId/events`,
      input: Type.Object({ ...hook, status: Type.Optional(Type.String({ maxLength: 20 })), ...Page }),
      reply: Type.Array(WebhookDelivery),
    }),
    resend: operation({
      name: `resend${place}HookEvent`,
      summary: `Send a request of a webhook ${of} again`,
      at: `POST ${at}/:hookId/events/:hookEventId/resend`,
      input: Type.Object({ ...hook, hookEventId: Type.Integer({ minimum: 1 }) }),
      reply: Type.Object({ responseStatus: Type.String() }),
    }),
    setHeader: operation({
      name: `set${place}HookHeader`,
      summary: `Set a custom header of a webhook ${of}`,
      at: `PUT ${at}/:hookId/custom_headers/:key`,
      input: Type.Object({ ...setting, value: Value }),
      reply: Empty,
      status: 204,
    }),
    removeHeader: operation({
      name: `remove${place}HookHeader`,
      summary: `Delete a custom header of a webhook ${of}`,
      at: `DELETE ${at}/:hookId/custom_headers/:key`,
      input: Type.Object(setting),
      reply: Empty,
    }),
    setVariable: operation({
      name: `set${place}HookVariable`,
      summary: `Set a URL variable of a webhook ${of}`,
      at: `PUT ${at}/:hookId/url_variables/:key`,
      input: Type.Object({ ...setting, value: Value }),
      reply: Empty,
      status: 204,
    }),
    removeVariable: operation({
      name: `remove${place}HookVariable`,
      summary: `Delete a URL variable of a webhook ${of}`,
      at: `DELETE ${at}/:hookId/url_variables/:key`,
      input: Type.Object(setting),
      reply: Empty,
    }),
  }
})

export const projectHooks = webhookOperations.project
export const groupHooks = webhookOperations.group

const page = operationsOf('Webhook pages')

export const projectHooksPage = page({
  name: 'projectHooksPage',
  summary: 'Get data for the webhooks page of a project',
  at: 'GET /-/pages/project_hooks',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ header: PlaceHeader, hooks: Type.Array(Webhook) }),
})
