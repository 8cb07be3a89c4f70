import './events.ts'
import * as contract from '#contract/plan/incidents/status-page.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { page } from '#server/page-address.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { answer, type Slice } from '#server/slice.ts'
import { sendStatusFeed } from './feed.ts'
import { statusPageFields } from './fields.ts'
import { statusPageFollowers } from './follow.ts'
import { showStatusPage } from './page.ts'
import { publishIncident, unpublishIncident } from './publish.ts'
import { publish } from './quick-actions.ts'

export const statusPages: Slice = {
  name: 'status-pages',
  answers: [
    // A private project may have one, too.
    answer(contract.getStatusPage, { for: 'anyone', run: showStatusPage }),
    answer(contract.statusPageFeed, { for: 'anyone', run: sendStatusFeed }),
    answer(contract.publishIncident, {
      about: issueOfAddress,
      ability: 'issuable:publish',
      run: (ctx, incident) => publishIncident(ctx, incident),
    }),
    answer(contract.unpublishIncident, {
      about: issueOfAddress,
      ability: 'issuable:publish',
      run: (ctx, incident) => unpublishIncident(ctx, incident),
    }),
  ],
  pages: [
    page({
      name: 'status-page',
      address: '/:namespace/-/status',
      operation: contract.getStatusPage,
      feed: contract.statusPageFeed,
      title: reply => planTitles.statusPage(reply.project_name),
      module: 'plan/status-page/StatusPage.tsx',
    }),
  ],
  fields: statusPageFields,
  followers: statusPageFollowers,
  plugs: { quickActions: [publish], systemNoteIcons: { published: 'eye', unpublished: 'eye-slash' } },
}
