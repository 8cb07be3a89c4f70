import './events.ts'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { getPhoneProvider, pagingPage, sentPagesPage } from '#contract/feeds/paging.ts'
import type { Slice } from '#server/slice.ts'
import { pagingAnswers } from './answers.ts'
import { purgeDeliveries, sendDueDeliveries } from './deliver.ts'
import { pagingFollowers } from './follow.ts'
import { tellMailOutcome } from './outcomes.ts'
import { purgePhoneMessages } from './phone/reserve.ts'
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
    {
      name: 'phone-provider',
      address: '/admin/phone_provider',
      operation: getPhoneProvider,
      title: feedTitles.phoneProvider,
      module: 'feeds/paging/phone/PhoneProviderPage.tsx',
    },
  ],
  followers: pagingFollowers,
  plugs: { markedMails: [tellMailOutcome] },
  timedJobs: [
    { name: 'send_pages', pattern: '* * * * *', run: sendDueDeliveries },
    { name: 'purge_page_deliveries', pattern: '47 3 * * *', run: purgeDeliveries },
    { name: 'purge_phone_messages', pattern: '48 3 * * *', run: purgePhoneMessages },
    { name: 'send_shift_notices', pattern: '*/5 * * * *', run: sendShiftNotices },
    { name: 'purge_shift_notices', pattern: '49 3 * * *', run: purgeShiftNotices },
  ],
}
