import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  unsubscribeByMail,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from '#contract/feeds/notifications.ts'
import type { Context } from '#server/context.ts'
import { Unauthenticated } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/groups/find.ts'
import { projectByRef } from '#server/foundation/projects/find.ts'
import { answer } from '#server/slice.ts'
import { changeSettings, emailOf, readSettings } from './settings.ts'
import { unsubscribe } from './unsubscribe.ts'

export const notificationsAnswers = [
  answer(getNotificationSettings, {
    for: 'signed-in',
    run: async ctx => ({ ...(await readSettings(ctx, 0)), notificationEmail: await emailOf(ctx) }),
  }),
  answer(updateNotificationSettings, {
    for: 'signed-in',
    run: async (ctx, change) => ({ ...(await changeSettings(ctx, 0, change)), notificationEmail: await emailOf(ctx) }),
  }),
  answer(getProjectNotificationSettings, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project) => readSettings(signedIn(ctx), project.id),
  }),
  answer(updateProjectNotificationSettings, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { id: _id, ...change }) => changeSettings(signedIn(ctx), project.id, change),
  }),
  answer(getGroupNotificationSettings, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group) => readSettings(signedIn(ctx), group.id),
  }),
  answer(updateGroupNotificationSettings, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { id: _id, ...change }) => changeSettings(signedIn(ctx), group.id, change),
  }),
  answer(unsubscribeByMail, { for: 'anyone', run: (ctx, { key, force }) => unsubscribe(ctx, key, force ?? false) }),
]

function signedIn(ctx: Context): Context {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  return ctx
}
