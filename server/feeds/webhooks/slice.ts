import { feedTitles } from '#contract/feeds/page-titles.ts'
import { projectHooksPage } from '#contract/feeds/webhooks.ts'
import type { Slice } from '#server/slice.ts'
import { webhookAnswers } from './answers.ts'
import { purgeDeliveries } from './deliveries.ts'
import { webhookFollowers } from './follow.ts'
import { sendDue } from './send.ts'

export const webhooks: Slice = {
  name: 'webhooks',
  answers: webhookAnswers,
  followers: webhookFollowers,
  pages: [
    {
      name: 'project-hooks',
      address: '/:namespace/-/hooks',
      operation: projectHooksPage,
      title: feedTitles.webhooks,
      module: 'feeds/webhooks/WebhooksPage.tsx',
    },
  ],
  timedJobs: [
    { name: 'send_due_webhooks', pattern: '* * * * *', run: sendDue },
    { name: 'purge_webhook_deliveries', pattern: '41 3 * * *', run: purgeDeliveries },
  ],
}
