import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import { Dot } from '#web/plan/facts/ChoiceDot.tsx'
import styles from './Alerts.module.css'

const tones = {
  CRITICAL: 'danger',
  HIGH: 'severe',
  MEDIUM: 'warning',
  LOW: 'info',
  INFO: 'info',
  UNKNOWN: 'muted',
} as const satisfies Readonly<Record<AlertSeverity, string>>

/** @source SEVERITY-007 */
export function SeverityMark({ severity }: { readonly severity: AlertSeverity }) {
  return (
    <span className={styles.mark}>
      <Dot tone={tones[severity]} /> {severityLabels[severity]}
    </span>
  )
}
