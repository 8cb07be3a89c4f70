import { abuseReportsPage } from '#contract/discuss/abuse-reports.ts'
import { discussTitles } from '#contract/discuss/page-titles.ts'
import { on, type Slice } from '#server/slice.ts'
import { abuseReportsAnswers } from './answers.ts'
import { administratorTopics } from './events.ts'

export const abuseReports: Slice = {
  name: 'abuse-reports',
  answers: abuseReportsAnswers,
  pages: [
    {
      name: 'admin-abuse-reports',
      address: '/admin/abuse_reports',
      operation: abuseReportsPage,
      title: discussTitles.abuseReports,
      module: 'discuss/abuse-reports/AbuseReportsPage.tsx',
    },
  ],
  followers: [
    // The reports were deleted with the account; counters are updated.
    on('user.deleted', async (ctx, { payload: { userId } }) =>
      ctx.events.record('abuse_report.dropped', { userId }, { topics: await administratorTopics(ctx) }),
    ),
  ],
}
