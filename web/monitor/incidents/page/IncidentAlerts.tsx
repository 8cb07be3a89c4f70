import { pagesPath } from '#contract/issuable-kinds.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { SeverityMark } from '../../alerts/SeverityMark.tsx'
import { StatusMark } from '../../alerts/StatusMark.tsx'
import styles from './IncidentAlerts.module.css'
import type { useIncidentAlert } from './use-incident-alert.ts'

type AlertOfIncident = NonNullable<ReturnType<typeof useIncidentAlert>['data']>

/** All alerts of an incident; the details of the first one stand below. */
export function IncidentAlerts({ alerts, alertCount }: Pick<AlertOfIncident, 'alerts' | 'alertCount'>) {
  const { namespace, issue } = useIssuePage()
  const all = `${pagesPath('alert', namespace.fullPath)}?status=all&incident=${issue.iid}`
  return (
    <Card
      title={counted(alertCount, 'alert')}
      flush
      className={styles.alerts}
      aside={alertCount > alerts.length && <TextLink href={all}>Show all alerts</TextLink>}
    >
      <List framed={false} aria-label="Alerts of the incident">
        {alerts.map(({ iid, title, reference, webPath, severity, status, service, startedAt, eventCount }) => (
          <ListRow
            key={iid}
            title={
              <TextLink tone="plain" href={webPath}>
                <bdi>{title}</bdi>
              </TextLink>
            }
            detail={
              <span className={styles.facts}>
                <SeverityMark severity={severity} />
                <span>{reference}</span>
                {service !== '' && <bdi>{service}</bdi>}
                <RelativeTime at={startedAt} />
                <span>{counted(eventCount, 'event')}</span>
              </span>
            }
            trailing={<StatusMark status={status} />}
          />
        ))}
      </List>
    </Card>
  )
}
