import type { AlertSeverity, AlertStatus, IntegrationType } from './alert-limits.ts'

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

/** The senders of alerts, by type of integration. */
export const integrationTypeLabels: Readonly<Record<IntegrationType, string>> = {
  HTTP: 'HTTP endpoint',
  PROMETHEUS: 'Prometheus Alertmanager',
}

/** The parameter of an address by which a paged user acknowledges the incident or alert of the page. */
export const acknowledgeWord = 'acknowledge'
