import type { ReactNode } from 'react'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages as alertMessages } from '../../alerts/messages.ts'
import styles from './HighlightBar.module.css'
import { SlaTime } from './SlaTime.tsx'
import { useIncident } from './use-incident.ts'
import { useIncidentAlert } from './use-incident-alert.ts'

/** The alert that an incident was created from, and the time within which it is to be resolved. @source INCIDENT-002 to INCIDENT-005 */
export function HighlightBar() {
  const { issue, hasAlert } = useIssuePage()
  const { data: alert, isError, refetch } = useIncidentAlert()
  const { data: incident } = useIncident()
  const dueAt = incident?.slaDueAt ?? null
  if (isError && alert === undefined) return <RetryBanner onRetry={refetch}>{alertMessages.load}</RetryBanner>
  if (!hasAlert && dueAt === null) return null
  return (
    <dl aria-label="Highlights" className={styles.bar}>
      {alert && (
        <>
          <Highlight name="Original alert">
            <TextLink href={alert.webPath}>{alert.reference}</TextLink>
          </Highlight>
          <Highlight name="Alert start time">
            <RelativeTime at={alert.startedAt} />
          </Highlight>
          <Highlight name="Alert events">{alert.eventCount.toLocaleString('en')}</Highlight>
        </>
      )}
      {dueAt !== null && (
        <Highlight name="Time to SLA">
          <SlaTime dueAt={dueAt} hasMissed={incident?.hasMissedSla ?? false} isOpen={issue.state === 'opened'} />
        </Highlight>
      )}
    </dl>
  )
}

interface HighlightProps {
  readonly name: string
  readonly children: ReactNode
}

const Highlight = ({ name, children }: HighlightProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
