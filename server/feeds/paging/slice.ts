import './events.ts'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { pagingPage, sentPagesPage } from '#contract/feeds/paging.ts'
import type { Slice } from '#server/slice.ts'
import { pagingAnswers } from './answers.ts'
import { purgeDeliveries, sendDueDeliveries } from './deliver.ts'
import { pagingFollowers } from './follow.ts'
import { purgeShiftNotices, sendShiftNotices } from './shift-notices.ts'

export const paging: Slice = {
  name: 'paging',
  answers: pagingAnswers,
  pages: [
    {
      name: 'paging',
      address: '/-/user_settings/paging',
      operation: pagingPage,
      title: feedTitles.paging,
      module: 'feeds/paging/PagingPage.tsx',
    },
    {
      name: 'sent-pages',
      address: '/:namespace/-/oncall_pages',
      operation: sentPagesPage,
      title: feedTitles.sentPages,
      module: 'feeds/paging/SentPagesPage.tsx',
    },
  ],
  followers: pagingFollowers,
  timedJobs: [
    { name: 'send_pages', pattern: '* * * * *', run: sendDueDeliveries },
    { name: 'purge_page_deliveries', pattern: '47 3 * * *', run: purgeDeliveries },
    { name: 'send_shift_notices', pattern: '*/5 * * * *', run: sendShiftNotices },
    { name: 'purge_shift_notices', pattern: '49 3 * * *', run: purgeShiftNotices },
  ],
}
