import { geoNodePage, geoPage } from '#contract/foundation/geo/geo-pages.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Slice } from '#server/slice.ts'
import { geoAnswers } from './answers.ts'
import './events.ts'
import { forgetPositions, notePositions } from './log-positions.ts'
import { geoPath } from './nodes.ts'

export const geo: Slice = {
  name: 'geo',
  answers: geoAnswers,
  pages: [
    {
      name: 'admin-geo',
      address: geoPath,
      operation: geoPage,
      title: foundationTitles.replicas,
      module: 'foundation/geo/GeoPage.tsx',
    },
    {
      name: 'admin-geo-node',
      address: `${geoPath}/:id`,
      operation: geoNodePage,
      title: foundationTitles.replicas,
      module: 'foundation/geo/GeoNodePage.tsx',
    },
  ],
  timedJobs: [
    { name: 'note_log_positions', pattern: '* * * * *', run: notePositions },
    { name: 'forget_log_positions', pattern: '23 3 * * *', run: forgetPositions },
  ],
  topics: { geo: async (ctx, id) => id === 1 && isAdmin(ctx.actor) },
}
