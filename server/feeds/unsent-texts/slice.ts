import { feedTitles } from '#contract/feeds/page-titles.ts'
import { unsentTextsPage } from '#contract/feeds/unsent-texts.ts'
import type { Slice } from '#server/slice.ts'
import { unsentTextsAnswers } from './answers.ts'
import { purgeUnsentTexts } from './purge.ts'
import { haveTextsChanged } from './queries.ts'

export const unsentTexts: Slice = {
  name: 'unsent-texts',
  answers: unsentTextsAnswers,
  pages: [
    {
      name: 'unsent-texts',
      address: '/-/unsent_texts',
      operation: unsentTextsPage,
      title: feedTitles.unsentTexts,
      module: 'feeds/unsent-texts/UnsentTextsPage.tsx',
    },
  ],
  topics: {
    // Only the user may know of their unsent texts.
    'unsent-texts': async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
  },
  changedTopics: { 'unsent-texts': haveTextsChanged },
  timedJobs: [{ name: 'purge_unsent_texts', pattern: '23 3 * * *', run: purgeUnsentTexts }],
}
