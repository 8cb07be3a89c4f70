/** The limits of the time within which an incident is to be resolved. @source product-rules.md 15 */
export const slaLimits = {
  stepMinutes: 15,
  /** A year. */
  mostMinutes: 525_600,
  label: { title: 'missed::SLA', color: '#d9534f' },
} as const

/** The severities of incidents that have limits of their own, the most severe first. */
export const slaSeverities = ['critical', 'high', 'medium', 'low', 'unknown'] as const
