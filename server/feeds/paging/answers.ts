import * as contract from '#contract/feeds/paging.ts'
import { answer } from '#server/slice.ts'
import { pagingPageData } from './page.ts'
import { changePagingSettings, currentPagingSettings, readPagingSettings } from './settings.ts'
import { sendTestPage } from './test-page.ts'

export const pagingAnswers = [
  answer(contract.getPagingSettings, { for: 'signed-in', run: readPagingSettings }),
  answer(contract.updatePagingSettings, {
    for: 'signed-in',
    current: currentPagingSettings,
    run: (ctx, { expected: _expected, ...change }) => changePagingSettings(ctx, change),
  }),
  answer(contract.sendTestPage, { for: 'signed-in', run: sendTestPage }),
  answer(contract.pagingPage, { for: 'signed-in', run: pagingPageData }),
]
