import type { ReplyOf } from '#contract/operation.ts'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { getSimilarIncidents } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { durationWords } from '#web/plan/issues/incidents/sla-words.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './SimilarIncidents.module.css'

/** Earlier incidents that may have had the same cause, with what they have in common; nothing where there are none. */
export function SimilarIncidents() {
  const { namespace, issue } = useIssuePage()
  const { data } = useReading(getSimilarIncidents, { namespace: namespace.fullPath, iid: issue.iid })
  if (data === undefined || data.incidents.length === 0) return null
  return (
    <div className={styles.mount}>
      <Card flush title="Similar incidents">
        <ul className={styles.list}>
          {data.incidents.map(incident => (
            <Row key={incident.id} incident={incident} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

type Similar = ReplyOf<
  typeof import('#contract/monitor/incidents/incident-pages.ts').getSimilarIncidents
>['incidents'][number]

function Row({ incident }: { readonly incident: Similar }) {
  const { reference, webPath, title, state, severity, createdAt, closedAt, service, labels, postmortem } = incident
  const common = [...(service === null ? [] : [`same service: ${service}`]), ...labels.map(name => `label ${name}`)]
  const { label: severityLabel } = choiceOf('severity', severity) ?? {}
  return (
    <li className={styles.row}>
      <StateBadge look="icon" state={state === 'closed' ? 'closed' : 'opened'} />
      <div className={styles.words}>
        <Anchor href={webPath} className={styles.title}>
          {title}
        </Anchor>
        <p className={styles.facts}>
          {reference} <RelativeTime at={createdAt} />
          {severity !== 'UNKNOWN' && ` · ${severityLabel}`}
          {closedAt !== null && ` · lasted ${durationWords(Date.parse(closedAt) - Date.parse(createdAt))}`}
          {common.length > 0 && ` · ${common.join(', ')}`}
          {postmortem !== null && (
            <>
              {' · '}
              <TextLink href={postmortem.webPath}>Postmortem {postmortem.reference}</TextLink>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
