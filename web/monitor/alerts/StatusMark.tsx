import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import { Dot } from '#web/plan/facts/ChoiceDot.tsx'
import styles from './Alerts.module.css'

const tones = {
  TRIGGERED: 'danger',
  ACKNOWLEDGED: 'warning',
  RESOLVED: 'success',
  IGNORED: 'muted',
} as const satisfies Readonly<Record<AlertStatus, string>>

/** @source ALERT-004 */
export function StatusMark({ status }: { readonly status: AlertStatus }) {
  return (
    <span className={styles.mark}>
      <Dot tone={tones[status]} /> {statusLabels[status]}
    </span>
  )
}
