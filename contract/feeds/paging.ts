import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, Nullable, Words } from '#contract/shapes.ts'
import { urlCharacters } from '#contract/url-limits.ts'
import { pagingChannels, pagingLimits, phoneChannels, phoneLimits } from './paging-rules.ts'

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
  input: Type.Object({ url: Type.String({ minLength: 1, maxLength: urlCharacters }) }),
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

/** The phone of a person, as they see it. */
export const PagingPhone = Type.Object({
  /** In international form, such as +49301234567; null until one is confirmed. */
  number: Nullable(Type.String()),
  /** A number that waits for its code. */
  pendingNumber: Nullable(Type.String()),
})

export const setPagingPhone = operation({
  name: 'setPagingPhone',
  summary: 'Send a code to a phone number, with which you confirm that you are paged there',
  at: 'PUT /user/paging_phone',
  input: Type.Object({
    /** With the code of its country; spaces, hyphens and brackets are left out. */
    number: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  reply: PagingPhone,
})

export const confirmPagingPhone = operation({
  name: 'confirmPagingPhone',
  summary: 'Confirm a phone number by the code that was sent to it',
  at: 'POST /user/paging_phone/confirm',
  status: 200,
  input: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) }),
  reply: PagingPhone,
})

export const removePagingPhone = operation({
  name: 'removePagingPhone',
  summary: 'Stop being paged on your phone, and forget its number',
  at: 'DELETE /user/paging_phone',
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
    /** Null where this site sends neither text messages nor calls. */
    phone: Nullable(
      Type.Object({
        ...PagingPhone.properties,
        offers: Type.Array(Words(phoneChannels), { minItems: 1 }),
        /** The way in which a code is sent. */
        codeBy: Words(phoneChannels),
      }),
    ),
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

const provider = {
  /** The address that sends text messages; empty: none are sent. */
  smsUrl: Type.String({ maxLength: urlCharacters }),
  /** The address that makes calls; empty: none are made. */
  voiceUrl: Type.String({ maxLength: urlCharacters }),
  /** `form` as Twilio takes it, or `json`. */
  format: Words(['form', 'json']),
  /** The number or name that messages and calls come from. */
  sender: Type.String({ maxLength: 100 }),
  /** For basic authentication; without it, the password is sent as a bearer token. */
  username: Type.String({ maxLength: phoneLimits.credential }),
  /** Messages and calls of all users in 24 hours, at most. */
  dailyLimit: Type.Integer({ minimum: 1, maximum: phoneLimits.mostDaily }),
}
/** They are not shown again. Empty removes one. */
const providerSecrets = {
  password: Type.String({ maxLength: phoneLimits.credential }),
  /** Signs the requests by the rules of Standard Webhooks. */
  signingSecret: Type.String({ maxLength: phoneLimits.credential }),
}
const providerChange = Type.Partial(Type.Object(provider)).properties

export const PhoneProvider = Type.Object({
  ...provider,
  hasPassword: Type.Boolean(),
  hasSigningSecret: Type.Boolean(),
  /** In the last 24 hours. */
  sentLately: Type.Integer(),
})

export const getPhoneProvider = operation({
  name: 'getPhoneProvider',
  summary: 'Get the provider of text messages and calls',
  at: 'GET /application/phone_provider',
  reply: PhoneProvider,
})

export const updatePhoneProvider = operation({
  name: 'updatePhoneProvider',
  summary: 'Update the provider of text messages and calls',
  at: 'PUT /application/phone_provider',
  input: Type.Object({
    ...providerChange,
    ...Type.Partial(Type.Object(providerSecrets)).properties,
    expected: Expected(providerChange),
  }),
  reply: PhoneProvider,
})

export const testPhoneProvider = operation({
  name: 'testPhoneProvider',
  summary: 'Send a text message, or make a call, to try the provider',
  at: 'POST /application/phone_provider/test',
  status: 200,
  input: Type.Object({
    number: Type.String({ minLength: 1, maxLength: 40 }),
    channel: Words(phoneChannels),
  }),
  reply: Type.Object({
    isSent: Type.Boolean(),
    /** Empty if it was sent. */
    failure: Type.String(),
    /** The beginning of the answer of the provider. */
    answer: Type.String(),
  }),
})
