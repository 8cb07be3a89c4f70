import { useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import { getAlertOfIncident } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Tabs } from '#web/ui/layout/Tabs.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AlertDetails } from './AlertDetails.tsx'
import styles from './AlertOfIncident.module.css'
import { messages } from './messages.ts'

const tabs = [
  { key: 'summary', label: 'Alert' },
  { key: 'details', label: 'Alert details' },
] as const

/** The alert that an incident was created from: its highlights, and all of it. @source INCIDENT-002 to INCIDENT-004, INCIDENT-010 */
export function AlertOfIncident() {
  const { namespace, issue } = useIssuePage()
  const [tab, setTab] = useState<string>('summary')
  const { data, isError, refetch } = useReading(
    getAlertOfIncident,
    { namespace: namespace.fullPath, iid: issue.iid },
    { topics: alert => (alert === null ? [] : [issuableTopic('alert', alert.id)]) },
  )
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={refetch}>{messages.load}</RetryBanner>
    ) : (
      <Skeleton rows={2} label="Loading alert" />
    )
  if (data === null) return null
  const { iid, title, reference, webPath, ...facts } = data
  return (
    <section aria-label="Alert">
      <Tabs label="Alert" tabs={tabs} active={tab} onActive={setTab}>
        {tab === 'details' ? (
          <AlertDetails iid={iid} title={title} facts={facts} />
        ) : (
          <dl className={styles.bar}>
            <div>
              <dt>Original alert</dt>
              <dd>
                <TextLink href={webPath}>{reference}</TextLink>
              </dd>
            </div>
            <div>
              <dt>Alert start time</dt>
              <dd>
                <RelativeTime at={facts.startedAt} />
              </dd>
            </div>
            <div>
              <dt>Alert events</dt>
              <dd>{facts.eventCount.toLocaleString('en')}</dd>
            </div>
          </dl>
        )}
      </Tabs>
    </section>
  )
}
