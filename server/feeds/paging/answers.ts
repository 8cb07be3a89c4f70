import * as contract from '#contract/feeds/paging.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { answer } from '#server/slice.ts'
import { pagingPageData } from './page.ts'
import { confirmPhone, removePhone, setPhone } from './phone/number.ts'
import { changeProvider, lockProvider, presentProvider } from './phone/provider.ts'
import { tryProvider } from './phone/try-provider.ts'
import { ownSubscriptions, subscribe, unsubscribe } from './push-subscriptions.ts'
import { sentPages } from './sent-pages.ts'
import { changePagingSettings, currentPagingSettings, readPagingSettings } from './settings.ts'
import { sendTestPage } from './test-page.ts'
import { removePagingWebhook, setPagingWebhook } from './webhook.ts'

export const pagingAnswers = [
  answer(contract.getPagingSettings, { for: 'signed-in', run: readPagingSettings }),
  answer(contract.updatePagingSettings, {
    for: 'signed-in',
    current: currentPagingSettings,
    run: (ctx, { expected: _expected, ...change }) => changePagingSettings(ctx, change),
  }),
  answer(contract.sendTestPage, { for: 'signed-in', run: sendTestPage }),
  answer(contract.listPushSubscriptions, { for: 'signed-in', run: ownSubscriptions }),
  answer(contract.addPushSubscription, { for: 'signed-in', run: subscribe }),
  answer(contract.removePushSubscription, {
    for: 'signed-in',
    run: (ctx, { subscriptionId }) => unsubscribe(ctx, subscriptionId),
  }),
  answer(contract.setPagingWebhook, { for: 'signed-in', run: (ctx, { url }) => setPagingWebhook(ctx, url) }),
  answer(contract.removePagingWebhook, { for: 'signed-in', run: removePagingWebhook }),
  answer(contract.setPagingPhone, {
    for: 'signed-in',
    // The code is sent after the commit of its hash.
    transaction: 'own',
    run: (ctx, { number }) => setPhone(ctx, number),
  }),
  answer(contract.confirmPagingPhone, {
    for: 'signed-in',
    // A wrong code is stored.
    transaction: 'own',
    run: (ctx, { code }) => confirmPhone(ctx, code),
  }),
  answer(contract.removePagingPhone, { for: 'signed-in', run: removePhone }),
  answer(contract.getPhoneProvider, { for: 'admin', run: presentProvider }),
  answer(contract.updatePhoneProvider, {
    for: 'admin',
    current: lockProvider,
    run: async (ctx, { expected: _expected, ...change }) => {
      await changeProvider(ctx, change)
      return presentProvider(ctx)
    },
  }),
  answer(contract.testPhoneProvider, { for: 'admin', transaction: 'own', run: tryProvider }),
  answer(contract.sentPagesPage, {
    about: projectByPath,
    ability: 'project:read-escalations',
    run: async (ctx, project) => ({
      namespace: await showHeader(ctx, project),
      pages: await sentPages(ctx, project.id),
    }),
  }),
  answer(contract.pagingPage, { for: 'signed-in', run: pagingPageData }),
]
