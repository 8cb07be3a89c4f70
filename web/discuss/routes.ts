import { abuseReportsPage, helpPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { profileActions } from '#web/foundation/people/profile-actions.ts'
import { reportsInput } from './abuse-reports/address.ts'
import { ProfileReport } from './abuse-reports/ProfileReport.tsx'
import { HelpSkeleton } from './help/HelpSkeleton.tsx'

const loadHelp = () => import('./help/HelpPage.tsx').then(module => module.HelpPage)

profileActions.push({ key: 'report-abuse', component: ProfileReport })

export const discussRoutes: readonly PageRoute[] = [
  { address: '/help', data: { operation: helpPage, input: () => ({}) }, load: loadHelp, skeleton: HelpSkeleton },
  {
    address: '/help/$topic',
    data: { operation: helpPage, input: ({ topic }) => ({ topic }) },
    load: loadHelp,
    skeleton: HelpSkeleton,
  },
  {
    address: '/admin/abuse_reports',
    data: { operation: abuseReportsPage, input: (_, search) => ({ ...reportsInput(search) }) },
    load: () => import('./abuse-reports/AbuseReportsPage.tsx').then(module => module.AbuseReportsPage),
  },
]
