import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Dictionary, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Notification settings')

export const notificationLevels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const

/** The events that users can choose with the level `custom`. @source product rules section 11 */
export const notificationEvents = [
  'newRelease',
  'newNote',
  'newIssue',
  'reopenIssue',
  'closeIssue',
  'reassignIssue',
  'issueDue',
  'newMergeRequest',
  'pushToMergeRequest',
  'reopenMergeRequest',
  'closeMergeRequest',
  'reassignMergeRequest',
  'changeReviewerMergeRequest',
  'mergeMergeRequest',
  'failedPipeline',
  'fixedPipeline',
  'successPipeline',
  'movedProject',
  'mergeWhenPipelineSucceeds',
  'newEpic',
  'approver',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

const flag = Type.Optional(Type.Boolean())
// Each name of the list once, which the type of fromEntries does not say.
const flags = Object.fromEntries(notificationEvents.map(name => [name, flag])) as Record<NotificationEvent, typeof flag>

const Level = Words(notificationLevels)
const change = { level: Type.Optional(Level), ...flags }

export const NotificationSettings = Type.Object({
  level: Level,
  /** Present only with the level `custom`. */
  events: Type.Optional(Dictionary(Type.Boolean())),
})
export const GlobalNotificationSettings = Type.Object({
  ...NotificationSettings.properties,
  notificationEmail: Type.String(),
})

export const getNotificationSettings = operation({
  name: 'getNotificationSettings',
  summary: 'Get global notification settings',
  at: 'GET /notification_settings',
  reply: GlobalNotificationSettings,
})
export const updateNotificationSettings = operation({
  name: 'updateNotificationSettings',
  summary: 'Update global notification settings',
  at: 'PUT /notification_settings',
  input: Type.Object({ ...change, notificationEmail: Type.Optional(Type.String()) }),
  reply: GlobalNotificationSettings,
})
export const getProjectNotificationSettings = operation({
  name: 'getProjectNotificationSettings',
  summary: 'Get notification settings of a project',
  at: 'GET /projects/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef }),
  reply: NotificationSettings,
})
export const updateProjectNotificationSettings = operation({
  name: 'updateProjectNotificationSettings',
  summary: 'Update notification settings of a project',
  at: 'PUT /projects/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef, ...change }),
  reply: NotificationSettings,
})
export const getGroupNotificationSettings = operation({
  name: 'getGroupNotificationSettings',
  summary: 'Get notification settings of a group',
  at: 'GET /groups/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef }),
  reply: NotificationSettings,
})
export const updateGroupNotificationSettings = operation({
  name: 'updateGroupNotificationSettings',
  summary: 'Update notification settings of a group',
  at: 'PUT /groups/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef, ...change }),
  reply: NotificationSettings,
})

const PlaceChoice = Type.Object({
  id: Type.Integer(),
  kind: Words(['group', 'project']),
  name: Type.String(),
  fullName: Type.String(),
  fullPath: Type.String(),
  avatarUrl: Nullable(Type.String()),
  ...NotificationSettings.properties,
  /** The level that `global` stands for: the group's, or the user's general one. */
  inherited: Level,
  /** False where an owner switched mails off. */
  emailsEnabled: Type.Boolean(),
})

export const notificationsPage = operation({
  name: 'notificationsPage',
  summary: 'Get data for the notification settings page',
  at: 'GET /-/pages/notifications',
  input: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: Type.Object({
    email: Type.String(),
    /** False while the address is not confirmed: no mail goes there. */
    isConfirmed: Type.Boolean(),
    ownActivity: Type.Boolean(),
    canReply: Type.Boolean(),
    ...NotificationSettings.properties,
    places: Type.Array(PlaceChoice),
    /** There are more, which a search finds. */
    hasMore: Type.Boolean(),
  }),
})

export const chooseOwnActivity = operation({
  name: 'chooseOwnActivity',
  summary: 'Set whether you are notified about your own activity',
  at: 'PUT /-/user_settings/notifications/own_activity',
  input: Type.Object({ ownActivity: Type.Boolean() }),
  reply: Type.Object({ ownActivity: Type.Boolean() }),
})

const key = Type.String({ maxLength: 100 })
const page = Type.Unsafe<never>({ type: 'string', format: 'binary' })

export const unsubscribeByMail = operation({
  name: 'unsubscribeByMail',
  summary: 'Show the confirmation page behind the unsubscribe link of an email',
  at: 'GET /-/sent_notifications/:key/unsubscribe',
  input: Type.Object({ key }),
  reply: page,
})

export const askToConfirmAddress = operation({
  name: 'askToConfirmAddress',
  summary: 'Show the page behind the link in an invitation to an external address',
  at: 'GET /-/sent_notifications/:key/confirm',
  input: Type.Object({ key }),
  reply: page,
})

export const confirmAddress = operation({
  name: 'confirmAddress',
  summary: 'Confirm an external address with the key from its invitation',
  at: 'POST /-/sent_notifications/:key/confirm',
  status: 200,
  input: Type.Object({ key }),
  reply: page,
})

export const declineAddress = operation({
  name: 'declineAddress',
  summary: 'Decline emails to an external address with the key from its invitation',
  at: 'POST /-/sent_notifications/:key/decline',
  status: 200,
  input: Type.Object({ key }),
  reply: page,
})

/** Mail programs send it with one click, without a session. @source RFC 8058 */
export const unsubscribeAtOnce = operation({
  name: 'unsubscribeAtOnce',
  summary: 'Unsubscribe with the key from an email',
  at: 'POST /-/sent_notifications/:key/unsubscribe',
  status: 200,
  input: Type.Object({ key }),
  reply: page,
})

export const askToAcknowledge = operation({
  name: 'askToAcknowledge',
  summary: 'Show the confirmation page behind the link that acknowledges an incident or alert',
  at: 'GET /-/sent_notifications/:key/acknowledge',
  input: Type.Object({ key }),
  reply: page,
})

export const acknowledgeByMail = operation({
  name: 'acknowledgeByMail',
  summary: 'Acknowledge an incident or alert with the key from an email',
  at: 'POST /-/sent_notifications/:key/acknowledge',
  status: 200,
  input: Type.Object({ key }),
  reply: page,
})

export const askToResolve = operation({
  name: 'askToResolve',
  summary: 'Show the confirmation page behind the link that resolves an incident or alert',
  at: 'GET /-/sent_notifications/:key/resolve',
  input: Type.Object({ key }),
  reply: page,
})

export const resolveByMail = operation({
  name: 'resolveByMail',
  summary: 'Resolve an incident or alert with the key from an email',
  at: 'POST /-/sent_notifications/:key/resolve',
  status: 200,
  input: Type.Object({ key }),
  reply: page,
})
