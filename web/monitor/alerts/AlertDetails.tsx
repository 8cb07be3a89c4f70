import type { ReactNode } from 'react'
import { isWebAddress } from '#contract/web-address.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './AlertDetails.module.css'
import { messages } from './messages.ts'
import { SeverityMark } from './SeverityMark.tsx'
import { StatusMark } from './StatusMark.tsx'
import type { AlertFactsData } from './shapes.ts'

interface AlertDetailsProps {
  readonly iid: number
  readonly title: string
  readonly facts: AlertFactsData
}

const columns = [
  { key: 'name', label: 'Field' },
  { key: 'value', label: 'Value' },
] as const

/** The payload of a monitoring tool, as tables of names and values. @source ALERT-001, ALERT-002, ALERT-006 */
export function AlertDetails({ iid, title, facts }: AlertDetailsProps) {
  return (
    <>
      <div className={styles.table}>
        <Table caption="Alert details" captionIsShown columns={columns}>
          {rowsOf({ iid, title, facts }).map(([name, value]) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))}
        </Table>
      </div>
      {facts.details.length === 0 ? (
        <Card title="Other fields of the payload" className={styles.table}>
          <p className={styles.none}>{messages.noDetails}</p>
        </Card>
      ) : (
        <div className={styles.table}>
          <Table caption="Other fields of the payload" captionIsShown columns={columns}>
            {facts.details.map(({ name, text }) => (
              <Row key={name} name={name}>
                <Value text={text} />
              </Row>
            ))}
          </Table>
          {facts.detailsLeftOut > 0 && <p className={styles.none}>{messages.leftOut(facts.detailsLeftOut)}</p>}
        </div>
      )}
    </>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <bdi>{name}</bdi>
      </th>
      <td className={styles.value}>{children}</td>
    </tr>
  )
}

/** A moment in ISO 8601, as monitoring tools write theirs. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** A URL of the monitoring tool is a link: to its graph, its runbook, its silences. Times read as those of the page. */
const Value = ({ text }: { readonly text: string }) =>
  moment.test(text) && Number.isFinite(Date.parse(text)) ? (
    <RelativeTime at={text} />
  ) : isWebAddress(text) ? (
    <TextLink href={text} rel="noreferrer" target="_blank">
      {text}
    </TextLink>
  ) : (
    <bdi>{text}</bdi>
  )

/** Fields that the monitoring tool left empty are left out. */
function rowsOf({ iid, title, facts }: AlertDetailsProps): readonly (readonly [string, ReactNode])[] {
  const texts = [
    ['Service', facts.service],
    ['Monitoring tool', facts.monitoringTool],
    ['Integration', facts.integration ?? ''],
    ['Environment', facts.environment],
    ['Hosts', facts.hosts.join(', ')],
    ['Runbook', facts.runbook],
    ['Description', facts.description],
  ] as const
  return [
    ['Alert ID', iid],
    ['Title', <bdi key="title">{title}</bdi>],
    ['Severity', <SeverityMark key="severity" severity={facts.severity} />],
    ['Status', <StatusMark key="status" status={facts.status} />],
    ['Start time', <RelativeTime key="start" at={facts.startedAt} />],
    ...(facts.endedAt === null ? [] : [['End time', <RelativeTime key="end" at={facts.endedAt} />] as const]),
    ...(facts.lastEventAt === null || facts.eventCount === 1
      ? []
      : [['Last event', <RelativeTime key="last" at={facts.lastEventAt} />] as const]),
    ['Events', facts.eventCount.toLocaleString('en')],
    ...texts.filter(([, text]) => text !== '').map(([name, text]) => [name, <Value key={name} text={text} />] as const),
  ]
}
