import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, Nullable, Words } from '#contract/shapes.ts'
import { pagingChannels, pagingLimits } from './paging-rules.ts'

const operation = operationsOf('Paging')

const Step = Type.Object({
  /** After the page. */
  minutes: Type.Integer({ minimum: 0, maximum: pagingLimits.minutes }),
  channel: Words(pagingChannels),
})
const Steps = Type.Array(Step, { minItems: 1, maxItems: pagingLimits.steps })

const clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
export const QuietHours = Type.Object({
  /** The days on which they begin, from 1 for Monday to 7 for Sunday. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
  /** `HH:MM` */
  from: clock,
  /** `HH:MM`; before `from`: on the next day. */
  to: clock,
})

const fields = {
  /** For critical and high severity, and for pages by hand. */
  highUrgency: Steps,
  /** For all other severities. */
  lowUrgency: Steps,
  /** Pages of low urgency wait for their end; null: there are none. */
  quietHours: Nullable(QuietHours),
  /** Hours before one's next shift at which an email tells of it; null: never. */
  noticeHours: Nullable(Type.Integer({ minimum: 1, maximum: pagingLimits.noticeHours })),
  /** The IANA name of the zone of the quiet hours, and of the times in emails about shifts. */
  timeZone: Type.String({ maxLength: 100 }),
}
const change = {
  highUrgency: Type.Optional(fields.highUrgency),
  lowUrgency: Type.Optional(fields.lowUrgency),
  quietHours: Type.Optional(fields.quietHours),
  noticeHours: Type.Optional(fields.noticeHours),
  timeZone: Type.Optional(fields.timeZone),
}

export const PagingSettings = Type.Object(fields)

export const getPagingSettings = operation({
  name: 'getPagingSettings',
  summary: 'Get how you are paged',
  at: 'GET /user/paging_settings',
  reply: PagingSettings,
})

export const updatePagingSettings = operation({
  name: 'updatePagingSettings',
  summary: 'Update how you are paged',
  at: 'PUT /user/paging_settings',
  input: Type.Object({ ...change, expected: Expected(change) }),
  reply: PagingSettings,
})

export const sendTestPage = operation({
  name: 'sendTestPage',
  summary: 'Send yourself a test page by every channel of high urgency',
  at: 'POST /user/paging_settings/test',
  status: 204,
  reply: Empty,
})

export const PushSubscription = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: DateTime,
  /** When the last page was sent to it. */
  lastUsedAt: Nullable(DateTime),
})

export const listPushSubscriptions = operation({
  name: 'listPushSubscriptions',
  summary: 'List the browsers in which you get pages',
  at: 'GET /user/push_subscriptions',
  reply: Type.Array(PushSubscription),
})

export const addPushSubscription = operation({
  name: 'addPushSubscription',
  summary: 'Get pages in a browser',
  at: 'POST /user/push_subscriptions',
  input: Type.Object({
    /** The address at the push service of the browser. */
    endpoint: Type.String({ minLength: 1, maxLength: 1000 }),
    /** The public key of the browser, in base64url. */
    p256dh: Type.String({ maxLength: 200 }),
    /** The secret that the browser shares with the server, in base64url. */
    auth: Type.String({ maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: pagingLimits.browserName }),
  }),
  reply: PushSubscription,
})

export const removePushSubscription = operation({
  name: 'removePushSubscription',
  summary: 'Stop getting pages in a browser',
  at: 'DELETE /user/push_subscriptions/:subscriptionId',
  status: 204,
  input: Type.Object({ subscriptionId: Type.Integer() }),
  reply: Empty,
})

export const setPagingWebhook = operation({
  name: 'setPagingWebhook',
  summary: 'Send your pages to an address as signed requests',
  at: 'PUT /user/paging_webhook',
  input: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048 }) }),
  reply: Type.Object({
    url: Type.String(),
    /** Signs the requests; it is not shown again. */
    secret: Type.String(),
  }),
})

export const removePagingWebhook = operation({
  name: 'removePagingWebhook',
  summary: 'Stop sending your pages to an address',
  at: 'DELETE /user/paging_webhook',
  status: 204,
  reply: Empty,
})

export const pagingPage = operation({
  name: 'pagingPage',
  summary: 'Get data for the page on which you choose how you are paged',
  at: 'GET /-/pages/paging',
  reply: Type.Object({
    ...fields,
    email: Type.String(),
    /** False while the address is not confirmed: no page goes there. */
    isConfirmed: Type.Boolean(),
    browsers: Type.Array(PushSubscription),
    /** The key by which push services know this server, in base64url. */
    pushKey: Type.String(),
    /** Null: there is none. */
    webhookUrl: Nullable(Type.String()),
  }),
})

/** The outcome of a message: an email is queued until the mail server has taken it. */
export const messageStates = ['pending', 'queued', 'sent', 'failed', 'canceled'] as const

export const SentPage = Type.Object({
  /** That of its first message. */
  id: Type.Integer(),
  user: UserBasic,
  /** The path of the incident or alert below the site. */
  path: Type.String(),
  reference: Type.String(),
  title: Type.String(),
  pagedAt: DateTime,
  /** In the order in which they are sent. */
  messages: Type.Array(
    Type.Object({
      channel: Words(pagingChannels),
      state: Words(messageStates),
      /** The time of the last attempt; while the message waits, that of the next one. */
      at: DateTime,
      /** It waited for the end of quiet hours. */
      isHeld: Type.Boolean(),
      /** Empty unless an attempt failed. */
      failure: Type.String(),
    }),
  ),
})

export const sentPagesPage = operation({
  name: 'sentPagesPage',
  summary: 'Get data for the list of the latest pages of a project',
  at: 'GET /-/pages/sent_pages',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ namespace: PlaceHeader, pages: Type.Array(SentPage) }),
})
