import { feedTitles } from '#contract/feeds/page-titles.ts'
import { searchPage } from '#contract/feeds/search.ts'
import type { Slice } from '#server/slice.ts'
import { searchAnswers } from './answers.ts'

export const search: Slice = {
  name: 'search',
  answers: searchAnswers,
  pages: [
    {
      name: 'search',
      address: '/search',
      operation: searchPage,
      title: feedTitles.search,
      module: 'feeds/search/SearchPage.tsx',
    },
  ],
}
