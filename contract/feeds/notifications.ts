import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { Dictionary, NamespaceRef, Words } from '#contract/shapes.ts'

const tag = 'Notification settings'

export const notificationLevels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const

/** What one can choose to hear of with the level `custom`. @source product rules section 11 */
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
  /** With the level custom only. */
  events: Type.Optional(Dictionary(Type.Boolean())),
})
export const GlobalNotificationSettings = Type.Object({
  ...NotificationSettings.properties,
  notificationEmail: Type.String(),
})

export const getNotificationSettings = operation({
  name: 'getNotificationSettings',
  summary: 'What I hear of everywhere',
  tag,
  at: 'GET /notification_settings',
  input: Type.Object({}),
  reply: GlobalNotificationSettings,
})
export const updateNotificationSettings = operation({
  name: 'updateNotificationSettings',
  summary: 'Choose what I hear of everywhere',
  tag,
  at: 'PUT /notification_settings',
  input: Type.Object({ ...change, notificationEmail: Type.Optional(Type.String()) }),
  reply: GlobalNotificationSettings,
})
export const getProjectNotificationSettings = operation({
  name: 'getProjectNotificationSettings',
  summary: 'What I hear of a project',
  tag,
  at: 'GET /projects/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef }),
  reply: NotificationSettings,
})
export const updateProjectNotificationSettings = operation({
  name: 'updateProjectNotificationSettings',
  summary: 'Choose what I hear of a project',
  tag,
  at: 'PUT /projects/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef, ...change }),
  reply: NotificationSettings,
})
export const getGroupNotificationSettings = operation({
  name: 'getGroupNotificationSettings',
  summary: 'What I hear of a group',
  tag,
  at: 'GET /groups/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef }),
  reply: NotificationSettings,
})
export const updateGroupNotificationSettings = operation({
  name: 'updateGroupNotificationSettings',
  summary: 'Choose what I hear of a group',
  tag,
  at: 'PUT /groups/:id/notification_settings',
  input: Type.Object({ id: NamespaceRef, ...change }),
  reply: NotificationSettings,
})

export const unsubscribeByMail = operation({
  name: 'unsubscribeByMail',
  summary: 'The link in a mail that ends more of its kind; a page',
  tag,
  door: 'browser',
  at: 'GET /-/sent_notifications/:key/unsubscribe',
  input: Type.Object({
    key: Type.String({ maxLength: 100 }),
    /** At once, without the page that asks. */
    force: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
})
