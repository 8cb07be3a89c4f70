import { useRef } from 'react'
import { discussTitles } from '#contract/discuss/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import { abuseReportsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { AdminFrame } from '#web/foundation/admin/AdminFrame.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './AbuseReportsPage.module.css'
import { reportsInput } from './address.ts'
import { messages } from './messages.ts'
import { ReportRow } from './ReportRow.tsx'

/** The abuse reports, for administrators. */
export function AbuseReportsPage() {
  return (
    <AdminFrame
      active="abuse-reports"
      title={discussTitles.abuseReports}
      detail="Reports about comments, issues and accounts."
      width="list"
    >
      <Reports />
    </AdminFrame>
  )
}

function Reports() {
  const input = reportsInput(usePageSearch())
  const { user } = useViewer()
  const panel = useRef<HTMLElement>(null)
  const { data, isError, refetch } = useReading(abuseReportsPage, input, {
    topics: () => (user === null ? [] : [userTopic(user.id)]),
    keepPrevious: true,
  })
  const state = input.state ?? 'open'
  if (isError && data === undefined) return <RetryBanner onRetry={refetch}>{messages.fetch}</RetryBanner>
  return (
    <section ref={panel} tabIndex={-1} aria-label="Reports" className={styles.panel}>
      <LinkTabs
        label="Reports by state"
        active={state}
        tabs={[
          { key: 'open', label: 'Open', count: data?.counts.open ?? null, href: '/admin/abuse_reports' },
          {
            key: 'closed',
            label: 'Closed',
            count: data?.counts.closed ?? null,
            href: '/admin/abuse_reports?state=closed',
          },
        ]}
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : data.reports.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <List aria-label={state === 'open' ? 'Open reports' : 'Closed reports'}>
          {data.reports.map(report => (
            <ReportRow key={report.id} report={report} panel={panel} />
          ))}
        </List>
      )}
      <Pages label="Reports pagination" hasNext={data?.hasNext ?? false} />
    </section>
  )
}

function Nothing({ state }: { readonly state: 'open' | 'closed' }) {
  return state === 'open' ? (
    <EmptyState illustration={<Illustration of="all-done" />} title="No open reports">
      New reports appear here automatically.
    </EmptyState>
  ) : (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="No closed reports">
      Dismissed reports, and reports that led to a block, appear here.
    </EmptyState>
  )
}
