import type { AlertSeverity, AlertStatus } from './alert-limits.ts'

/** @source ALERT-004, product-rules.md 15 */
export const statusLabels: Readonly<Record<AlertStatus, string>> = {
  TRIGGERED: 'Triggered',
  ACKNOWLEDGED: 'Acknowledged',
  RESOLVED: 'Resolved',
  IGNORED: 'Ignored',
}

/** @source SEVERITY-007 */
export const severityLabels: Readonly<Record<AlertSeverity, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  INFO: 'Info',
  UNKNOWN: 'Unknown',
}
