import * as contract from '#contract/feeds/notifications.ts'
import { subscribeToStatus } from '#contract/plan/incidents/status-subscribers.ts'
import type { Context } from '#server/context.ts'
import { Invalid, Unauthenticated } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { notificationsPageData } from './page.ts'
import { answerPage, askToAnswer } from './page-links.ts'
import { changeOwnActivity, changeSettings, emailOf, readSettings } from './settings.ts'
import { isStatusKey } from './status-key.ts'
import { askForUpdates, askToEnd, askToSubscribe, endUpdates, subscribe } from './status-subscriptions.ts'
import { askToConfirm, askToUnsubscribe, confirmInvitation, declineInvitation, unsubscribe } from './unsubscribe.ts'

export const notificationsAnswers = [
  answer(contract.getNotificationSettings, {
    for: 'signed-in',
    run: async ctx => ({ ...(await readSettings(ctx, 0)), notificationEmail: await emailOf(ctx) }),
  }),
  answer(contract.updateNotificationSettings, {
    for: 'signed-in',
    run: async (ctx, { notificationEmail, ...change }) => {
      const own = await emailOf(ctx)
      if (notificationEmail !== undefined && notificationEmail.toLowerCase() !== own.toLowerCase())
        throw new Invalid({ notificationEmail: ['must be an email you have verified'] })
      return { ...(await changeSettings(ctx, 0, change)), notificationEmail: own }
    },
  }),
  answer(contract.getProjectNotificationSettings, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project) => readSettings(signedIn(ctx), project.id),
  }),
  answer(contract.updateProjectNotificationSettings, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { id: _id, ...change }) => changeSettings(signedIn(ctx), project.id, change),
  }),
  answer(contract.getGroupNotificationSettings, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group) => readSettings(signedIn(ctx), group.id),
  }),
  answer(contract.updateGroupNotificationSettings, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { id: _id, ...change }) => changeSettings(signedIn(ctx), group.id, change),
  }),
  answer(contract.notificationsPage, {
    for: 'signed-in',
    run: (ctx, { search }) => notificationsPageData(ctx, search ?? ''),
  }),
  answer(contract.chooseOwnActivity, {
    for: 'signed-in',
    run: (ctx, { ownActivity }) => changeOwnActivity(ctx, ownActivity),
  }),
  answer(contract.askToConfirmAddress, {
    for: 'anyone',
    run: (ctx, { key }) => (isStatusKey(key) ? askToSubscribe(ctx, key) : askToConfirm(ctx, key)),
  }),
  answer(contract.confirmAddress, {
    for: 'anyone',
    byAddress: true,
    run: (ctx, { key }) => (isStatusKey(key) ? subscribe(ctx, key) : confirmInvitation(ctx, key)),
  }),
  answer(contract.declineAddress, {
    for: 'anyone',
    byAddress: true,
    run: (ctx, { key }) => declineInvitation(ctx, key),
  }),
  answer(contract.askToAcknowledge, { for: 'anyone', run: (ctx, { key }) => askToAnswer(ctx, key, 'acknowledge') }),
  answer(contract.acknowledgeByMail, {
    for: 'anyone',
    byAddress: true,
    transaction: 'own',
    run: (ctx, { key }) => answerPage(ctx, key, 'acknowledge'),
  }),
  answer(contract.askToResolve, { for: 'anyone', run: (ctx, { key }) => askToAnswer(ctx, key, 'resolve') }),
  answer(contract.resolveByMail, {
    for: 'anyone',
    byAddress: true,
    transaction: 'own',
    run: (ctx, { key }) => answerPage(ctx, key, 'resolve'),
  }),
  answer(contract.unsubscribeByMail, {
    for: 'anyone',
    run: (ctx, { key }) => (isStatusKey(key) ? askToEnd(ctx, key) : askToUnsubscribe(ctx, key)),
  }),
  answer(contract.unsubscribeAtOnce, {
    for: 'anyone',
    byAddress: true,
    run: (ctx, { key }) => (isStatusKey(key) ? endUpdates(ctx, key) : unsubscribe(ctx, key)),
  }),
  answer(subscribeToStatus, { for: 'anyone', byAddress: true, transaction: 'own', run: askForUpdates }),
]

function signedIn(ctx: Context): Context {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  return ctx
}
