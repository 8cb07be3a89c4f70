import * as contract from '#contract/discuss/abuse-reports.ts'
import { answer, pageOf } from '#server/slice.ts'
import { blockReported, dismissReport, reopenReports } from './close.ts'
import { listReports } from './queries.ts'
import { reportAbuse } from './report.ts'

export const abuseReportsAnswers = [
  answer(contract.createAbuseReport, {
    for: 'signed-in',
    run: (ctx, { abuseReport }) => reportAbuse(ctx, abuseReport),
  }),
  answer(contract.abuseReportsPage, {
    for: 'admin',
    run: (ctx, input) => {
      const { perPage, offset } = pageOf(input)
      return listReports(ctx, { state: input.state ?? 'open', perPage, offset })
    },
  }),
  answer(contract.dismissAbuseReport, { for: 'admin', run: (ctx, { reportId }) => dismissReport(ctx, reportId) }),
  answer(contract.blockReportedUser, { for: 'admin', run: (ctx, { reportId }) => blockReported(ctx, reportId) }),
  answer(contract.reopenAbuseReports, { for: 'admin', run: (ctx, { ids }) => reopenReports(ctx, ids) }),
]
