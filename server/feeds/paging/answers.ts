import * as contract from '#contract/feeds/paging.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { answer } from '#server/slice.ts'
import { pagingPageData } from './page.ts'
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
