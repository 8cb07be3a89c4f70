import { placeKinds } from '#contract/foundation/places.ts'
import { valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { valueStreamPages } from '#contract/insights/value-streams.ts'
import { page } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { valueStreamAnswers } from './answers.ts'
import { valueStreamFollowers } from './follow.ts'
import { keepDays } from './kept-days.ts'
import { readExisting } from './read-existing.ts'

/** How long items take from one stage of their life to the next. */
export const valueStreams: Slice = {
  name: 'value-streams',
  answers: valueStreamAnswers,
  followers: valueStreamFollowers,
  pages: placeKinds.map(kind =>
    page({
      name: `${kind}-value-streams`,
      address: valueStreamsPath(kind, ':namespace'),
      operation: valueStreamPages[kind],
      title: insightTitles.valueStreams,
      module: 'insights/value-streams/ValueStreamsPage.tsx',
    }),
  ),
  timedJobs: [
    { name: 'read_moments', pattern: '* * * * *', run: readExisting },
    { name: 'keep_days', pattern: '* * * * *', run: keepDays },
  ],
}
