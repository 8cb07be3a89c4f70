/** Limits of alerts and their integrations. */
export const alertLimits = {
  /** Integrations per project. */
  integrations: 50,
  /** Characters of the name of an integration. */
  integrationName: 255,
  /** Requests that one integration may send in a minute. */
  requestsPerMinute: 12_000,
  /** Alerts that it may send in a minute, in all requests together. */
  alertsPerMinute: 12_000,
  /** Alerts of a project that begin a group in ten minutes: further ones are one group. */
  groupsBeforeFlood: 20,
  /** Bytes of a payload that are read: of a longer one, the alerts that fit. */
  payloadBytes: 256 * 1024,
  /** Alerts of one payload that are read; the others are counted. */
  alertsOfPayload: 100,
  /** Bytes of a payload with all its alerts. */
  longestPayloadBytes: 16 * 1024 * 1024,
  /** Alerts that are changed at once from the list. */
  alertsOfBulk: 100,
  /** Characters of the payload that an integration keeps as an example. */
  examplePayload: 65_536,
  /** Levels of objects and lists in each other. */
  depth: 20,
  title: 255,
  description: 10_000,
  /** Characters of the service, the monitoring tool, the environment, a host. */
  line: 255,
  hosts: 100,
  /** Fields that are kept as details. */
  details: 200,
  detailName: 255,
  detailText: 10_000,
} as const

export const integrationTypes = ['HTTP', 'PROMETHEUS'] as const
export type IntegrationType = (typeof integrationTypes)[number]

/** The statuses in the order of lists. */
export const alertStatuses = ['TRIGGERED', 'ACKNOWLEDGED', 'RESOLVED', 'IGNORED'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** The statuses of an alert that needs attention. */
export const openStatuses = ['TRIGGERED', 'ACKNOWLEDGED'] as const satisfies readonly AlertStatus[]

/** The tabs of the list of alerts. */
export const alertTabs = ['open', 'triggered', 'acknowledged', 'resolved', 'all'] as const
export type AlertTab = (typeof alertTabs)[number]

/** The orders of the list. */
export const alertOrders = ['started_at', 'ended_at', 'severity', 'event_count', 'status', 'updated_at'] as const
export type AlertOrder = (typeof alertOrders)[number]

/** The most severe first. */
export const alertSeverities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN'] as const
export type AlertSeverity = (typeof alertSeverities)[number]
