import { Card } from '#web/ui/layout/Card.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { reasonLabels, stateLabels } from './messages.ts'
import type { VulnerabilityChangeData } from './shapes.ts'
import styles from './VulnerabilityPage.module.css'

interface HistoryProps {
  /** The latest first. */
  readonly history: readonly VulnerabilityChangeData[]
  readonly detectedAt: string
}

/** The states that people gave a vulnerability, and the reports that lost it or found it again. */
export function History({ history, detectedAt }: HistoryProps) {
  return (
    <Card flush title="History">
      <ol className={styles.list}>
        {history.map(change => (
          <li key={change.id} className={styles.entry}>
            {sentenceOf(change)} <RelativeTime className={styles.muted} at={change.createdAt} />
            {change.comment !== '' && <p className={styles.comment}>{change.comment}</p>}
          </li>
        ))}
        <li className={styles.entry}>
          Detected <RelativeTime className={styles.muted} at={detectedAt} />
        </li>
      </ol>
    </Card>
  )
}

function sentenceOf({ kind, author, fromState, toState, dismissalReason }: VulnerabilityChangeData) {
  const from = stateLabels[fromState].toLowerCase()
  const to = stateLabels[toState].toLowerCase()
  switch (kind) {
    case 'gone':
      return 'No longer in the latest report of the default branch'
    case 'back':
      return fromState === toState
        ? 'In the latest report of the default branch again'
        : `In the latest report of the default branch again: set from ${from} to ${to}`
    case 'state':
      return (
        <>
          <bdi>{author?.name ?? 'A deleted user'}</bdi> set the state from {from} to {to}
          {dismissalReason !== null && `: ${reasonLabels[dismissalReason].toLowerCase()}`}
        </>
      )
    default:
      return kind satisfies never
  }
}
